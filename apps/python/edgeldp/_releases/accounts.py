# SPDX-License-Identifier: MIT
"""Where releases lie, and what counts of this process have spent on them."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Protocol

from .. import _edgeldp
from .spent_files import bring_to, read_at, spent_at, units


class Held(Protocol):
    """A release as accounts know it."""

    _compiled: _edgeldp.Release
    _path: str | None
    _home: Home | None

    @property
    def key(self) -> str: ...
    @property
    def _identity(self) -> str: ...
    @property
    def _form(self) -> str: ...


class Home:
    """A file on which a release is counted: one of its own, or one that goes with those who count on
    it here."""

    def __init__(self, path: str | None, release: Held) -> None:
        if path is not None:
            self.path = path
        else:
            from tempfile import mkdtemp  # which imports shutil

            self.path = os.path.join(mkdtemp(prefix="edgeldp-"), "release.eldp")
            weakref.finalize(self, Home._end, self.path, release.key, release._identity, os.getpid())

    @staticmethod
    def _end(path: str, key: str, identity: str, maker: int) -> None:
        if os.getpid() != maker:
            return  # a child of fork, whose parent still counts there
        accounts.remember(identity, spent_at(path, key))
        from shutil import rmtree

        rmtree(os.path.dirname(path), ignore_errors=True)


class _Accounts:
    """What counts of this process have spent on releases, by what is in them.

    All copies of a release that this process knows, pickled, copied or loaded from several files,
    count on one file, so that each count knows of those before it. A pickle carries what was spent
    when it was made. Other processes that count on copies of their own know nothing of each other,
    as whoever copies a file: of two accounts the larger one is taken and not the sum, since one
    count each cannot be told from the same count twice.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._homes: weakref.WeakValueDictionary[str, Home] = weakref.WeakValueDictionary()
        self._places: dict[str, set[str]] = {}  # files that hold a release, or held it
        self._spent: dict[str, tuple[int, int]] = {}  # beside no file: counts, and units of them

    def home_of(self, release: Held) -> Home:
        """The home of all copies of it, which knows what was spent on any."""
        with self._lock:
            spent = self.so_far(release)
            home = self._homes.get(release._form)
            if home is None or not _holds(home.path, release):
                places = sorted(self._places_of(release))
                path = next((p for p in places if _holds(p, release)), None)
                home = self._settle(path, release)
                if path is None:
                    release._compiled.save(home.path)
            bring_to(home.path, release.key, spent)
            return home

    def move(self, release: Held, path: str) -> str:
        """Makes a file of it, which is its home from then on."""
        with self._lock:
            spent = self.so_far(release)
            release._compiled.save(path)
            release._home = self._settle(path, release)
            bring_to(path, release.key, spent)
            return path

    def so_far(self, release: Held) -> tuple[int, int]:
        """Counts on it, and what a user spent on them in units, as far as this process knows."""
        with self._lock:
            known = [spent_at(p, release.key) for p in self._places_of(release)
                     if read_at(p).identity == release._identity]
            return max([self._spent.get(release._identity, (0, 0)), *known], key=units)

    def remember(self, identity: str, spent: tuple[int, int]) -> None:
        with self._lock:
            self._spent[identity] = max(self._spent.get(identity, (0, 0)), spent, key=units)

    def _places_of(self, release: Held) -> set[str]:
        own = {release._path, os.path.realpath(release._path)} if release._path else set()
        return self._places.get(release._identity, set()) | own

    def _settle(self, path: str | None, release: Held) -> Home:
        home = Home(None if path is None else os.path.realpath(path), release)
        self._homes[release._form] = home
        self._places.setdefault(release._identity, set()).add(home.path)
        return home


accounts = _Accounts()


def _holds(path: str, release: Held) -> bool:
    """Whether that file holds this release, and the same beside it."""
    return read_at(path).form == release._form

# SPDX-License-Identifier: MIT
"""Keywords of earlier versions: a call with one of them says where it is now."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import fields
from types import FunctionType
from typing import Any, TypeVar, cast

_MOVED = {"progress": "with edgeldp.progress(): ...", "sample": "pairs=3 draws three"}

_Call = TypeVar("_Call", bound=Callable[..., Any])


def literal(value: Any) -> str:
    """As it is typed."""
    return f'"{value}"' if isinstance(value, str) else repr(value)


def refuse_moved(call: str, unknown: Mapping[str, Any], homes: Mapping[str, type]) -> None:
    """Says of keywords that a call had once where they are now.

    Raises
    ------
    TypeError
        If one of them moved.
    """
    for keyword, home in homes.items():
        moved = {of.name for of in fields(home)}
        given = ", ".join(f"{name}={literal(value)}" for name, value in unknown.items()
                          if name in moved)
        if given:
            raise TypeError(f"{call}() takes settings as values now: "
                            f"{keyword}=edgeldp.{home.__name__}({given})")
    for name in unknown:
        if name in _MOVED:
            raise TypeError(f"{call}() has no keyword {name} any more: {_MOVED[name]}")


def takes(**homes: type) -> Callable[[_Call], _Call]:
    """Of a function with such keywords: a call with a keyword that moved there says so."""
    def of(call: _Call) -> _Call:
        code = cast(FunctionType, call).__code__  # quicker than its signature
        known = frozenset(code.co_varnames[:code.co_argcount + code.co_kwonlyargcount])

        @functools.wraps(call)
        def checked(*arguments: Any, **keywords: Any) -> Any:
            if not keywords.keys() <= known:
                unknown = {name: keywords[name] for name in keywords if name not in known}
                refuse_moved(call.__name__, unknown, homes)
            return call(*arguments, **keywords)

        return cast(_Call, checked)
    return of

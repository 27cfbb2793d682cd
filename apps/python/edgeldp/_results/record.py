# SPDX-License-Identifier: MIT
"""The fields of an answer, by the names that the program prints with ``--json``."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from .. import _edgeldp

_UNITS = {"estimate": "that of the estimate", "of the truth": "share of the truth"}


def _parts(name: str) -> list[str]:
    return re.sub(r"\.?\[\d*\]", ".[]", name).split(".")


def _meaning(name: str) -> str:
    """What a field means; names of the input's own stand as * in the list."""
    fields = {field: (unit, meaning) for field, unit, meaning in _edgeldp.fields()}
    asked = _parts(name)
    for field in sorted(fields, key=lambda f: f.count("*")):
        known = _parts(field)
        if len(known) == len(asked) and all(k in ("*", a) for k, a in zip(known, asked)):
            unit, meaning = fields[field]
            return f"{meaning} Unit: {_UNITS.get(unit, unit)}." if unit else meaning
    near = difflib.get_close_matches(name, fields, 3)
    raise KeyError(f"no field '{name}'" + (f"; did you mean {', '.join(near)}?" if near else ""))


def copied(value: Any) -> Any:
    """A copy of what a record holds."""
    if isinstance(value, Mapping):
        return {key: copied(part) for key, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, list) else value


def flat(record: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Fields within fields by names with dots."""
    whole: dict[str, Any] = {}
    for key, value in record.items():
        if isinstance(value, Mapping):
            whole.update(flat(value, f"{prefix}{key}."))
        else:
            whole[prefix + key] = copied(value)
    return whole


class Record(Mapping[str, Any]):
    """A mapping of fields, which nobody changes."""

    _record: dict[str, Any]

    def __getitem__(self, key: str) -> Any:
        return copied(self._record[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._record)

    def __len__(self) -> int:
        return len(self._record)

    def describe(self, key: str) -> str:
        """Say what a field means.

        Parameters
        ----------
        key : str
            A field, such as ``"half_width"``, ``"spent.epsilon"`` or ``"groups[0].share"``.

        Returns
        -------
        str
            Its meaning, and its unit where it has one.
        """
        return _meaning(key)

    def to_dict(self) -> dict[str, Any]:
        """Return a copy of all fields, as the command line prints them."""
        whole: dict[str, Any] = copied(self._record)
        return whole

    def to_json(self) -> str:
        """Return all fields as a line of JSON."""
        return json.dumps(self._record)

# SPDX-License-Identifier: MIT
"""What takes long to import and is used later or never.

``np`` is numpy, which is imported when it is first used: its import takes longer than all of this
package. ``NDArray`` is for annotations alone, which name the elements in quotes where they are read
at once; hints that are resolved at run time have a stand-in for it. Other modules are imported in
the functions that use them."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import logging

    import numpy as np
    from numpy.typing import NDArray
else:

    class NDArray:
        def __class_getitem__(cls, item: Any) -> type:
            return cls

    class _Numpy:
        def __getattr__(self, name: str) -> Any:
            value = getattr(importlib.import_module("numpy"), name)
            setattr(self, name, value)
            return value

    np = _Numpy()

__all__ = ["NDArray", "logger", "np"]


def logger() -> logging.Logger:
    """Where notes go."""
    import logging

    return logging.getLogger("edgeldp")

# SPDX-License-Identifier: MIT
"""Private coins, and the exact noise that is drawn from them."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from crypto import chacha20_block, hmac_sha256, philox
from wire import text

DEGREE, SIZE, ROW, COUNT, PILOT, REPORTS, LENGTH = 1, 2, 3, 5, 6, 10, 11


def coin_key(secret: bytes, announcement: str, frozen: str) -> bytes:
    """Give the key of the coins of one answer."""
    return hmac_sha256(secret, text("edgeldp coins 2") + text(announcement) + text(frozen))


def private_words(key: bytes, purpose: int) -> Iterator[int]:
    """Give the words of private coins."""
    counter = 0
    while True:
        nonce = struct.pack("<IQ", purpose, 0)
        yield from struct.unpack("<8Q", chacha20_block(key, counter, nonce))
        counter += 1


def simulated_words(seed: int, purpose: int, user: int) -> Iterator[int]:
    """Give the words of coins that are replayed, in a simulated task."""
    index = 0
    while True:
        w = philox(seed, (index & 0xFFFFFFFF, index >> 32, purpose, user))
        yield w[0] + (w[1] << 32)
        yield w[2] + (w[3] << 32)
        index += 1


def uniform(words: Iterator[int], bound: int) -> int:
    """Draw a number below the bound."""
    bits = (bound - 1).bit_length()
    while True:
        value = next(words)
        if bits > 64:
            value |= next(words) << 64
        value &= (1 << bits) - 1
        if value < bound:
            return value


def coin(words: Iterator[int], a: int, b: int) -> bool:
    """Draw a coin that is true with probability exp(-a / b)."""
    k = 1
    while uniform(words, b * k) < a:
        k += 1
    return k % 2 == 1


def noise(words: Iterator[int], sensitivity: int, budget: int) -> int:
    """Draw discrete Laplace noise of a sensitivity at a budget in units."""
    if not 1 <= sensitivity <= 2**76 or budget < 1:
        raise ValueError("no such noise can be drawn")
    scale = sensitivity << 32
    while True:
        r = uniform(words, scale)
        if not coin(words, r, scale):
            continue
        v = 0
        while coin(words, 1, 1):
            v += 1
        m = (r + scale * v) // budget
        negative = next(words) >> 63 == 1
        if negative and m == 0:
            continue
        return -m if negative else m

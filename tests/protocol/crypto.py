# SPDX-License-Identifier: MIT
"""Ed25519 (RFC 8032), ChaCha20 (RFC 8439) and Philox4x32-10, slowly and plainly."""

from __future__ import annotations

import hashlib
import hmac
import struct

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def add(a: Point, b: Point) -> Point:
    """Add two points of the curve."""
    x = (a[1] - a[0]) * (b[1] - b[0]) % P
    y = (a[1] + a[0]) * (b[1] + b[0]) % P
    t, z = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = y - x, z - t, z + t, y + x
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar: int, point: Point) -> Point:
    """Multiply a point by a number."""
    total = NEUTRAL
    while scalar:
        if scalar & 1:
            total = add(total, point)
        point = add(point, point)
        scalar >>= 1
    return total


def unpack(raw: bytes) -> Point:
    """Read a point; a ValueError says that there is none."""
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if y >= P or (x * x - square) % P or x == 0 and sign:
        raise ValueError("this is no point")
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def pack(point: Point) -> bytes:
    """Write a point."""
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = unpack((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def expand(secret: bytes) -> tuple[int, bytes]:
    """Give the scalar and the prefix of a secret key."""
    digest = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    return scalar, digest[32:]


def hashed(*parts: bytes) -> int:
    """Hash parts to a number below the order."""
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ORDER


def public_key(secret: bytes) -> bytes:
    """Give the public key of a secret one."""
    return pack(times(expand(secret)[0], BASE))


def sign(secret: bytes, message: bytes) -> bytes:
    """Sign a message."""
    scalar, prefix = expand(secret)
    public = pack(times(scalar, BASE))
    nonce = hashed(prefix, message)
    head = pack(times(nonce, BASE))
    return head + ((nonce + hashed(head, public, message) * scalar) % ORDER).to_bytes(32, "little")


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Say whether a signature is that of the message."""
    try:
        key, head = unpack(public), unpack(signature[:32])
    except ValueError:
        return False
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or s >= ORDER:
        return False
    right = add(head, times(hashed(signature[:32], public, message), key))
    return pack(times(s, BASE)) == pack(right)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Give the HMAC-SHA256 of a message."""
    return hmac.new(key, message, hashlib.sha256).digest()


def chacha20_block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """Give 64 bytes of key stream."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    start += [*struct.unpack("<8I", key), counter, *struct.unpack("<3I", nonce)]
    s = list(start)

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for to, by, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[to] = (s[to] + s[by]) & 0xFFFFFFFF
            mixed = s[turned] ^ s[to]
            s[turned] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF

    for _ in range(10):
        for i in range(4):
            quarter(i, i + 4, i + 8, i + 12)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(s, start)))


def philox(key: int, counter: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Give a block of Philox4x32-10."""
    k0, k1 = key & 0xFFFFFFFF, key >> 32
    c0, c1, c2, c3 = counter
    for _ in range(10):
        one, two = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (
            two >> 32 ^ c1 ^ k0, two & 0xFFFFFFFF, one >> 32 ^ c3 ^ k1, one & 0xFFFFFFFF
        )
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return c0, c1, c2, c3


def block(key: int, tag: int, index: int, candidate: int, user: int) -> tuple[int, int, int, int]:
    """Give a block of public randomness."""
    return philox(key, (index, candidate & 0xFFFFFFFF, (candidate >> 32) + (tag << 24), user))


def permute(key: int, size: int, value: int) -> int:
    """Give the image of a value under the permutation of [0, size)."""
    bits = (size - 1).bit_length()
    if bits == 0:
        return value
    while True:
        wide_high, wide_low = bits // 2, bits - bits // 2
        high, low = value >> wide_low, value & (1 << wide_low) - 1
        for r in range(8):
            mixed = high ^ block(key, 4, low, r, 0)[0] & (1 << wide_high) - 1
            high, low = low, mixed
            wide_high, wide_low = wide_low, wide_high
        value = high << wide_low | low
        if value < size:
            return value

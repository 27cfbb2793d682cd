# SPDX-License-Identifier: MIT
"""The test vectors of the page."""

from __future__ import annotations

import hashlib
import struct
from typing import Any

import coins
from coder import Decoder, Encoder
from counts import accept, item_weights, pair_weights, role_of, sample_weights
from crypto import block, hmac_sha256, permute, philox, public_key, sign
from public import Objects, Vectors
from rows import code_bitmap, code_null_space, draw_bitmap, draw_null_space, null_space_bit
from task import read_joined
from wire import Reader, integer, name_of, text

TASK = "1ce49196a4375017c5a6dc93e5050efe5f9bf059aa74e6d06d5357f8fb548a09"
KEY = 0x0123456789ABCDEF
SECRET = bytes.fromhex("50a55f2ad6541e00feed28db7e96b8c50e551b6324aa425dea6fa30fa32bf8d1")
FIRST = "fb1ba64ce146b9f5ccbdf57b09e31bebcd8e37bdbf111e60e1d7121d17a8be93"
FROZEN = "d22e734f322a3961cd5c782aa5facc003818072c6294dfa665430f32fc5296b1"
TOKEN = "6c5b28c05948604d9c0d6a51d1867b1e"
SIGNING = "a22a2eb7f7ac37f8f8ea7feee934c6d8872b1c94d240bf68e1e2008c31a005e6"
PUBLIC = "61ddd06c1905c3124dba5d0b167506f9693f356668ac73fb37d3a296f58a5865"
PROOF = "82d39e92f40a7e6a36223972c3e72c55c6e9b42025541c840cab85d8cfbb52e0"
SIGNED = """dbbbaf5111d229e315af567245a1307cd665014a08f1d9beb13e3b60b8d96237c0134998541aa017f883
be70b2d424e80d3c902ed5a2d61c2d822bd8283b370a"""
CHOSEN = """d70bd9684425df6c2263c4b5e130db3abf36fe7133c84e0e75345bb51eabcd34caab0f0fb75702c976dd330f
f2691eac841faead6234382360b4927072b7c30d"""
LIST = """040204 20 7154a5394b71f83bc1069abf7a46f749 20 7154a5394b71f83bc1069abf7a46f749 0200"""
REPORTED = """4fc4b09414c7f8cd66b743fa55b5cc609f6fb0e4512df20161a888562349812f1a8e80535c1ef76c46f9
ba9504a5dd5295ce75f35c14cc6b2cbe82d33e9d8c00"""
OBJECT = "c9e9b721c372b0a7b613a80bb7c30fabf321f7f637bf0af30b73dfdd28651907"
ANNOUNCED = """0a8e85d7c702140000008ae5c9b00d8af1a9dd0f87c921d428090006b48704c921dde45a84649649
64ca7b5744af8998d85f97010a2245f74731fc4ddacd1b0a5a32fb4349cf0d8817b3ef7e4631930e7507890c"""
ORDER = "06dccddea1c8b3d5e7e602140a241a0a074410083b0c"
LAYOUT_TAIL = """020200baeafa86b109000000a01f500a000000028080808080018e85d7c702dc9e8aae1feca3e1ae38
aab8bddb250014060004080c0100081006"""
RELEASE_TAIL = "000700000085257163b8a6c206de0401"


def check_rows(equal: Any) -> None:
    """Check the vectors of rows."""
    coder = Encoder()
    stream = coins.private_words(bytes.fromhex(
        "f89ac95612f1b97a47fb45d3fc6770e133440edebb0a3551ba52f650724c0e6e"), 3)
    bits = draw_bitmap(stream, [0, 1, 1, 0, 1], [161202789021] * 5)
    equal("noisy bits", bits, [0, 1, 0, 0, 0])
    code_bitmap(coder, bits, 5, 1, 161202789021, 3)
    equal("bitmap row", coder.finish().hex(), "b8")
    coder = Encoder()
    bits = [int(b) for b in "011100110101100100"]
    code_bitmap(coder, bits, 18, 0, 1, 0)
    equal("bitmap row of coding 0", coder.finish().hex(), "26b35a")
    stream = coins.private_words(bytes(range(32)), 3)
    elements = draw_null_space(stream, KEY, 7, 24, 3, 1 << 38, [2, 11, 17])
    equal("elements", "".join(map(str, elements)), "222120200202220200012222")
    coder = Encoder()
    code_null_space(coder, elements, 24, 3)
    raw = coder.finish()
    equal("null-space row", raw.hex(), "fc07276f17")
    equal("its elements", code_null_space(Decoder(raw), None, 24, 3), elements)
    row = "".join(str(null_space_bit(elements, KEY, 7, 3, x)) for x in range(20))
    equal("its bits", row, "10111000000100001011")


def check_count(equal: Any) -> None:
    """Check the size and the count of the golden collection."""
    order = bytes.fromhex(ORDER)
    r = Reader(order)
    r.integer()
    key = r.integer(0, 2**64 - 1)
    layout = text(name_of(order)) + bytes.fromhex(LAYOUT_TAIL)
    release = text(name_of(layout)) + bytes.fromhex(RELEASE_TAIL)
    named = {name_of(x): x for x in (order, layout, release)}
    golden = Objects(named, key).release(name_of(release))
    equal("rank", golden.layout.order.rank[0], 5)
    equal("released size", golden.layout.sizes[0], 3)
    accepted = accept([1, 2, 9], pair_weights(golden, 157286), 1281676)
    equal("accepted weight", accepted, 1454546)
    count = bytes.fromhex("e7f624dbb68ef6642c3c027f2b2cc13ddc82b7167da905887b9d5508271f39d1")
    stream = coins.private_words(count, coins.COUNT)
    body = integer(accepted + coins.noise(stream, 1281676, 5061979669))
    equal("count", body.hex(), "e4d03d")
    size = bytes.fromhex("058522cd24fb14ec7a350c4152216c3f252411e034a064d0fa700dd68ca18e9f")
    stream = coins.private_words(size, coins.SIZE)
    equal("size", integer(3 + coins.noise(stream, 1, 4209067950)).hex(), "06")


SAMPLE_LAYOUT = (
    "deb7de9af1d9a2a302042004020200808080808010000000a01f5000000000028080808080018080"
    "808008808080802400040604"
)
ITEM_LAYOUT = (
    "deb7de9af1d9a2a302080c04020200808080808010000000a01f5000000000028080808080018080"
    "8080088080808024000804060206"
)


def check_vectors_of_rows(equal: Any) -> None:
    """Check the sample of rows, and the pairs of items."""
    def read(layout: bytes, tail: str) -> Vectors:
        release = text(name_of(layout)) + bytes.fromhex(tail)
        named = {name_of(x): x for x in (layout, release)}
        return Objects(named, KEY).vectors(name_of(release))

    roles = [role_of(KEY, 1 << 30, u) for u in range(16)]
    mine = [u for u in range(16) if roles[u] == "column"]
    equal("columns", mine, [3, 6, 8, 11, 12, 14])
    equal("candidates", [u for u in range(16) if roles[u] == "candidate"], [2, 5, 15])
    rows = read(bytes.fromhex(SAMPLE_LAYOUT), "00030000008b96447bc7a647")
    equal("ones", [[x for x in range(16) if row[x]] for row in rows.rows],
          [[3, 6, 8, 11], [6, 12, 14]])
    weigh = sample_weights(rows, 1 << 30, {2: (0, 0), 5: (1, 8)})
    equal("weights", [weigh(2, 3), weigh(5, 6), weigh(5, 3)], [7456540, 14913081, -4971027])
    for limit, weight in ((8388608, 3417582), (16777216, 13670325), (67108864, 54681296)):
        equal("accepted in a sample", accept([*mine, 2, 5], weigh, limit), weight)
    rows = read(bytes.fromhex(ITEM_LAYOUT), "000400000034dc55e37c87432e")
    weigh = item_weights(rows, 2)
    equal("weights of items", [weigh(1, 0), weigh(2, 1), weigh(5, 0)],
          [65970697666560, 13194139533312, 13194139533312])
    for limit, weight in ((1 << 40, 1099511627776), (1 << 46, 74766790688768),
                          (1 << 49, 145135534866432)):
        equal("accepted of items", accept([0, 1, 5], weigh, limit), weight)


def check_messages(equal: Any) -> None:
    """Check the registration, the announcement and the report of ann, and their batch."""
    secret = bytes.fromhex(SIGNING)
    public = public_key(secret)
    equal("public key", public.hex(), PUBLIC)
    mark = bytes.fromhex(name_of(public)[:32])
    equal("mark", mark.hex(), "7154a5394b71f83bc1069abf7a46f749")
    parts = text(TASK) + text("ann")
    proof = hmac_sha256(bytes.fromhex(TOKEN), text("edgeldp join 2") + parts + text(public))
    equal("proof", proof.hex(), PROOF)
    signed = text("edgeldp registration 2") + parts + text(proof) + text(public) + b"\0"
    registration = signed + sign(secret, signed)
    equal("registration", registration[-64:].hex(), SIGNED.replace("\n", ""))
    chosen = text("edgeldp registration 3") + parts + text(proof) + text(public) + b"\0\4"
    equal("registration with a part", sign(secret, chosen).hex(), CHOSEN.replace("\n", ""))
    equal("list of who joined", read_joined(bytes.fromhex(LIST), 3), [(0, mark, 1), (2, mark, 0)])
    coin_key = coins.coin_key(SECRET, FIRST, FROZEN)
    equal("key of coins", coin_key.hex()[:16], "5f6c050b1c017ce4")
    first = [f"{w:016x}" for w, _ in zip(coins.private_words(coin_key, 1), range(4))]
    equal("first words", first, ["b8fe3ec517bb9fa3", "0a3177ea5cbed3a6",
                                 "2e2379157dd3aae8", "9e5ee313fd3fd121"])
    body = integer(6 + coins.noise(coins.private_words(coin_key, coins.DEGREE), 1, 343597383))
    equal("degree", body.hex(), "0a")
    report = text("edgeldp report 2") + text(TASK) + integer(0) + text(FIRST)
    report += integer(0) + text(body)
    report += sign(secret, report)
    equal("report", report[-64:].hex(), REPORTED.replace("\n", ""))
    batch = b"".join(struct.pack("<I", len(m)) + m for m in (registration, report))
    equal("batch", hashlib.sha256(batch).hexdigest()[:16], "86743bc7b9e5ca5f")
    announced = text("edgeldp announcement 2") + text(TASK) + integer(0) + text(TASK)
    announced += text(OBJECT) + bytes.fromhex("ea02") + text("degree") + text("degree")
    announced += integer(2) + text(bytes.fromhex("8e85d7c702"))
    announced += bytes.fromhex(ANNOUNCED)[6:]
    equal("announcement", name_of(announced), FIRST)


def check_vectors() -> str:
    """Check all vectors, and say how many agree; an AssertionError names one that does not."""
    done: list[str] = []

    def equal(what: str, seen: object, expected: object) -> None:
        if seen != expected:
            raise AssertionError(f"{what}: {seen} is not {expected}")
        done.append(what)

    for value, raw in ((0, "00"), (-1, "01"), (1, "02"), (63, "7e"), (-64, "7f"), (64, "8001"),
                       (-65, "8101"), (300, "d804"), (2**32, "8080808020"),
                       (-(2**48), "ffffffffffff7f")):
        equal(f"integer {value}", integer(value).hex(), raw)
        equal(f"bytes {raw}", Reader(bytes.fromhex(raw)).integer(), value)
    blocks = ((philox(0, (0, 0, 0, 0)), "6627e8d5e169c58dbc57ac4c9b00dbd8"),
              (block(KEY, 1, 1, 5, 7), "a2ac1cee216b51b8cf5afa8f6cbc072d"),
              (block(KEY, 3, 1, 5, 7), "45cb317c83f8883f575c422597dfce38"))
    for seen, expected in blocks:
        equal("philox", "".join(f"{w:08x}" for w in seen), expected)
    images = [permute(KEY, 10, i) for i in range(10)]
    equal("permutation", images, [3, 7, 5, 8, 1, 9, 2, 0, 4, 6])
    nothing = "b7d3b6e9a31fcd0fd6667c39f812c6ab6f8325cad4ddfc4431dba5c88cc7d241"
    equal("name of nothing", name_of(b""), nothing)
    equal("frozen", name_of(bytes.fromhex("0c0204060e101200")), FROZEN)
    check_messages(equal)
    check_rows(equal)
    check_count(equal)
    check_vectors_of_rows(equal)
    return f"{len(done)} agree"

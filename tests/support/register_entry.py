# SPDX-License-Identifier: MIT
"""Holds entries of the register of deployments to the register's schema, whose keys, types and values tests/data/deployments_register.json
lists.

register_entry.py KEYS ENTRY...        one line for each fault; exit 1 where there is any
register_entry.py --self-check KEYS    plants each kind of fault, and demands that it is found
"""
import copy
import datetime
import json
import sys


def is_text(value):
    return isinstance(value, str)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_date(value):
    try:
        return is_text(value) and datetime.date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


TYPES = {
    "text": is_text,
    "texts": lambda value: isinstance(value, list) and value and all(map(is_text, value)),
    "integer": lambda value: is_number(value) and isinstance(value, int),
    "number": is_number,
    "number or text": lambda value: is_number(value) or is_text(value),
    "date": is_date,
    "object": lambda value: isinstance(value, dict),
    "anything": lambda value: True,
}


def faults(keys, node, path=""):
    """What is wrong with a node and below it: of keys that nobody knows, that are missing, and of values."""
    found = [f"{path}{key} is unknown" for key in node if path + key not in keys]
    for name, rule in keys.items():
        parent, _, key = name.rpartition(".")
        if (parent and parent + ".") != path or "." in name[len(path):]:
            continue
        if key not in node:
            found += [f"{name} is missing"] if rule.get("required") else []
            continue
        value = node[key]
        if not TYPES[rule["type"]](value):
            found.append(f"{name} is no {rule['type']}: {value!r}")
        elif value not in rule.get("values", [value]):
            found.append(f"{name} is {value!r}, which is no value of it")
        elif isinstance(value, dict):
            found += faults(keys, value, name + ".")
    return found


def faults_of_text(entry):
    """What a reader of YAML would stumble over where JSON is taken for it, and backslashes that its renderer takes for a formula."""
    found = []
    for character in set(entry):
        code = ord(character)
        if (code < 32 and character != "\n") or code in (0x7F, 0x2028, 0x2029, 0xFEFF) or 0x80 <= code < 0xA0:
            found.append(f"a control character, U+{code:04X}")
    if "\\u" in entry.replace("\\\\", ""):
        found.append("an escaped character: YAML reads pairs of surrogates as two")
    return found


def self_check(keys):
    sound = {}
    examples = {"text": "x", "texts": ["x"], "integer": 1, "number": 1.5, "number or text": 1, "date": "2026-01-31", "object": {},
                "anything": "x"}
    for name, rule in keys.items():
        *parents, key = name.split(".")
        node = sound
        for parent in parents:
            node = node[parent]
        node[key] = copy.deepcopy(rule.get("values", [examples[rule["type"]]])[0])
    assert not faults(keys, sound), faults(keys, sound)
    for name, rule in keys.items():
        *parents, key = name.split(".")
        for wrong in ([7j] if rule["type"] != "anything" else []) + (["no such value"] if "values" in rule else []) + [None]:
            planted = copy.deepcopy(sound)
            node = planted
            for parent in parents:
                node = node[parent]
            if wrong is None:
                del node[key]
                assert bool(faults(keys, planted)) == bool(rule.get("required")), name
                node["no_such_key"] = 1
            else:
                node[key] = wrong
            assert faults(keys, planted), (name, wrong)
    for text in ("a\tb", "\x7f", "\u2028", '"\\ud83d"'):
        assert faults_of_text(text), text
    for date in ("1/1/2026", "2026-13-01", "20260101"):
        assert not is_date(date), date


def main(arguments):
    if arguments[0] == "--self-check":
        return self_check(json.load(open(arguments[1]))["keys"])
    keys = json.load(open(arguments[0]))["keys"]
    found = []
    for name in arguments[1:]:
        entry = open(name, encoding="utf-8").read()
        found += [f"{name}: {fault}" for fault in faults(keys, json.loads(entry)) + faults_of_text(entry)]
    print("\n".join(found))
    return bool(found)


sys.exit(main(sys.argv[1:]))

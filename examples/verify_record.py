"""Checks chain, seals, salts and chance of a record, with the standard library alone: see docs/record.md.

    python examples/verify_record.py match.jsonl

It knows no game, so it does not check that moves are legal; `boardwright verify` does that.
"""

import hashlib
import hmac
import json
import sys
from itertools import accumulate
from pathlib import Path

ENTRY = {"at", "content", "hash", "kind", "number", "salt", "seat"}
FOOTER = {"chances", "entries", "head", "outcome", "seed"}
STEPS = ("move", "chance")


class Wrong(Exception):
    """What is wrong with a record."""


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def digest(value):
    return hashlib.sha256(canonical(value)).hexdigest()


def keyed(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def check(condition, words):
    if not condition:
        raise Wrong(words)


def read(data):
    """Header, entries and footer, each in canonical form."""
    check(data.endswith(b"\n"), "The file ends in the middle of a line.")
    lines = []
    for number, line in enumerate(data[:-1].split(b"\n")):
        try:
            lines.append(json.loads(line))
            is_canonical = isinstance(lines[-1], dict) and canonical(lines[-1]) == line
        except (ValueError, RecursionError):
            is_canonical = False
        check(is_canonical, f"Line {number + 1} is not an object in canonical JSON.")
    check(len(lines) >= 2, "A record has a header and a footer at least.")
    header, *entries, footer = lines
    check(header.get("boardwright") == 2, "Header: the format is not 2.")
    check(set(footer) == FOOTER, f"Footer: its fields are not {', '.join(sorted(FOOTER))}.")
    return header, entries, footer


def check_chain(header, entries, footer):
    """Every entry follows from the one before, and the footer from the last."""
    previous, last = digest(header), None
    for number, entry in enumerate(entries, 1):
        check(set(entry) == ENTRY, f"Entry {number}: its fields are not {', '.join(sorted(ENTRY))}.")
        check(entry["number"] == number, f"Entry {number}: it is numbered {entry['number']}.")
        check(last is None or entry["at"] >= last, f"Entry {number}: it is earlier than the entry before.")
        is_sealed = entry["content"] is None
        seal = entry["salt"] if is_sealed else digest([entry["content"], entry["salt"]])
        body = canonical([number, entry["at"], entry["kind"], entry["seat"], seal])
        previous, last = hashlib.sha256(previous.encode() + body).hexdigest(), entry["at"]
        check(entry["hash"] == previous, f"Entry {number}: it does not agree with its hash.")
        check(not is_sealed or footer["seed"] is None, f"Entry {number}: it is sealed, though the seed is open.")
    check(footer["entries"] == len(entries), "Footer: the number of entries is another one.")
    check(footer["head"] == previous, "Footer: its hash is not that of the last entry.")
    end = entries[-1]["content"] if entries and entries[-1]["kind"] == "end" else None
    check(footer["outcome"] == end, "Footer: its outcome is not that of the last entry.")


def check_salts(header, entries, seed):
    check(hashlib.sha256(seed).hexdigest() == header["commitment"], "The header does not commit to this seed.")
    for number, salt in enumerate([header["salt"], *(entry["salt"] for entry in entries)]):
        check(salt == keyed(seed, f"salt:{number}").hex()[:32], f"Entry {number}: its salt is not the seed's.")


def ordinals(entries):
    """For each chance entry, how many chance outcomes were in force before it."""
    depth, current, found = {0: 0}, 0, {}
    for entry in entries:
        number, kind = entry["number"], entry["kind"]
        if kind in STEPS:
            found[number] = depth[current]
            depth[number] = depth[current] + (kind == "chance")
            current = number
        elif kind in ("undo", "redo"):
            current = entry["content"]["to"]
            check(current in depth, f"Entry {number}: {current} is not a step.")
    return found


def draw(key, ordinal, what, outcomes, weights):
    number = int.from_bytes(keyed(key, f"chance:{ordinal}:{what}"), "big") % sum(weights)
    return next(outcome for outcome, bound in zip(outcomes, accumulate(weights), strict=True) if number < bound)


def check_chance(header, entries, footer, seed):
    """Every outcome is the one that the seed and the players' shares give; returns how many there are."""
    shares = header["shares"]
    key = keyed(seed, "shares:" + canonical(shares).decode()) if any(shares) else seed
    inherited = header["branch"]["inherited"] if header["branch"] else 0
    drawn = [entry for entry in entries[inherited:] if entry["kind"] == "chance"]
    check(len(drawn) == len(footer["chances"]), "Footer: it has not one distribution for each outcome drawn.")
    before = ordinals(entries)
    for entry, (outcomes, *rest) in zip(drawn, footer["chances"], strict=True):
        weights = rest[0] if rest else [1] * len(outcomes)
        number, what = entry["number"], digest([outcomes, weights])
        content = entry["content"]
        of = keyed(key, f"of:{number}:{what}").hex()[:32]
        check(content["of"] == of, f"Entry {number}: it was not drawn from the distribution in the footer.")
        outcome = draw(key, before[number], what, outcomes, weights)
        check(content["outcome"] == outcome, f"Entry {number}: the seed gives {outcome!r}.")
    return len(drawn)


def verify(data):
    """What was checked, in a sentence; Wrong if anything is wrong."""
    header, entries, footer = read(data)
    check_chain(header, entries, footer)
    said = f"{len(entries)} entries, chain intact"
    if footer["seed"] is None:
        check(footer["chances"] == [], "Footer: it has distributions without a seed.")
        sealed = sum(entry["content"] is None for entry in entries)
        return f"{said}; {sealed} sealed; no seed, so salts and chance are not checked"
    seed = bytes.fromhex(footer["seed"])
    check(seed.hex() == footer["seed"], "Footer: the seed is not lower-case hexadecimal.")
    check_salts(header, entries, seed)
    return f"{said}; salts and {check_chance(header, entries, footer, seed)} chance outcomes are the seed's"


if __name__ == "__main__":
    try:
        print(verify(Path(sys.argv[1]).read_bytes()))
    except (Wrong, KeyError, TypeError, ValueError) as error:
        sys.exit(f"Refused: {error}")

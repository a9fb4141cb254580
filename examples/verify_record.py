"""Checks chain, seals, salts and chance of a record, with the standard library alone: see docs/record.md.

    python examples/verify_record.py match.jsonl ...

It knows no game, so it does not check that moves are legal; `boardwright verify` does that.
"""

import hashlib
import hmac
import json
import sys
from itertools import accumulate, count, islice
from pathlib import Path

ENTRY = {"at", "content", "hash", "kind", "number", "salt", "seat"}
NOTE = {"after", "facts", "marks", "text", "variation"}


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def digest(value):
    return hashlib.sha256(canonical(value)).hexdigest()


def keyed(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def check(condition, words):
    if not condition:
        raise ValueError(words)


def read(data):
    """Header, entries and footer, each in canonical form."""
    check(data.endswith(b"\n"), "The file ends in the middle of a line.")
    lines = data[:-1].split(b"\n")
    for number, line in enumerate(lines, 1):
        check(canonical(json.loads(line)) == line, f"Line {number} is not canonical JSON.")
    header, *entries = map(json.loads, lines)
    added = []
    while entries and entries[-1].keys() <= {"note", "variation"}:
        added.insert(0, entries.pop())
    footer = entries.pop()
    check_added(added, len(entries))
    check(header["boardwright"] == 2, "Header: the format is not 2.")
    check(set(footer) == {"chances", "entries", "head", "outcome", "seed"}, "Footer: its fields are not the specified.")
    return header, entries, footer


def check_added(lines, entries):
    """First variations, then notes, each at a place that exists."""
    lengths, names = [entries], [name for [name] in lines]
    check(names == sorted(names, reverse=True), "Variations come before notes.")
    for number, [added] in enumerate(map(dict.values, lines), 1):
        is_note, after = "steps" not in added, added["after"]
        check(set(added) == (NOTE if is_note else {"after", "steps"}), f"Annotation {number}: its fields are wrong.")
        check(is_note or added["steps"], f"Annotation {number}: it has no steps.")
        check(0 <= after <= lengths[added["variation"] if is_note else 0], f"Annotation {number}: it is nowhere.")
        lengths += [] if is_note else [len(added["steps"])]


def parts_of(entry):
    return entry["content"].get("parts", []) if entry["kind"] == "chance" and isinstance(entry["content"], dict) else []


def seal(value, salt):
    return salt if value is None else digest([value, salt])


def entry_seal(entry):
    """The seal of an entry; that of a deal is over its content with all parts sealed."""
    parts = [{**part, "cards": None, "salt": seal(part["cards"], part["salt"])} for part in parts_of(entry)]
    return seal({**entry["content"], "parts": parts} if parts else entry["content"], entry["salt"])


def check_chain(header, entries, footer):
    """Every entry follows from the one before, and the footer from the last."""
    previous, last = digest(header), None
    for number, entry in enumerate(entries, 1):
        check(set(entry) == ENTRY and entry["number"] == number, f"Entry {number}: its fields or number are wrong.")
        check(last is None or entry["at"] >= last, f"Entry {number}: it is earlier than the entry before.")
        body = canonical([number, entry["at"], entry["kind"], entry["seat"], entry_seal(entry)])
        previous, last = hashlib.sha256(previous.encode() + body).hexdigest(), entry["at"]
        check(entry["hash"] == previous, f"Entry {number}: it does not agree with its hash.")
    check((footer["entries"], footer["head"]) == (len(entries), previous), "Footer: the last entry is another one.")
    end = entries[-1]["content"] if entries and entries[-1]["kind"] == "end" else None
    check(footer["outcome"] == end, "Footer: its outcome is not that of the last entry.")


def check_salts(header, entries, seed):
    check(hashlib.sha256(seed).hexdigest() == header["commitment"], "The header does not commit to this seed.")
    salts = {str(number): line["salt"] for number, line in enumerate([header, *entries])}
    for entry in entries:
        salts |= {f"{entry['number']}:{place}": part["salt"] for place, part in enumerate(parts_of(entry))}
    for place, salt in salts.items():
        check(salt == keyed(seed, f"salt:{place}").hex()[:32], f"Entry {place}: its salt is not the seed's.")


def draw(key, ordinal, what, outcomes, weights):
    number = int.from_bytes(keyed(key, f"chance:{ordinal}:{what}"), "big") % sum(weights)
    return next(outcome for outcome, bound in zip(outcomes, accumulate(weights), strict=True) if number < bound)


def shuffle(key, ordinal, what, cards, parts):
    blocks = (keyed(key, f"deal:{ordinal}:{what}:{block}") for block in count())
    numbers = (int.from_bytes(block[start : start + 8], "big") for block in blocks for start in (0, 8, 16, 24))
    cards = sorted(cards)
    for size in range(len(cards), 1, -1):
        place = next(number for number in numbers if number < 2**64 - 2**64 % size) % size
        cards[size - 1], cards[place] = cards[place], cards[size - 1]
    rest = iter(cards)
    return [list(islice(rest, size)) for size, _ in parts]


def check_drawn(key, ordinal, entry, source):
    """An outcome is the one that the key gives for what the footer says it was drawn from."""
    number, content, parts = entry["number"], entry["content"], parts_of(entry)
    sizes = [[part["count"], part["seen"]] for part in parts]
    args = [source["cards"], sizes] if parts else [*source, [1] * len(source[0])][:2]
    of = keyed(key, f"of:{number}:{digest(args)}").hex()[:32]
    check(content["of"] == of, f"Entry {number}: it was not drawn from the distribution in the footer.")
    outcome = (shuffle if parts else draw)(key, ordinal, digest(args), *args)
    is_drawn = outcome == ([part["cards"] for part in parts] or content["outcome"])
    check(is_drawn, f"Entry {number}: the seed gives {outcome!r}.")


def check_chance(header, entries, footer, seed):
    """Every outcome is the one that the seed and the players' shares give; returns how many there are."""
    key = keyed(seed, "shares:" + canonical(header["shares"]).decode()) if any(header["shares"]) else seed
    sources, depth, current = list(footer["chances"]), {0: 0}, 0
    for number, entry in enumerate(entries, 1):
        if entry["kind"] in ("undo", "redo"):
            current = entry["content"]["to"]
            check(current in depth, f"Entry {number}: {current} is not a step.")
        if entry["kind"] == "chance" and number > (header["branch"] or {"inherited": 0})["inherited"]:
            check_drawn(key, depth[current], entry, sources.pop(0))
        if entry["kind"] in ("move", "chance"):
            depth[number], current = depth[current] + (entry["kind"] == "chance"), number
    check(not sources, "Footer: it has not one distribution for each outcome drawn.")
    return len(footer["chances"])


def verify(data):
    """What was checked, in a sentence; ValueError if anything is wrong."""
    header, entries, footer = read(data)
    check_chain(header, entries, footer)
    said = f"{len(entries)} entries, chain intact"
    sealed = [e["number"] for e in entries if None in (e["content"], *(part["cards"] for part in parts_of(e)))]
    if footer["seed"] is None:
        check(footer["chances"] == [], "Footer: it has distributions without a seed.")
        return f"{said}; {len(sealed)} sealed; no seed, so salts and chance are not checked"
    seed = bytes.fromhex(footer["seed"])
    check(not sealed, f"Entries {sealed} are sealed, though the seed is open.")
    check(seed.hex() == footer["seed"], "Footer: the seed is not lower-case hexadecimal.")
    check_salts(header, entries, seed)
    return f"{said}; salts and {check_chance(header, entries, footer, seed)} chance outcomes are the seed's"


if __name__ == "__main__":
    for name in sys.argv[1:] or sys.exit("usage: python verify_record.py FILE ..."):
        try:
            print(f"{name}: {verify(Path(name).read_bytes())}")
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            sys.exit(f"{name}: refused: {error}")

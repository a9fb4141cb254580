"""Texts that positions of the four games are asked about, beside moves that are drawn: legal ones and illegal ones."""

from __future__ import annotations

ASKED: dict[str, tuple[str, ...]] = {
    "blokus": (
        "pass", "I1@0,0", "I5@0,0", "I5@19,19", "I5@13,13 r90", "L5@4,7 r90f", "I3@4,7 r270f", "O4@13,13 r180f",
        "X5@0,0", "I1@9,9", "I1@4,4", "I1@14,0", "I1@0,20", "I1@999,999",
    ),
    "deblockle": (
        "pass", "c7-b7", "c7-c6", "c3-c4", "d7-d7", "d7-d1", "e5-e3", "a1-a2", "a1-g7", "a1-(0,1)", "(0,7)-a1",
        "(8,8)-(-9,9)", "place c5 S-L-X", "place c5 9-L-X", "place c5 X-X-X", "place d4 T-H-P", "place e3 P-T-H",
        "place (0,9) X-T-H", "C7-B7",
    ),
    "mage_duel": (
        "skip", "claim", "CCRR@d5 r2", "CCRR@a1 r0", "CCCC@a1 r0", "MMMM@h8 r3", "joker CCRR@d5 r2",
        "joker RRRR@a1 r0", "joker CCCC@h4 r1",
    ),
    "sagrada": (
        "pass", "return", "window 0", "window 1", "window 4", "window 5", "pick 0", "pick 1", "pick 3", "pick 9",
        "place 1 1", "place 2 5", "place 4 3", "place 0 0", "place 5 6", "tool 0", "tool 1", "tool 4", "tool 7",
        "tool 10", "tool 12", "tool 99", "tool 1 1", "move 1 1 2 2", "move 2 5 1 1 3 3 4 4", "select 0", "select 1",
        "select 4", "select 999", "increase", "decrease", "flip", "pass 1", "fly", "pick 1 2", "place 1",
    ),
}  # fmt: skip

MALFORMED = (
    "", " ", "?", "pass pass", " pass", "pass ", "PASS", "Skip", "pick", "pick x", "pick -1", "pick 01", "pick  1",
    "place 1 01", "I1", "I1@", "I1@0", "I1@-1,0", "I1@00,0", "i1@0,0", "I1 @0,0", "I1@0,0\n", "I1@0,0 r45",
    "I1@1000,0", "Q9@0,0", "c7b7", "c7 - b7", "h1-a1", "c7-b", "c7-b7-a7", "place c7", "place c7 S-L", "(0,7)",
    "CCRR@d5", "CCRR@d5 r4", "CCRR@i5 r0", "CCRR@d9 r0", "XXXX@d5 r0", "Joker CCRR@d5 r0", "joker", "ä", "x" * 60,
)  # fmt: skip

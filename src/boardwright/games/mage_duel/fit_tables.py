"""Which lays fit a cell, as tables over what the cell's four edges face.

A *frame* packs the four faces around a cell into one byte, two bits an edge. Nothing fits frame 0, where no
edge faces a city, a road or a field: at least one edge must really connect. A filled cell keeps frame 0 too.
"""

from __future__ import annotations

from boardwright.games.mage_duel.facts import FACES, LAYS, NO_TILE

SIGNS = tuple(sum(face << 2 * edge for edge, face in enumerate(faces)) for faces in FACES)
"""Lay -> its own faces, packed like a frame."""
FRAME_MASKS = tuple(sum(3 << 2 * edge for edge in range(4) if frame >> 2 * edge & 3) for frame in range(256))
"""Frame -> the bits of the edges that face something."""


def fits(lay: int, frame: int) -> bool:
    """Whether every edge matches what it faces and at least one really connects.

    >>> from boardwright.games.mage_duel.facts import CITY, ROAD
    >>> fits(0, CITY), fits(0, ROAD), fits(0, 0)
    (True, False, False)
    """
    return frame != 0 and SIGNS[lay] & FRAME_MASKS[frame] == frame


FITTING = tuple(tuple(lay for lay in range(LAYS) if fits(lay, frame)) for frame in range(256))
"""Frame -> every lay that fits it, ascending: what a joker may become there."""
FITTING_OF = tuple(
    tuple(tuple(lay for lay in lays if lay >> 2 == tile) for lays in FITTING) for tile in range(NO_TILE + 1)
)
"""Tile -> frame -> the lays of that tile that fit; there are none of NO_TILE."""
COUNTS = tuple(bytes(map(len, by_frame)) for by_frame in FITTING_OF)
"""Tile -> frame -> how many of its lays fit. Meant for `bytes.translate`."""
JOKER_COUNTS = bytes(map(len, FITTING))
"""Frame -> how many lays fit."""

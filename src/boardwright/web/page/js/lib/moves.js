// The legal moves of a state one by one, as they are made at the table; they are sent in groups.

/** @typedef {import("/js/received.d.ts").SeatOffers} SeatOffers */
/** @typedef {import("/js/received.d.ts").OfferGroup} OfferGroup */
/** @typedef {import("/js/received.d.ts").Offer} Move */
/** @typedef {import("/js/received.d.ts").Gesture} Gesture */
/** @typedef {import("/js/received.d.ts").StepView} Step */

/** @param {SeatOffers[]} offers @param {string[]} names what the indexes stand for @returns {Move[]} */
export function expandMoves(offers, names) {
  return offers.flatMap(({ seat, groups }) => groups.flatMap((group) => expand(seat, group, names)));
}

/** @param {number} seat @param {OfferGroup} group @param {string[]} names @returns {Move[]} */
function expand(seat, group, names) {
  const name = (/** @type {number | string} */ place) => (typeof place === "number" ? names[place] : place);
  /** @param {Gesture} gesture @param {string[]} gaps @param {number | string} [place] @returns {Move} */
  const made = (gesture, gaps, place) => ({
    text: fill(group.text, gaps),
    seat,
    gesture,
    covers: (group.covers ?? []).map((cover) =>
      typeof cover === "number" && typeof place === "number" ? names[place + cover] : String(cover),
    ),
    label: fill(group.label, gaps),
  });
  switch (group.kind) {
    case "press":
      return group.values.map((place) => made({ kind: "press", part: name(place) }, [name(place)], place));
    case "drag": {
      const { kind, part } = group;
      return group.values.map((place) => made({ kind, part, to: name(place) }, [name(place)], place));
    }
    case "put": {
      const { kind, piece, turn = 0, flip = false } = group;
      return group.values.map((place) =>
        made({ kind, piece, cell: name(place), turn, flip }, [name(place)], place),
      );
    }
    case "pick":
      return group.values.map((places) => {
        const parts = places.map(name);
        return made({ kind: "pick", parts }, parts);
      });
    case "enter": {
      const { kind, part } = group;
      return group.values.map((number) => made({ kind, part, number }, [`${number}`]));
    }
  }
}

/** Puts names between pieces of a text, or the parts of the one name between three or more. @param {string[]} pieces @param {string[]} names */
function fill(pieces, names) {
  const gaps = pieces.length > 2 && names.length === 1 ? names[0].split(",") : names;
  return pieces
    .map((piece, place) => (place < pieces.length - 1 ? piece + (gaps[place] ?? "") : piece))
    .join("");
}

/** The part with which a gesture begins. @param {Gesture} gesture @returns {string} */
export function partOf(gesture) {
  if (gesture.kind === "pick") return gesture.parts[0] ?? "";
  return gesture.kind === "put" ? gesture.piece : gesture.part;
}

/** The part on which something is put; "" if nothing is. @param {Gesture} gesture @returns {string} */
export function goalOf(gesture) {
  return gesture.kind === "put" ? gesture.cell : gesture.kind === "drag" ? gesture.to : "";
}

/** The squares that a move covers, or the part on which something is put. @param {Pick<Move, "gesture" | "covers">} move @returns {string[]} */
export function placesOf({ gesture, covers }) {
  if (covers.length) return covers;
  return goalOf(gesture) ? [goalOf(gesture)] : [];
}

/** The moves of the same seat that are made like one of them. @param {Move[]} moves @param {Move} move */
export function alike(moves, move) {
  const made = JSON.stringify(move.gesture);
  return moves.filter(({ gesture, seat }) => seat === move.seat && JSON.stringify(gesture) === made);
}

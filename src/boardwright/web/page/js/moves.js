// The legal moves of a state one by one; they are sent in groups.

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {import("/js/received.d.ts").OfferGroup} OfferGroup */
/** @typedef {import("/js/received.d.ts").Offer} Move */

/** @param {OfferGroup[]} groups @param {string[]} names what the indexes stand for @returns {Move[]} */
export function expandMoves(groups, names) {
  return groups.flatMap((group) =>
    (group.targets ?? [""]).map((place) => {
      const target = typeof place === "number" ? names[place] : place;
      const name = (/** @type {number | string} */ cover) =>
        typeof cover === "number" && typeof place === "number" ? names[place + cover] : String(cover);
      return {
        text: fill(group.text, target),
        seat: group.seat,
        subject: group.subject,
        turn: group.turn ?? 0,
        flip: group.flip ?? false,
        target,
        covers: (group.covers ?? []).map(name),
        label: fill(group.label, target),
      };
    }),
  );
}

/** Puts a name between two pieces of a text, or its parts between three or more. @param {string[]} pieces @param {string} name */
function fill(pieces, name) {
  if (pieces.length <= 2) return pieces.join(name);
  const parts = name.split(",");
  return pieces.map((piece, place) => piece + (parts[place] ?? "")).join("");
}

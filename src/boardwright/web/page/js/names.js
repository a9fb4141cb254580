// Names of players. The texts of a game call the player of seat 0 "Player 1".

/** @typedef {import("/js/received.d.ts").State["players"]} Players */

/** Puts names in place of numbers, unless one person plays several seats. @param {string} text @param {Pick<Players[number], "name">[]} players */
export function withNames(text, players) {
  if (new Set(players.map(({ name }) => name)).size < players.length) return text;
  return text.replace(/\b[Pp]layer (\d)\b/g, (whole, number) => players[Number(number) - 1]?.name || whole);
}

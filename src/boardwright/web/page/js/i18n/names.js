// Names of players. The texts of a game call the player of seat 0 "Player 1".

/** @typedef {import("/js/received.d.ts").State["players"]} Players */

/** @typedef {Pick<Players[number], "name">[]} Named */

/** Whether a person plays several seats. @param {Named} players */
const isShared = (players) => new Set(players.map(({ name }) => name)).size < players.length;

/** Who sits there: a name, or the number where one person plays several seats. @param {Named} players @param {number | null} seat */
export function nameOf(players, seat) {
  if (seat === null || !players[seat]) return "";
  return isShared(players) ? `Player ${seat + 1}` : players[seat].name;
}

/** The names of those for whom free seats are kept. @param {{players: Players}} state */
export const kept = ({ players }) =>
  players.filter(({ kind, name }) => kind === "open" && name).map(({ name }) => name);

/** Puts names in place of numbers, unless one person plays several seats. @param {string} text @param {Named} players */
export function withNames(text, players) {
  if (isShared(players)) return text;
  return text.replace(/(?:([a-z][a-z ]*) of )?\b[Pp]layer (\d)\b/g, (whole, thing, number) => {
    const name = players[Number(number) - 1]?.name;
    if (!name) return whole;
    if (!thing) return name;
    return name === "You" ? `your ${thing}` : `${thing} of ${name.replace(/^Your /, "your ")}`;
  });
}

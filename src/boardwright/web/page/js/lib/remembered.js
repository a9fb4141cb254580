// How somebody played last, for each game, stored in this browser.

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/**
 * @typedef {object} Wish a match as the sheet shows it
 * @property {"bot" | "link" | "anyone" | "screen" | "mixed" | "watch"} against
 * @property {string} bot
 * @property {number} seats
 * @property {string[]} others in a mixed match, for each other seat "open", "me" or a bot
 * @property {string[]} bots where only bots play, the bot of each seat
 * @property {"first" | "last" | "lot"} side
 * @property {string} clock
 * @property {{kind: "turn" | "bank", seconds: number, minutes: number, increment: number}} custom
 * @property {"play" | "forfeit"} on_timeout
 * @property {boolean | null} rated null for what is usual
 * @property {"allowed" | "delayed" | "forbidden"} spectators
 * @property {Record<string, unknown>} options
 */

const KEY = "boardwright.wishes";
const LAST = "last";

/** @returns {Record<string, Partial<Wish>>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The last match of that game, or a usual one against the bot that was played last. @param {GameCard} game @returns {Wish} */
export function remembered(game) {
  const all = stored();
  const known = all[game.name] ?? {};
  const bots = game.strengths.map(({ bot }) => bot);
  const bot = [known.bot, all[LAST]?.bot, game.usual_bot].find((each) => each && bots.includes(each));
  const seats = game.seats.includes(known.seats ?? 0) ? Number(known.seats) : game.usual_seats;
  return {
    against: "bot",
    others: [],
    bots: [],
    side: "first",
    clock: "none",
    custom: { kind: "bank", seconds: 30, minutes: 10, increment: 5 },
    on_timeout: "play",
    rated: null,
    spectators: "allowed",
    options: {},
    ...known,
    bot: bot ?? game.usual_bot,
    seats,
  };
}

/** @param {GameCard} game @param {Wish} wish */
export function remember(game, wish) {
  localStorage.setItem(KEY, JSON.stringify({ ...stored(), [game.name]: wish, [LAST]: { bot: wish.bot } }));
}

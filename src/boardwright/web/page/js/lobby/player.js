// The page of a player: results, ratings over time, achievements, recent matches.

import { get, session } from "/js/lib/api.js";
import { h, picture, svg } from "/js/lib/dom.js";
import { row } from "/js/lobby/home.js";
import { ratingText, ratingTitle } from "/js/players/rating.js";

/** @typedef {import("/js/received.d.ts").Profile} Profile */
/** @typedef {import("/js/received.d.ts").Standing} Standing */
/** @typedef {import("/js/received.d.ts").MatchCard} MatchCard */

const ROLES = { guest: "Guest", player: "Player", bot: "Bot program", admin: "Admin" };
const NEXT = 3;
const PICTURES = 4;

/** @param {HTMLElement} place @param {string} name */
export async function show(place, name) {
  /** @type {[Profile, import("/js/received.d.ts").GameCard[]]} */
  const [profile, games] = await Promise.all([get(`/players/${encodeURIComponent(name)}`), get("/games")]);
  const isMine = session()?.account.name === profile.name;
  const which = isMine ? "which=mine" : `which=over&player=${encodeURIComponent(profile.name)}`;
  /** @type {MatchCard[]} */
  const matches = await get(`/matches?${which}&limit=20`);
  document.title = `${profile.name} – Boardwright`;
  const titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  const since = new Date(profile.since).toLocaleDateString(undefined, { dateStyle: "long" });
  place.append(
    h(
      "header",
      { class: "who-line" },
      h("h1", {}, profile.name),
      h("p", { class: "quiet" }, `${ROLES[profile.role]} since ${since}. ${totals(profile.games)}`),
    ),
    h(
      "div",
      { class: "standings" },
      ...profile.games.map((game) => standing(game, titles[game.game] ?? game.game)),
    ),
    recent(matches, isMine ? "" : profile.name),
  );
}

/** @param {Standing[]} games */
function totals(games) {
  const sum = (/** @type {string} */ task) =>
    games.reduce((total, { counts }) => total + (counts[task] ?? 0), 0);
  const played = sum("match");
  return played
    ? `${played} ${played === 1 ? "match" : "matches"} finished, ${sum("win")} won.`
    : "No finished matches yet.";
}

/** @param {MatchCard[]} matches @param {string} who */
function recent(matches, who) {
  const rows = matches.map((match, index) => {
    const made = row(match, who);
    if (index < PICTURES && match.status !== "open") made.prepend(thumbnail(match.match));
    return made;
  });
  return h(
    "section",
    { class: "card" },
    h("h2", {}, "Recent matches"),
    matches.length
      ? h("ul", { class: "plain recent" }, ...rows)
      : h("p", { class: "quiet" }, "None yet. ", h("a", { href: "#/" }, "Choose a game")),
  );
}

/** @param {string} match */
function thumbnail(match) {
  const frame = h("span", { class: "thumb small", "aria-hidden": "true" });
  get(`/matches/${match}/picture.svg`).then(
    (drawn) => frame.replaceChildren(picture(/** @type {string} */ (drawn))),
    () => frame.remove(),
  );
  return frame;
}

/** @param {Standing} game @param {string} title */
function standing(game, title) {
  const { match = 0, win = 0, best_streak: streak = 0 } = game.counts;
  const figures = [
    [match, "played"],
    [win, "won"],
    [match ? `${Math.round((100 * win) / match)} %` : "–", "win rate"],
    [streak, "in a row at best"],
  ];
  return h(
    "section",
    { class: "card standing-card" },
    h("h2", {}, title),
    game.rating === null
      ? h("p", { class: "quiet" }, "No rated matches yet.")
      : h(
          "p",
          { class: "rating", title: ratingTitle(game.rating) },
          h("strong", {}, ratingText(game.rating)),
          game.rating.provisional ? " provisional rating" : " rating",
        ),
    game.history.length > 1 && plot(game.history),
    h(
      "dl",
      { class: "figures" },
      ...figures.map(([value, label]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))),
    ),
    ...achievements(game.achievements),
  );
}

/** Medals, and what is missing for the next ones. @param {Standing["achievements"]} all */
function achievements(all) {
  const earned = all.filter(({ count, needed }) => count >= needed);
  const missing = all
    .filter(({ count, needed }) => count < needed)
    .sort((one, other) => other.count / other.needed - one.count / one.needed);
  const medal = (/** @type {Standing["achievements"][number]} */ { title, text, points }) =>
    h(
      "li",
      { class: "medal", title: `${text} ${points} points` },
      h("strong", {}, title),
      h("small", {}, text),
    );
  const next = (/** @type {Standing["achievements"][number]} */ { title, text, count, needed }) =>
    h(
      "li",
      {},
      h("span", {}, h("strong", {}, title), ` ${text} `),
      h("progress", { value: count, max: needed, "aria-label": title }),
      h("small", {}, `${count} of ${needed}`),
    );
  return [
    earned.length > 0 && h("h3", {}, `Achievements (${earned.length} of ${all.length})`),
    earned.length > 0 && h("ul", { class: "achievements" }, ...earned.map(medal)),
    missing.length > 0 && h("h3", {}, "Next"),
    missing.length > 0 && h("ul", { class: "plain next" }, ...missing.slice(0, NEXT).map(next)),
  ].filter((part) => part !== false);
}

/** Ratings as a line. @param {[number, number][]} history */
function plot(history) {
  const [width, height, left, edge] = [360, 120, 46, 14];
  const values = history.map(([, value]) => value);
  const [low, high] = [Math.min(...values) - 10, Math.max(...values) + 10];
  const x = (/** @type {number} */ index) => left + (index / (history.length - 1)) * (width - left - edge);
  const y = (/** @type {number} */ value) =>
    height - edge - ((value - low) / (high - low)) * (height - 2 * edge);
  const drawn = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "plot",
    role: "img",
    "aria-label": `Rating over ${history.length} matches, from ${values[0]} to ${values[values.length - 1]}`,
  });
  for (const value of [Math.min(...values), Math.max(...values)]) {
    drawn.append(svg("line", { x1: left, x2: width - edge, y1: y(value), y2: y(value) }));
    const label = svg("text", { x: 2, y: y(value) + 5 });
    label.textContent = String(value);
    drawn.append(label);
  }
  drawn.append(
    svg("polyline", { points: values.map((value, index) => `${x(index)},${y(value)}`).join(" ") }),
  );
  return drawn;
}

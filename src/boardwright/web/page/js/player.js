// The page of a player: ratings over time, achievements, matches.

import { get, session } from "/js/api.js";
import { h, svg } from "/js/dom.js";
import { row } from "/js/home.js";

/** @param {HTMLElement} place @param {string} name */
export async function show(place, name) {
  /** @type {import("/js/received.d.ts").Profile} */
  const profile = await get(`/players/${encodeURIComponent(name)}`);
  const mine = session()?.account.name === profile.name;
  /** @type {import("/js/received.d.ts").MatchCard[]} */
  const matches = mine ? await get("/matches?which=mine&limit=30") : [];
  document.title = `${profile.name} – Boardwright`;
  place.append(
    h("h1", {}, profile.name),
    h("p", { class: "quiet" }, `${profile.role} since ${new Date(profile.since).toLocaleDateString()}`),
    ...(profile.games.length ? profile.games.map(standing) : [h("p", {}, "No finished matches yet.")]),
  );
  if (matches.length)
    place.append(
      h(
        "section",
        { class: "card" },
        h("h2", {}, "Matches"),
        h("ul", { class: "plain" }, ...matches.map((match) => row(match))),
      ),
    );
}

/** @param {import("/js/received.d.ts").Standing} game */
function standing(game) {
  const achievements = game.achievements.map((achievement) =>
    h(
      "li",
      {},
      h("strong", {}, achievement.title),
      h("br"),
      h("span", { class: "quiet" }, `${achievement.points} points`),
    ),
  );
  const counts = Object.entries(game.counts).map(([task, count]) => `${task.replaceAll("_", " ")}: ${count}`);
  return h(
    "section",
    { class: "card" },
    h("h2", { class: "named" }, game.game.replaceAll("_", " ")),
    game.rating === null ? "" : h("p", {}, "Rating ", h("strong", {}, game.rating.toFixed(1))),
    game.history.length > 1 ? plot(game.history) : "",
    achievements.length ? h("h3", {}, "Achievements") : "",
    achievements.length ? h("ul", { class: "achievements" }, ...achievements) : "",
    counts.length ? h("p", { class: "quiet" }, counts.join(" · ")) : "",
  );
}

/** Ratings as a line. @param {[number, number][]} history */
function plot(history) {
  const [width, height, edge] = [600, 160, 30];
  const values = history.map(([, value]) => value);
  const [low, high] = [Math.min(...values) - 0.5, Math.max(...values) + 0.5];
  const x = (/** @type {number} */ index) => edge + (index / (history.length - 1)) * (width - 2 * edge);
  const y = (/** @type {number} */ value) =>
    height - edge - ((value - low) / (high - low)) * (height - 2 * edge);
  const drawn = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "plot",
    role: "img",
    "aria-label": `Rating over ${history.length} matches, from ${values[0].toFixed(1)} to ${values[values.length - 1].toFixed(1)}`,
  });
  for (const value of [low, high]) {
    drawn.append(svg("line", { x1: edge, x2: width - edge, y1: y(value), y2: y(value) }));
    const label = svg("text", { x: 2, y: y(value) + 4 });
    label.textContent = value.toFixed(1);
    drawn.append(label);
  }
  drawn.append(
    svg("polyline", { points: values.map((value, index) => `${x(index)},${y(value)}`).join(" ") }),
  );
  return drawn;
}

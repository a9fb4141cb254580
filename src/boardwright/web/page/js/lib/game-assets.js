// What packages of games bring for the page: sounds, fonts, and texts in other languages. The entry page lists the files.

import { settings } from "/js/lib/settings.js";

/** @typedef {{sounds?: Record<string, string>, texts?: Record<string, string>, font?: string}} Extras */

/** @type {Record<string, Extras>} by game */
const games = JSON.parse(
  /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=games]"))?.content || "{}",
);

/** The language in which games are written. */
export const OWN = "en";

/** The languages that some game has texts in. */
export const languages = [
  ...new Set(Object.values(games).flatMap(({ texts }) => Object.keys(texts ?? {}))),
].sort();

/** Everything that a game brings. @param {string} game @returns {Extras} */
export const extrasOf = (game) => games[game] ?? {};

/** The address of a sound that a game brings. @param {string} game @param {string} name */
export const soundOf = (game, name) => extrasOf(game).sounds?.[name];

/** Makes the fonts known; a browser loads one when something is written in it. */
export function addFonts() {
  for (const { font } of Object.values(games)) {
    if (font) document.fonts.add(new FontFace(font.split("/")[2], `url("${font}")`, { display: "swap" }));
  }
}

/** The sentences of all games in the reader's language, and which language that is. */
export async function loadTexts() {
  const chosen = settings().language;
  for (const wish of chosen ? [chosen] : navigator.languages) {
    const main = wish.split("-")[0];
    if (main === OWN) return null;
    const language = [wish, main].find((each) => languages.includes(each));
    if (!language) continue;
    const files = Object.values(games).map(({ texts }) => texts?.[language]);
    const loaded = await Promise.all(files.filter((file) => file !== undefined).map(load));
    return { language, texts: new Map(loaded.flatMap(Object.entries)) };
  }
  return null;
}

/** A file of texts; none of them if it cannot be loaded. @param {string} file @returns {Promise<Record<string, string>>} */
async function load(file) {
  const response = await fetch(file).catch(() => null);
  return response?.ok ? response.json() : {};
}

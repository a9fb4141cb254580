// The shell: the header, and which page is shown. Addresses are #/…, so any static server will do.

import { signIn } from "/js/account.js";
import { session } from "/js/api.js";
import { button, h } from "/js/dom.js";
import { preferences } from "/js/preferences.js";
import { apply } from "/js/settings.js";

/** @typedef {{close?: () => void}} Page */

/** @type {[RegExp, () => Promise<{show: (place: HTMLElement, ...found: string[]) => Promise<Page | void>}>, string][]} */
const PAGES = [
  [/^$/, () => import("/js/home.js"), "Play"],
  [/^match\/([\w-]+)$/, () => import("/js/table.js"), "Table"],
  [/^replay\/([\w-]+)(?:\/(\d+))?$/, () => import("/js/replay.js"), "Replay"],
  [/^player\/(.+)$/, () => import("/js/player.js"), "Player"],
  [/^rules\/([\w-]+)$/, () => import("/js/rules.js"), "Rules"],
  [/^about$/, () => import("/js/about.js"), "About"],
];

/** @type {Page | void} */
let current;
let visit = 0;

async function go() {
  const mine = ++visit;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  current?.close?.();
  current = undefined;
  const found = find();
  if (!found)
    return main.replaceChildren(trouble("There is no such page", `Nothing is at ${location.hash}.`));
  document.title = `${found.title} – Boardwright`;
  main.replaceChildren(h("p", { class: "loading" }, "Loading…"));
  const place = h("div", { class: "page" });
  try {
    const module = await found.load();
    const opened = await module.show(place, ...found.words);
    if (mine !== visit) return opened?.close?.();
    current = opened;
    main.replaceChildren(place);
    window.scrollTo(0, 0);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (mine === visit) main.replaceChildren(trouble("That did not work", text));
  }
  return undefined;
}

function find() {
  const address = location.hash.replace(/^#\/?/, "");
  for (const [pattern, load, title] of PAGES) {
    const words = pattern.exec(address);
    if (words) return { load, title, words: words.slice(1).map(read) };
  }
  return null;
}

/** A word of an address, as it stands if it is not well formed. @param {string} word */
function read(word) {
  try {
    return word && decodeURIComponent(word);
  } catch {
    return word;
  }
}

/** @param {string} title @param {string} text */
function trouble(title, text) {
  return h(
    "section",
    { class: "card prose" },
    h("h1", {}, title),
    h("p", {}, text),
    h(
      "div",
      { class: "row" },
      button("again", "Try again", () => go()),
      h("a", { href: "#/", class: "button" }, "Back to the games"),
    ),
  );
}

function header() {
  const top = /** @type {HTMLElement} */ (document.getElementById("top"));
  const who = session();
  const name = who?.account.name ?? "";
  top.replaceChildren(
    h(
      "a",
      { class: "brand", href: "#/", "aria-label": "Boardwright" },
      h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }),
      h("span", {}, "Boardwright"),
    ),
    h("nav", { "aria-label": "Main" }, h("a", { href: "#/" }, "Play"), h("a", { href: "#/about" }, "About")),
    h(
      "div",
      { class: "who" },
      who
        ? h("a", { href: `#/player/${encodeURIComponent(name)}`, id: "me" }, name)
        : button("sign-in", "Sign in", () => signIn(go)),
      button("settings", "Settings", () => preferences(go), { "aria-haspopup": "dialog" }),
    ),
  );
}

apply();
header();
addEventListener("session", header);
addEventListener("hashchange", go);
go();

// The frame around all pages: the header, and the page for the address. Addresses are fragments (#/…).

import { session } from "/js/lib/api.js";
import { button, h } from "/js/lib/dom.js";
import { addFonts } from "/js/lib/game-assets.js";
import { preferences } from "/js/account/preferences.js";
import { apply } from "/js/lib/settings.js";
import { signIn, signUp } from "/js/account/sign.js";
import { translatePage } from "/js/i18n/translate.js";

/** @typedef {{close?: () => void, focus?: () => void}} Page */

/** @type {[RegExp, () => Promise<{show: (place: HTMLElement, ...parameters: string[]) => Promise<Page | void>}>, string][]} */
const PAGES = [
  [/^$/, () => import("/js/lobby/home.js"), "Play"],
  [/^match\/([\w-]+)$/, () => import("/js/table/table.js"), "Table"],
  [/^replay\/([\w-]+)(?:\/(\d+))?$/, () => import("/js/analysis/analysis.js"), "Replay"],
  [
    /^analysis\/([\w-]+)(?:\/(\d+))?$/,
    () => import("/js/analysis/analysis.js").then(({ analyze }) => ({ show: analyze })),
    "Analysis",
  ],
  [/^explore\/([\w-]+)(?:\/(\d+))?$/, () => import("/js/analysis/explore.js"), "Explore"],
  [/^player\/(.+)$/, () => import("/js/lobby/player.js"), "Player"],
  [/^learn\/([\w-]+)$/, () => import("/js/analysis/learn.js"), "Learn"],
  [/^rules\/([\w-]+)$/, () => import("/js/lobby/rules.js"), "Rules"],
  [/^about$/, () => import("/js/lobby/about.js"), "About"],
];

/** @type {Page | void} */
let current;
let visits = 0;

async function go() {
  const visit = ++visits;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  current?.close?.();
  current = undefined;
  const found = findPage();
  if (!found) {
    document.title = "Page not found – Boardwright";
    return main.replaceChildren(
      errorCard("Page not found", `There is no page at ${location.pathname}${location.hash}.`),
    );
  }
  document.title = `${found.title} – Boardwright`;
  main.replaceChildren(h("p", { class: "loading" }, "Loading…"));
  const place = h("div", { class: "page" });
  try {
    const module = await found.load();
    const opened = await module.show(place, ...found.parameters);
    if (visit !== visits) return opened?.close?.();
    current = opened;
    main.replaceChildren(place);
    window.scrollTo(0, 0);
    if (document.activeElement === document.body) opened?.focus?.();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (visit === visits) main.replaceChildren(errorCard("That did not work", text));
  }
  return undefined;
}

function findPage() {
  if (location.pathname !== "/") return null;
  const address = location.hash.replace(/^#\/?/, "");
  for (const [pattern, load, title] of PAGES) {
    const match = pattern.exec(address);
    if (match) return { load, title, parameters: match.slice(1).map(decode) };
  }
  return null;
}

/** Decodes a part of an address; a malformed one is returned unchanged. @param {string} part */
function decode(part) {
  try {
    return part && decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {string} title @param {string} text */
function errorCard(title, text) {
  return h(
    "section",
    { class: "card prose" },
    h("h1", {}, title),
    h("p", {}, text),
    h(
      "div",
      { class: "row" },
      button("again", "Try again", () => go()),
      h("a", { href: "/#/", class: "button" }, "Back to the games"),
    ),
  );
}

function header() {
  const top = /** @type {HTMLElement} */ (document.getElementById("top"));
  const known = session();
  const name = known?.account.name ?? "";
  top.replaceChildren(
    h(
      "a",
      { class: "brand", href: "/#/", "aria-label": "Boardwright" },
      h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }),
      h("span", {}, "Boardwright"),
    ),
    h("nav", { "aria-label": "Main" }, h("a", { href: "#/" }, "Play"), h("a", { href: "#/about" }, "About")),
    h(
      "div",
      { class: "who" },
      known
        ? h("a", { href: `#/player/${encodeURIComponent(name)}`, id: "me" }, name)
        : button("sign-in", "Sign in", () => signIn(go)),
      (!known || known.account.role === "guest") &&
        button("sign-up", "Sign up", () => signUp(go), { class: known ? "" : "primary" }),
      button("settings", "Settings", () => preferences(go), { "aria-haspopup": "dialog" }),
    ),
  );
}

apply();
addFonts();
translatePage();
header();
addEventListener("session", header);
addEventListener("hashchange", go);
go();

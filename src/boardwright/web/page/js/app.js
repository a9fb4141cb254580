// The shell: header, sign-in, settings, and which page is shown. Addresses are #/…, so any static server will do.

import { session, keepSession, ask, post } from "/js/api.js";
import { h, toast } from "/js/dom.js";
import { apply, change, settings } from "/js/settings.js";

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
  const address = decodeURIComponent(location.hash.replace(/^#\/?/, ""));
  const page = PAGES.find(([pattern]) => pattern.test(address));
  if (!page) {
    main.replaceChildren(
      h("h1", {}, "There is no such page"),
      h("p", {}, h("a", { href: "#/" }, "Back to the games")),
    );
    return;
  }
  const [pattern, load, title] = page;
  document.title = `${title} – Boardwright`;
  main.replaceChildren(h("p", { class: "loading" }, "Loading…"));
  const place = h("div", { class: "page" });
  try {
    const module = await load();
    const opened = await module.show(place, ...(address.match(pattern) ?? []).slice(1));
    if (mine !== visit) return opened?.close?.();
    current = opened;
    main.replaceChildren(place);
    window.scrollTo(0, 0);
  } catch (error) {
    if (mine !== visit) return undefined;
    main.replaceChildren(
      h("h1", {}, "That did not work"),
      h("p", {}, error instanceof Error ? error.message : String(error)),
      h("p", {}, h("a", { href: "#/" }, "Back to the games")),
    );
  }
  return undefined;
}

function header() {
  const top = /** @type {HTMLElement} */ (document.getElementById("top"));
  const who = session();
  top.replaceChildren(
    h(
      "a",
      { class: "brand", href: "#/" },
      h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }),
      h("span", {}, "Boardwright"),
    ),
    h("nav", { "aria-label": "Main" }, h("a", { href: "#/" }, "Play"), h("a", { href: "#/about" }, "About")),
    h(
      "div",
      { class: "who" },
      who
        ? h("a", { href: `#/player/${encodeURIComponent(who.account.name)}`, id: "me" }, who.account.name)
        : h("button", { type: "button", id: "sign-in", onclick: signIn }, "Sign in"),
      h(
        "button",
        { type: "button", id: "settings", "aria-haspopup": "dialog", onclick: openSettings },
        "Settings",
      ),
    ),
  );
}

/** @param {string} title @param {...Node} content @returns {HTMLDialogElement} */
function dialog(title, ...content) {
  const box = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": title }));
  box.append(h("h2", {}, title), ...content);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

function signIn() {
  const form = h(
    "form",
    { class: "stack" },
    h(
      "label",
      {},
      "Name",
      h("input", { name: "name", required: true, maxlength: 24, autocomplete: "username" }),
    ),
    h(
      "label",
      {},
      "Password (only for a kept account)",
      h("input", { name: "password", type: "password", autocomplete: "current-password" }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary" }, "Sign in"),
      h("button", { type: "button", onclick: () => box.close() }, "Cancel"),
    ),
    h(
      "p",
      { class: "quiet" },
      "Without a password you play as a guest. You can keep the account later by giving it one.",
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (form));
    const [name, password] = [String(given.get("name")), String(given.get("password"))];
    try {
      keepSession(password ? await post("/sessions", { name, password }) : await post("/guests", { name }));
      box.close();
      go();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  });
  const box = dialog("Sign in", form);
}

function openSettings() {
  const now = settings();
  /** @param {"marks" | "confirm" | "sound" | "notify"} key @param {string} text */
  const toggle = (key, text) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        id: `set-${key}`,
        checked: now[key],
        onchange: (/** @type {Event} */ event) =>
          set(key, /** @type {HTMLInputElement} */ (event.target).checked),
      }),
      text,
    );
  const theme = h(
    "label",
    {},
    "Colours of the page",
    h(
      "select",
      {
        id: "set-theme",
        onchange: (/** @type {Event} */ event) =>
          change({ theme: /** @type {HTMLSelectElement} */ (event.target).value }),
      },
      ...["system", "light", "dark"].map((name) =>
        h("option", { value: name, selected: now.theme === name }, name),
      ),
    ),
  );
  const content = [
    theme,
    toggle("marks", "Letters and patterns beside colours"),
    toggle("confirm", "Confirm each move"),
    toggle("sound", "Sound when it is my turn"),
    toggle("notify", "Browser notification when it is my turn"),
  ];
  if (session()) content.push(account());
  const box = dialog(
    "Settings",
    h(
      "div",
      { class: "stack" },
      ...content,
      h("button", { type: "button", class: "primary", onclick: () => box.close() }, "Done"),
    ),
  );
}

/** @param {string} key @param {boolean} on */
async function set(key, on) {
  if (
    key === "notify" &&
    on &&
    "Notification" in window &&
    (await Notification.requestPermission()) !== "granted"
  )
    toast("The browser does not allow notifications.", "error");
  change({ [key]: on });
}

function account() {
  const who = session();
  const box = h("fieldset", { class: "stack" }, h("legend", {}, `Signed in as ${who?.account.name}`));
  if (who?.account.role === "guest") {
    const word = /** @type {HTMLInputElement} */ (
      h("input", { type: "password", id: "keep-password", minlength: 8, autocomplete: "new-password" })
    );
    const keep = async () => {
      try {
        const kept = await ask("PATCH", "/me", { password: word.value });
        keepSession({ token: who.token, account: kept });
        toast("The account is yours now; sign in with name and password anywhere.");
      } catch (error) {
        toast(error instanceof Error ? error.message : String(error), "error");
      }
    };
    box.append(
      h("label", {}, "Keep this account with a password", word),
      h("button", { type: "button", id: "keep", onclick: keep }, "Keep"),
    );
  }
  const leave = async () => {
    await ask("DELETE", "/sessions").catch(() => undefined);
    keepSession(null);
    location.hash = "#/";
    document.querySelector("dialog")?.close();
  };
  box.append(h("button", { type: "button", id: "sign-out", onclick: leave }, "Sign out"));
  return box;
}

apply();
header();
addEventListener("session", header);
addEventListener("hashchange", go);
go();

// The settings, stored in this browser.

const KEY = "boardwright.settings";
const DEFAULTS = {
  theme: "system",
  board: "classic",
  palette: "standard",
  marks: false,
  confirm: false,
  /** Whether a turn ends by itself when nothing else can be done. */
  ends: true,
  notation: false,
  sound: false,
  notify: false,
  /** The language of games, where they have texts in it; "" is the browser's. */
  language: "",
  /** Whether bots say something at the end of a match. */
  remarks: true,
  /** @type {Record<string, string>} the layer of each game that is shown */
  layers: {},
};

/** @returns {typeof DEFAULTS} */
export function settings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {Partial<typeof DEFAULTS>} change */
export function change(change) {
  localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...change }));
  apply();
}

const system = matchMedia("(prefers-color-scheme: dark)");
system.addEventListener("change", () => apply());

/** @param {string} theme */
const isDark = (theme) => theme === "dark" || (theme === "system" && system.matches);

/** Applies the settings to the page. */
export function apply() {
  const now = settings();
  const root = document.documentElement;
  if (now.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = now.theme;
  root.dataset.scheme = isDark(now.theme) ? "dark" : "light";
  root.dataset.board = now.board;
  root.dataset.palette = now.palette;
  root.classList.toggle("marks", now.marks);
  root.classList.toggle("notation", now.notation);
}

/** Shows a notification, if the settings say so, when the turn begins. @param {string} text */
export function notifyTurn(text) {
  const now = settings();
  if (now.notify && document.hidden && "Notification" in window && Notification.permission === "granted") {
    new Notification("Boardwright", { body: text, icon: "/icon.svg", tag: "turn" });
  }
}

// The settings dialog.

import { account } from "/js/account/account.js";
import { session } from "/js/lib/api.js";
import { choices } from "/js/lib/choices.js";
import { dialog, h, toast } from "/js/lib/dom.js";
import { languages, OWN } from "/js/lib/game-assets.js";
import { change, settings } from "/js/lib/settings.js";
import { sound } from "/js/lib/sounds.js";

/** @typedef {"marks" | "confirm" | "ends" | "notation" | "sound" | "notify" | "remarks"} Switch */

/** @type {[Switch, string][]} */
const SWITCHES = [
  ["marks", "Letters and patterns beside colors"],
  ["confirm", "Confirm each move"],
  ["ends", "End my turn when nothing else can be done"],
  ["notation", "Numbers and notation in the log"],
  ["remarks", "Bots say something at the end of a match"],
  ["sound", "Sounds for moves, my turn and the end"],
  ["notify", "Browser notification when it is my turn"],
];

/** @type {{key: "theme" | "board" | "palette", legend: string, items: import("/js/lib/choices.js").Item[]}[]} */
const ROWS = [
  {
    key: "theme",
    legend: "Light or dark",
    items: [
      { value: "system", title: "As the system" },
      { value: "light", title: "Light" },
      { value: "dark", title: "Dark" },
    ],
  },
  {
    key: "board",
    legend: "Boards",
    items: [
      { value: "classic", title: "Classic" },
      { value: "wood", title: "Wood" },
      { value: "felt", title: "Felt" },
      { value: "slate", title: "Slate" },
    ],
  },
  {
    key: "palette",
    legend: "Colors of pieces",
    items: [
      { value: "standard", title: "Standard", text: "As the games were made." },
      {
        value: "safe",
        title: "Color-safe",
        text: "Colors that look different with every kind of color vision.",
      },
    ],
  },
];

/** @param {() => void} done called after signing out */
export function preferences(done) {
  const content = [
    ...ROWS.map(row),
    ...(languages.length ? [languageRow()] : []),
    ...SWITCHES.map(([key, text]) => toggle(key, text)),
  ];
  if (session()) content.push(account(done));
  const close = () => box.close();
  const box = dialog(
    "Settings",
    h(
      "div",
      { class: "stack" },
      ...content,
      h("button", { type: "button", class: "primary", onclick: close }, "Done"),
    ),
  );
}

/** @param {(typeof ROWS)[number]} row */
function row({ key, legend, items }) {
  return choices(legend, `set-${key}`, items, settings()[key], {
    onchange: (value) => change({ [key]: value }),
  });
}

/** The language of games, where there is more than one; the page is loaded again in it. */
export function languageRow() {
  const names = new Intl.DisplayNames([navigator.language, OWN], { type: "language" });
  const items = [OWN, ...languages].map((value) => ({ value, title: names.of(value) ?? value }));
  const system = { value: "", title: "As the browser" };
  return choices("Language of games", "set-language", [system, ...items], settings().language, {
    onchange: (value) => {
      change({ language: value });
      location.reload();
    },
  });
}

/** @param {Switch} key @param {string} text */
function toggle(key, text) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", id: `set-${key}`, checked: settings()[key] })
  );
  input.addEventListener("change", async () => {
    if (key === "notify" && input.checked && !(await mayNotify())) {
      input.checked = false;
      toast("The browser does not allow notifications.", "error");
    }
    change({ [key]: input.checked });
    if (key === "sound") sound("turn");
  });
  return h("label", { class: "check" }, input, text);
}

async function mayNotify() {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

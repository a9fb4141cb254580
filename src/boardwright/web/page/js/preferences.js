// The settings dialog.

import { account } from "/js/account.js";
import { session } from "/js/api.js";
import { dialog, h, toast } from "/js/dom.js";
import { change, settings } from "/js/settings.js";

/** @type {[("marks" | "confirm" | "sound" | "notify"), string][]} */
const SWITCHES = [
  ["marks", "Letters and patterns beside colors"],
  ["confirm", "Confirm each move"],
  ["sound", "Sound when it is my turn"],
  ["notify", "Browser notification when it is my turn"],
];

/** @param {() => void} done called after signing out */
export function preferences(done) {
  const content = [theme(), ...SWITCHES.map(([key, text]) => toggle(key, text))];
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

function theme() {
  const now = settings().theme;
  const select = h(
    "select",
    {
      id: "set-theme",
      onchange: (/** @type {Event} */ event) =>
        change({ theme: /** @type {HTMLSelectElement} */ (event.target).value }),
    },
    ...["system", "light", "dark"].map((name) => h("option", { value: name, selected: now === name }, name)),
  );
  return h("label", {}, "Color theme", select);
}

/** @param {"marks" | "confirm" | "sound" | "notify"} key @param {string} text */
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
  });
  return h("label", { class: "check" }, input, text);
}

async function mayNotify() {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

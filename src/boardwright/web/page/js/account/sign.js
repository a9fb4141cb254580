// Signing in, signing up, and recovering an account.

import { closeDialog, showCodes } from "/js/account/account.js";
import { deviceFor, post, request, session, storeSession } from "/js/lib/api.js";
import { attempt, button, dialog, h, onSubmit } from "/js/lib/dom.js";

/** @typedef {import("/js/received.d.ts").Session} Session */
/** @typedef {import("/js/received.d.ts").ChangedAccount} ChangedAccount */

/** Asks for a name and a password. @param {() => void} done called after signing in */
export function signIn(done) {
  const form = accountForm("current-password", [
    h(
      "details",
      {},
      h("summary", {}, "I have lost my password"),
      h(
        "label",
        {},
        "Recovery code; the password above becomes the new one",
        h("input", { name: "code", autocomplete: "off" }),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary" }, "Sign in"),
      button("to-sign-up", "Sign up instead", () => other(box, () => signUp(done))),
      h("button", { type: "button", onclick: closeDialog }, "Cancel"),
    ),
  ]);
  onSubmit(form, async (given) => {
    const [name, password, code] = ["name", "password", "code"].map((key) => String(given.get(key)));
    storeSession(
      code
        ? await post("/recovery", { name, code, password })
        : await post("/sessions", { name, password, device: deviceFor(name) }),
    );
    box.close();
    done();
  });
  const box = dialog("Sign in", form);
}

/** Creates an account; a guest keeps matches and achievements. @param {() => void} done called after signing up */
export function signUp(done) {
  const known = session();
  const guest = known?.account.role === "guest" ? known : null;
  const note = guest
    ? "You keep your matches and achievements. With a name and a password you can sign in anywhere."
    : "With an account you have ratings and can sign in anywhere. You can also play as a guest, without a password.";
  const form = accountForm(
    "new-password",
    [
      h("p", { class: "quiet" }, note),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary" }, "Sign up"),
        !guest && button("as-guest", "Play as a guest", () => attempt(enterAsGuest)),
        !guest && button("to-sign-in", "I have an account", () => other(box, () => signIn(done))),
        h("button", { type: "button", onclick: closeDialog }, "Cancel"),
      ),
    ],
    guest?.account.name,
  );
  const enterAsGuest = async () => {
    storeSession(await post("/guests", { name: String(new FormData(form).get("name")) }));
    box.close();
    done();
  };
  onSubmit(form, async (given) => {
    const [name, password] = [String(given.get("name")), String(given.get("password"))];
    const codes = guest ? await keepGuest(guest, name, password) : await register(name, password);
    form.replaceChildren();
    showCodes(form, codes);
    form.append(h("button", { type: "button", class: "primary", onclick: closeDialog }, "Done"));
    box.addEventListener("close", done);
  });
  const box = dialog("Sign up", form);
}

/** @param {HTMLDialogElement} box @param {() => void} open */
function other(box, open) {
  box.close();
  open();
}

/** @param {string} name @param {string} password @returns {Promise<readonly string[]>} the recovery codes */
async function register(name, password) {
  /** @type {Session} */
  const made = await post("/accounts", { name, password });
  storeSession(made);
  return made.recovery_codes;
}

/** @param {Session} guest @param {string} name @param {string} password @returns {Promise<readonly string[]>} */
async function keepGuest(guest, name, password) {
  /** @type {import("/js/sent.d.ts").AccountChange} */
  const change = { password, ...(name !== guest.account.name && { name }) };
  /** @type {ChangedAccount} */
  const { recovery_codes: codes, device, ...account } = await request("PATCH", "/me", change);
  storeSession({ ...guest, account, device });
  return codes;
}

/** @param {string} autocomplete of the password @param {Node[]} more @param {string} [name] */
function accountForm(autocomplete, more, name = "") {
  return /** @type {HTMLFormElement} */ (
    h(
      "form",
      { class: "stack" },
      h(
        "label",
        {},
        "Name",
        h("input", { name: "name", value: name, required: true, maxlength: 24, autocomplete: "username" }),
      ),
      h(
        "label",
        {},
        "Password",
        h("input", { name: "password", type: "password", required: true, autocomplete }),
      ),
      ...more,
    )
  );
}

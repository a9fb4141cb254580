// Signing in, registering a guest, signing out.

import { post, request, session, storeSession } from "/js/api.js";
import { attempt, button, dialog, h, toast } from "/js/dom.js";

/** @typedef {import("/js/received.d.ts").Session} Session */

/** Asks for a name and a password. @param {() => void} done called after signing in */
export function signIn(done) {
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "stack" }, ...fields()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const [name, password] = [String(given.get("name")), String(given.get("password"))];
    attempt(async () => {
      storeSession(password ? await post("/sessions", { name, password }) : await post("/guests", { name }));
      box.close();
      done();
    });
  });
  const box = dialog("Sign in", form);
}

function fields() {
  return [
    h(
      "label",
      {},
      "Name",
      h("input", { name: "name", required: true, maxlength: 24, autocomplete: "username" }),
    ),
    h(
      "label",
      {},
      "Password (only for a registered account)",
      h("input", { name: "password", type: "password", autocomplete: "current-password" }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary" }, "Sign in"),
      h("button", { type: "button", onclick: closeDialog }, "Cancel"),
    ),
    h(
      "p",
      { class: "quiet" },
      "Without a password you play as a guest. You can register later, in the settings.",
    ),
  ];
}

/** @param {Event} event */
function closeDialog(event) {
  /** @type {Element} */ (event.target).closest("dialog")?.close();
}

/** The account section of the settings. @param {() => void} done called after signing out */
export function account(done) {
  const known = session();
  const box = h("fieldset", { class: "stack" }, h("legend", {}, `Signed in as ${known?.account.name}`));
  if (known?.account.role === "guest") box.append(...registration(known));
  const signOut = async (/** @type {Event} */ event) => {
    await request("DELETE", "/sessions").catch(() => undefined);
    storeSession(null);
    closeDialog(event);
    done();
  };
  box.append(h("button", { type: "button", id: "sign-out", onclick: signOut }, "Sign out"));
  return box;
}

/** A guest becomes a registered player by choosing a password. @param {Session} guest */
function registration(guest) {
  const password = /** @type {HTMLInputElement} */ (
    h("input", { type: "password", id: "keep-password", minlength: 8, autocomplete: "new-password" })
  );
  const register = () =>
    attempt(async () => {
      /** @type {Session["account"]} */
      const account = await request("PATCH", "/me", { password: password.value });
      storeSession({ token: guest.token, account });
      toast("The account is registered. Sign in anywhere with your name and password.");
    });
  return [h("label", {}, "Register with a password", password), button("keep", "Register", register)];
}

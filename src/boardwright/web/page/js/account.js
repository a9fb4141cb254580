// Signing in, keeping an account, signing out.

import { ask, keepSession, post, session } from "/js/api.js";
import { attempt, button, dialog, h, toast } from "/js/dom.js";

/** @param {() => void} done called when somebody has signed in */
export function signIn(done) {
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "stack" }, ...fields()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const [name, password] = [String(given.get("name")), String(given.get("password"))];
    attempt(async () => {
      keepSession(password ? await post("/sessions", { name, password }) : await post("/guests", { name }));
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
      "Password (only for a kept account)",
      h("input", { name: "password", type: "password", autocomplete: "current-password" }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary" }, "Sign in"),
      h("button", { type: "button", onclick: shut }, "Cancel"),
    ),
    h(
      "p",
      { class: "quiet" },
      "Without a password you play as a guest. Settings let you keep the account later.",
    ),
  ];
}

/** @param {Event} event */
function shut(event) {
  /** @type {Element} */ (event.target).closest("dialog")?.close();
}

/** The part of the settings about whoever is signed in. @param {() => void} done called after signing out */
export function account(done) {
  const who = session();
  const box = h("fieldset", { class: "stack" }, h("legend", {}, `Signed in as ${who?.account.name}`));
  if (who?.account.role === "guest") box.append(...keeping(who));
  const leave = async (/** @type {Event} */ event) => {
    await ask("DELETE", "/sessions").catch(() => undefined);
    keepSession(null);
    shut(event);
    done();
  };
  box.append(h("button", { type: "button", id: "sign-out", onclick: leave }, "Sign out"));
  return box;
}

/** A guest becomes a player by choosing a password. @param {import("/js/api.js").Session} who */
function keeping(who) {
  const word = /** @type {HTMLInputElement} */ (
    h("input", { type: "password", id: "keep-password", minlength: 8, autocomplete: "new-password" })
  );
  const keep = () =>
    attempt(async () => {
      const kept = await ask("PATCH", "/me", { password: word.value });
      keepSession({ token: who.token, account: kept });
      toast("The account is yours now; sign in with name and password anywhere.");
    });
  return [h("label", {}, "Keep this account with a password", word), button("keep", "Keep", keep)];
}

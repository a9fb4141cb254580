// The account in the settings: its name, password, recovery codes and sessions.

import { get, post, request, session, storeSession } from "/js/lib/api.js";
import { attempt, button, h, toast } from "/js/lib/dom.js";
import { saveText } from "/js/lib/download.js";
import { copy } from "/js/account/invitation.js";

/** @typedef {import("/js/received.d.ts").Session} Session */
/** @typedef {import("/js/received.d.ts").SessionView} SessionView */
/** @typedef {import("/js/received.d.ts").ChangedAccount} ChangedAccount */
/** @typedef {import("/js/received.d.ts").RecoveryCodes} RecoveryCodes */

/** @param {Event} event */
export function closeDialog(event) {
  /** @type {Element} */ (event.target).closest("dialog")?.close();
}

/** The account section of the settings. @param {() => void} done called after signing out */
export function account(done) {
  const known = session();
  const box = h("fieldset", { class: "stack" }, h("legend", {}, `Signed in as ${known?.account.name}`));
  const signOut = async (/** @type {Event} */ event, which = "this") => {
    await request("DELETE", `/sessions?which=${which}`).catch(() => undefined);
    storeSession(null);
    closeDialog(event);
    done();
  };
  const isGuest = known?.account.role === "guest";
  if (isGuest) box.append(warning(), renaming(known));
  else if (known) box.append(passwordForm(known, box), sessionList(), newCodes(box));
  box.append(
    h(
      "div",
      { class: "row" },
      isGuest
        ? discarding(signOut)
        : h("button", { type: "button", id: "sign-out", onclick: signOut }, "Sign out"),
      !isGuest &&
        h(
          "button",
          {
            type: "button",
            id: "sign-out-everywhere",
            onclick: (/** @type {Event} */ e) => signOut(e, "all"),
          },
          "Sign out everywhere",
        ),
    ),
  );
  return box;
}

/** @param {string} id @param {string} autocomplete */
function passwordInput(id, autocomplete) {
  return /** @type {HTMLInputElement} */ (h("input", { type: "password", id, autocomplete }));
}

function warning() {
  return h(
    "p",
    { class: "quiet", id: "guest-warning" },
    "You are a guest. If you sign out or clear the data of this browser, nobody can sign in to this account again: " +
      "its name, matches and achievements are lost to you. Sign up, at the top of the page, to keep them.",
  );
}

/** @param {Session} guest */
function renaming(guest) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { id: "new-name", value: guest.account.name, maxlength: 24, autocomplete: "username" })
  );
  const rename = () =>
    attempt(async () => {
      /** @type {ChangedAccount} */
      const { id, name, role } = await request("PATCH", "/me", { name: input.value });
      storeSession({ ...guest, account: { id, name, role } });
      toast(`You are ${name} now.`);
    });
  return h("div", { class: "row" }, h("label", {}, "Name", input), button("rename", "Change", rename));
}

/** A guest who signs out loses the account: asks once more. @param {(event: Event) => void} signOut */
function discarding(signOut) {
  const ask = button("sign-out", "Sign out…", () =>
    ask.replaceWith(
      h(
        "button",
        { type: "button", id: "discard", class: "danger", onclick: signOut },
        "Sign out and lose this account",
      ),
    ),
  );
  return ask;
}

/**
 * Sets a password, and shows the recovery codes that come with the first one.
 * @param {Session} known @param {import("/js/sent.d.ts").AccountChange} change @param {HTMLElement} box
 */
async function changePassword(known, change, box) {
  /** @type {ChangedAccount} */
  const { recovery_codes: codes, device, ...account } = await request("PATCH", "/me", change);
  storeSession({ ...known, account, device });
  if (codes.length) showCodes(box, codes);
}

/** @param {Session} known @param {HTMLElement} box */
function passwordForm(known, box) {
  const old = passwordInput("old-password", "current-password");
  const password = passwordInput("new-password", "new-password");
  const change = () =>
    attempt(async () => {
      await changePassword(known, { password: password.value, old_password: old.value }, box);
      old.value = password.value = "";
      toast("The password is changed. All other sessions have ended.");
    });
  return h(
    "details",
    {},
    h("summary", {}, "Change the password"),
    h("label", {}, "Old password", old),
    h("label", {}, "New password", password),
    button("change-password", "Change", change),
  );
}

/** @param {HTMLElement} box */
function newCodes(box) {
  const password = passwordInput("codes-password", "current-password");
  const make = () =>
    attempt(async () => {
      /** @type {RecoveryCodes} */
      const made = await post("/me/recovery-codes", { password: password.value });
      password.value = "";
      showCodes(box, made.recovery_codes);
    });
  return h(
    "details",
    {},
    h("summary", {}, "New recovery codes"),
    h("label", {}, "Password", password),
    button("new-codes", "Replace the old codes", make),
  );
}

/** Codes are shown once: the server stores only their hashes. @param {HTMLElement} box @param {readonly string[]} codes */
export function showCodes(box, codes) {
  box.querySelector("#recovery-codes")?.remove();
  box.append(
    h(
      "div",
      { id: "recovery-codes" },
      h("p", {}, "Keep these recovery codes. Each sets a new password once. They are not shown again."),
      h("ul", {}, ...codes.map((code) => h("li", {}, h("code", {}, code)))),
      h(
        "div",
        { class: "row" },
        button("copy-codes", "Copy", () => copy(codes.join("\n"), "The codes are in the clipboard.")),
        button("save-codes", "Download", () => saveText(codes.join("\n"), "boardwright-recovery-codes.txt")),
      ),
    ),
  );
}

function sessionList() {
  const list = h("ul", { id: "sessions" });
  const show = () =>
    attempt(async () => {
      /** @type {SessionView[]} */
      const found = await get("/sessions");
      list.replaceChildren(...found.map(row));
    });
  const row = (/** @type {SessionView} */ each) => {
    const end = () =>
      attempt(async () => {
        await request("DELETE", `/sessions/${each.id}`);
        await show();
      });
    const seen = new Date(each.seen).toLocaleString();
    const text = `${each.agent || "Unknown program"}, last used ${seen} `;
    return h("li", {}, text, each.this ? "(this session)" : button(`end-${each.id}`, "End", end));
  };
  const details = h("details", {}, h("summary", {}, "Sessions"), list);
  details.addEventListener("toggle", show);
  return details;
}

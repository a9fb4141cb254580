// Links to matches for others.

import { get } from "/js/lib/api.js";
import { h, toast } from "/js/lib/dom.js";

/** @typedef {import("/js/received.d.ts").Invitation} Invitation */

/** @type {Record<Invitation["reach"], string>} */
const REACH = {
  anyone: "",
  network: "It works for everybody in your network.",
  machine:
    "Only this computer can open it. To let others in your network join, stop the server and start it with: boardwright serve --open --host 0.0.0.0",
};

/** Who can open a link, if that has to be said. @param {Invitation} found */
export const reachText = ({ reach }) => REACH[reach];

/** @param {string} match @returns {Promise<Invitation>} */
export const invitationTo = (match) => get(`/matches/${match}/invitation`);

/** @param {Invitation} found */
export const copyLink = (found) =>
  copy(found.url, `The link is in the clipboard. ${reachText(found)}`.trim());

/** Puts a text into the clipboard, or shows it where the browser does not allow that. @param {string} text @param {string} done what to say then */
export async function copy(text, done) {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (isCopied || copySelected(text)) toast(done);
  else prompt("Copy this:", text);
}

/** The way to copy on pages without HTTPS, as in a local network. @param {string} text */
function copySelected(text) {
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { value: text }));
  (document.querySelector("dialog[open]") ?? document.body).append(area); // a modal dialog keeps the focus
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}

// Links to matches for others.

import { get } from "/js/api.js";
import { h, toast } from "/js/dom.js";

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

/** Puts a link into the clipboard, or shows it where the browser does not allow that. @param {Invitation} found */
export async function copyLink(found) {
  const isCopied = await navigator.clipboard?.writeText(found.url).then(
    () => true,
    () => false,
  );
  if (isCopied || copySelected(found.url)) toast(`The link is in the clipboard. ${reachText(found)}`.trim());
  else prompt("Copy this link:", found.url);
}

/** The way to copy on pages without HTTPS, as in a local network. @param {string} text */
function copySelected(text) {
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { value: text }));
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}

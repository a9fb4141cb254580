// Puts what games say into the reader's language, wherever it appears on the page. Games are written in English; a file of
// texts has pairs of sentences, in which {names} in braces stand for any text. What has no translation stays as it is.

import { loadTexts } from "/js/lib/game-assets.js";

const SLOT = /\{(\w+)\}/g;
const ATTRIBUTES = ["aria-label", "title", "placeholder"];

/** A function that translates. @param {Map<string, string>} texts by the English sentence */
function translator(texts) {
  const plain = (/** @type {string} */ source) => source.replace(SLOT, "").length;
  const slotted = [...texts.keys()].filter((source) => /\{\w+\}/.test(source));
  const patterns = slotted
    .sort((one, other) => plain(other) - plain(one))
    .map((source) => ({ pattern: pattern(source), target: texts.get(source) ?? "" }));
  /** @type {Map<string, string>} */
  const known = new Map();

  /** @param {string} text @returns {string} */
  const sentence = (text) => {
    const exact = texts.get(text);
    if (exact !== undefined) return exact;
    for (const { pattern, target } of patterns) {
      const found = pattern.exec(text);
      if (found) return target.replace(SLOT, (_, name) => sentence(found.groups?.[name] ?? ""));
    }
    return text;
  };

  return (/** @type {string} */ text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = sentence(text);
      if (found === text)
        found = text
          .split(/(?<=[.!?]) /)
          .map(sentence)
          .join(" ");
      if (known.size < 5000) known.set(text, found);
    }
    return found;
  };
}

/** What a sentence matches: a slot is any text, the same one wherever it has the same name. @param {string} source */
function pattern(source) {
  const seen = new Set();
  const pieces = source.split(/\{(\w+)\}/).map((piece, number) => {
    if (number % 2 === 0) return piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    if (seen.has(piece)) return `\\k<${piece}>`;
    seen.add(piece);
    return `(?<${piece}>.+?)`;
  });
  return new RegExp(`^${pieces.join("")}$`, "s");
}

/** Translates the page now and whenever it changes, if some game has texts in the reader's language. */
export async function translatePage() {
  const found = await loadTexts();
  if (!found) return;
  const { language } = found;
  const translate = translator(found.texts);
  const observer = new MutationObserver((changes) => {
    for (const { target, type, addedNodes, attributeName } of changes) {
      if (type === "characterData") translateText(target, translate, language);
      else if (attributeName) translateAttribute(/** @type {Element} */ (target), attributeName, translate);
      else for (const node of addedNodes) translateTree(node, translate, language);
    }
    observer.takeRecords(); // what was translated just now
  });
  const what = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document.body, { ...what, attributeFilter: ATTRIBUTES });
  translateTree(document.body, translate, language);
}

/** @param {Node} node @param {(text: string) => string} translate @param {string} language */
function translateTree(node, translate, language) {
  if (node.nodeType === Node.TEXT_NODE) return translateText(node, translate, language);
  if (!(node instanceof Element)) return;
  for (const name of ATTRIBUTES) translateAttribute(node, name, translate);
  for (const child of node.childNodes) translateTree(child, translate, language);
}

/** @param {Node} node @param {(text: string) => string} translate @param {string} language */
function translateText(node, translate, language) {
  const text = node.nodeValue ?? "";
  const parent = node.parentElement;
  if (!text.trim() || !parent || isKept(parent)) return;
  const found = translate(text);
  if (found !== text) {
    node.nodeValue = found;
    parent.setAttribute("lang", language);
  } else if (parent.getAttribute("lang") === language) parent.removeAttribute("lang");
}

/** @param {Element} element @param {string} name @param {(text: string) => string} translate */
function translateAttribute(element, name, translate) {
  const text = element.getAttribute(name);
  if (!text || isKept(element)) return;
  const found = translate(text);
  if (found !== text) element.setAttribute(name, found);
}

/** Whether an element has words of people in it. @param {Element} element */
const isKept = (element) => element.closest("[translate=no], textarea, .prose") !== null;

// Short, soft sounds, made by the browser itself or brought by the game; off until they are chosen in the settings.

import { soundOf } from "/js/lib/game-assets.js";
import { settings } from "/js/lib/settings.js";

/** Notes of each sound: frequency, start and length in seconds. @type {Record<string, [number, number, number][]>} */
const NOTES = {
  mine: [[392, 0, 0.09]],
  theirs: [
    [294, 0, 0.09],
    [330, 0.07, 0.1],
  ],
  turn: [
    [523, 0, 0.12],
    [659, 0.1, 0.22],
  ],
  end: [
    [392, 0, 0.16],
    [523, 0.14, 0.16],
    [659, 0.28, 0.4],
  ],
};
const VOLUME = 0.12;
const FILE_VOLUME = 0.5;

/** @type {AudioContext | null} */
let audio = null;

/** Plays a sound, if the player wants any. @param {"mine" | "theirs" | "turn" | "end"} name */
export function sound(name) {
  if (!settings().sound || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  for (const [frequency, start, length] of NOTES[name])
    note(audio, frequency, audio.currentTime + start, length);
}

/**
 * The sound of what was added to a match: a file of the game for the last event that has one, for a move or for the end,
 * or else one of those here.
 * @param {{entries: {kind: string, seat: number | null, events: {name: string}[]}[], changes?: {outcome?: unknown}}} message
 * @param {readonly number[]} mine the reader's seats
 * @param {string} game
 */
export function moveSound({ entries, changes }, mine, game) {
  const move = entries.filter(({ kind }) => kind === "move").at(-1);
  const events = entries.flatMap(({ events }) => events.map(({ name }) => soundOf(game, name)));
  const own = changes?.outcome
    ? soundOf(game, "end")
    : (events.filter(Boolean).at(-1) ?? (move && soundOf(game, "move")));
  if (own) file(own);
  else if (changes?.outcome) sound("end");
  else if (move) sound(mine.includes(move.seat ?? -1) ? "mine" : document.hidden ? "turn" : "theirs");
}

/** Plays a file, if the player wants sounds and the browser allows them. @param {string} address */
function file(address) {
  if (!settings().sound) return;
  const player = new Audio(address);
  player.volume = FILE_VOLUME;
  player.play().catch(() => undefined);
}

/** @param {AudioContext} context @param {number} frequency @param {number} at @param {number} length */
function note(context, frequency, at, length) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(VOLUME, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length + 0.02);
}

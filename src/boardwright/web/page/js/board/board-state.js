// What is taken on a board, how it is turned, where it is aimed at: one state, and what the player's actions make of it.
// Nothing here knows what is drawn, except for the squares of a piece, which `cellsOf` tells.

import { alike, goalOf, partOf } from "/js/lib/moves.js";
import { isSame, UPRIGHT, wayLike, waysOf } from "/js/zones/orientation.js";

/** @typedef {import("/js/lib/moves.js").Move} Move */
/** @typedef {import("/js/lib/moves.js").Gesture} Gesture */
/** @typedef {import("/js/zones/orientation.js").Orientation} Orientation */
/** @typedef {import("/js/zones/orientation.js").Cell} Cell */
/** @typedef {import("/js/zones/orientation.js").Way} Way */
/** @typedef {(part: string) => Cell[] | null} CellsOf */

/**
 * @typedef {object} BoardState
 * @property {Move[]} moves the legal moves
 * @property {string | null} hand the part that the game has put into the player's hand, so that pressing a target moves it
 * @property {string | null} taken
 * @property {Cell[] | null} cells the squares of what is taken
 * @property {Way[]} ways how what is taken can be turned
 * @property {Orientation} orientation
 * @property {string[]} picked the parts picked so far, of several
 * @property {Move | null} aimed the move that is previewed
 * @property {Move | null} unconfirmed the move that a second press confirms
 * @property {{part: string, moves: Move[]} | null} menu moves that are made alike, to choose from
 * @property {string[]} refused the parts that the last refusal names
 * @property {Effect | null} effect what is to be done outside
 */
/** @typedef {{kind: "play", move: Move} | {kind: "explain", gesture: Gesture}} Effect */

/**
 * A press: the `names` of the parts there, the innermost first, the move of what is taken that is `aimed` at, where
 * else it would go (`target`), and the piece that is shown `turned` there.
 * @typedef {{names: string[], aimed?: Move | null, target?: string, turned?: {part: string, turn: number} | null}} Pressed
 */
/** @typedef {{confirms?: boolean, touch?: boolean}} Manner whether moves are confirmed, and whether a finger makes them */

/** @type {BoardState} */
export const EMPTY = {
  moves: [],
  hand: null,
  taken: null,
  cells: null,
  ways: [],
  orientation: UPRIGHT,
  picked: [],
  aimed: null,
  unconfirmed: null,
  menu: null,
  refused: [],
  effect: null,
};

// Questions

/** Whether a part can be taken, to be put somewhere or for a number. @param {BoardState} state @param {string} part */
const isTakeable = ({ moves }, part) =>
  moves.some(
    ({ gesture }) => gesture.kind !== "press" && gesture.kind !== "pick" && partOf(gesture) === part,
  );

/** Whether a part can be taken and put somewhere. @param {BoardState} state @param {string} part */
export const isMovable = ({ moves }, part) =>
  moves.some(({ gesture }) => goalOf(gesture) !== "" && partOf(gesture) === part);

/** Whether a press on a part does something while nothing is taken. @param {BoardState} state @param {string} part */
export const isStart = ({ moves }, part) =>
  moves.some(({ gesture }) =>
    gesture.kind === "pick" ? gesture.parts.includes(part) : partOf(gesture) === part,
  );

/** The parts with which moves begin. @param {BoardState} state @returns {string[]} */
export const starts = ({ moves }) => [
  ...new Set(moves.flatMap(({ gesture }) => (gesture.kind === "pick" ? gesture.parts : [partOf(gesture)]))),
];

/** The moves that put what is taken somewhere, as it is turned now. @param {BoardState} state @returns {Move[]} */
export const choices = ({ ways, orientation }) =>
  ways.find((way) => isSame(way.orientation, orientation))?.moves ?? [];

/** How what is taken can be turned. @param {BoardState} state @returns {Orientation[]} */
export const orientations = ({ ways }) => ways.map(({ orientation }) => orientation);

/** Whether the player, and not the game, has taken or picked something. @param {BoardState} state */
export const isBusy = ({ taken, hand, picked }) => picked.length > 0 || (taken !== null && taken !== hand);

/** The moves that pick several parts, with the parts picked so far among them. @param {BoardState} state */
function picks({ moves, picked }) {
  return moves.flatMap((move) => {
    const { gesture } = move;
    const fits = gesture.kind === "pick" && picked.every((part) => gesture.parts.includes(part));
    return fits ? [{ move, parts: gesture.parts }] : [];
  });
}

/** The parts that can be picked or put back. @param {BoardState} state @returns {string[]} */
export const pickable = (state) => [...new Set(picks(state).flatMap(({ parts }) => parts))];

/** How many parts are to be picked, with those picked so far. @param {BoardState} state */
export const pickCount = (state) => picks(state)[0]?.parts.length ?? 0;

/** The moves that wait for a confirmation. @param {BoardState} state @returns {Move[]} */
export function ready(state) {
  if (state.unconfirmed) return [state.unconfirmed];
  if (!state.picked.length) return [];
  return picks(state).flatMap(({ move, parts }) => (parts.length === state.picked.length ? [move] : []));
}

/** The moves of what is taken for which a number is entered. @param {BoardState} state @returns {{number: number, move: Move}[]} */
export const numbers = ({ moves, taken }) =>
  moves.flatMap((move) => {
    const { gesture } = move;
    return gesture.kind === "enter" && gesture.part === taken ? [{ number: gesture.number, move }] : [];
  });

/** The parts that the keyboard can reach: where to go on, and unless the player has begun something, where to begin. @param {BoardState} state */
export function reachable(state) {
  const targets = choices(state).map(({ gesture }) => goalOf(gesture));
  const open = state.picked.length ? pickable(state) : [];
  const names = [...open, ...targets, ...(isBusy(state) ? [] : starts(state))];
  return [...new Set(names)].filter((name) => name !== state.taken);
}

// Actions: each returns the state after it.

/** Forgets the preview, the unconfirmed move, the menu and the last refusal. @param {BoardState} state @returns {BoardState} */
const calm = (state) => ({ ...state, aimed: null, unconfirmed: null, menu: null, refused: [] });

/** Begins with new moves; what was taken stays taken if it can still be. @param {BoardState} before @param {Move[]} moves @param {string | null} hand @param {CellsOf} cellsOf @returns {BoardState} */
export function begin(before, moves, hand, cellsOf) {
  const state = { ...EMPTY, moves, hand, taken: before.taken, orientation: before.orientation };
  const isKept = before.taken !== null && isTakeable(state, before.taken);
  return take(state, isKept ? before.taken : null, cellsOf);
}

/** Takes a part; with null the one that is in the player's hand by the rules, or none. @param {BoardState} state @param {string | null} part @param {CellsOf} cellsOf @returns {BoardState} */
export function take(state, part, cellsOf) {
  const taken = part ?? state.hand;
  const own = state.moves.filter(({ gesture }) => goalOf(gesture) !== "" && partOf(gesture) === taken);
  const cells = taken === null || !own.length ? null : cellsOf(taken);
  const ways = waysOf(cells, own);
  const kept = taken === state.taken ? wayLike(cells, ways, state.orientation) : undefined;
  const orientation = (kept ?? ways[0])?.orientation ?? UPRIGHT;
  return { ...calm(state), taken, cells, ways, orientation, picked: [] };
}

/** Turns what is taken. @param {BoardState} state @param {1 | -1} direction */
export function turn(state, direction) {
  const turns = orientations(state).filter((one) => one.flip === state.orientation.flip);
  const now = turns.findIndex((one) => one.turn === state.orientation.turn);
  return orient(state, turns[(now + direction + turns.length) % turns.length]);
}

/** Flips what is taken. @param {BoardState} state */
export function flip(state) {
  const others = orientations(state).filter((one) => one.flip !== state.orientation.flip);
  return orient(state, others.find((one) => one.turn === state.orientation.turn) ?? others[0]);
}

/** @param {BoardState} state @param {Orientation | undefined} orientation @returns {BoardState} */
export function orient(state, orientation) {
  return !orientation || isSame(orientation, state.orientation) ? state : { ...calm(state), orientation };
}

/** Previews a move, or none. @param {BoardState} state @param {Move | null} move @returns {BoardState} */
export const aim = (state, move) =>
  move === state.aimed ? state : { ...state, aimed: move, unconfirmed: null };

/** Marks the parts that a refusal names. @param {BoardState} state @param {string[]} refused @returns {BoardState} */
export const refuse = (state, refused) => ({ ...state, refused });

/** Picks a part, or puts it back. @param {BoardState} state @param {string} part @returns {BoardState} */
export function pick(state, part) {
  const { picked } = state;
  const isPicked = picked.includes(part);
  return { ...calm(state), picked: isPicked ? picked.filter((name) => name !== part) : [...picked, part] };
}

/**
 * Presses parts. What begins there is begun, or put back; a part that is pressed for a move makes it, or opens a menu
 * if there are several moves, or if something else has begun with the press, too. Picking goes on before anything else.
 * @param {BoardState} state @param {Pressed} pressed @param {Manner} manner @param {CellsOf} cellsOf @returns {BoardState}
 */
export function activate(state, { names, aimed = null, target, turned = null }, manner, cellsOf) {
  if (state.taken !== null && aimed) return put(state, aimed, manner);
  const open = pickable(state);
  const part = names.find((name) => open.includes(name) || isStart(state, name));
  if (part === undefined) {
    if (turned && isTakeable(state, turned.part)) return takeTurned(state, turned, cellsOf);
    return target === undefined ? closed(state) : explain(closed(state), target);
  }
  if (state.menu?.part === part) return closed(state);
  const pressed = state.moves.find(({ gesture }) => gesture.kind === "press" && gesture.part === part);
  const presses = pressed ? alike(state.moves, pressed) : [];
  const [isOpen, canTake] = [open.includes(part), isTakeable(state, part)];
  if (!isOpen && !canTake) return choose(state, presses, part, manner);
  const isBack = part === state.taken || state.picked.includes(part);
  const held = take(state, canTake && !isBack ? part : null, cellsOf);
  const next = isOpen ? pick({ ...held, picked: state.picked }, part) : held;
  const isMore = state.picked.length > 0 || isBack;
  return presses.length && !isMore ? { ...next, menu: { part, moves: presses } } : next;
}

/** @param {BoardState} state @param {{part: string, turn: number}} turned @param {CellsOf} cellsOf */
function takeTurned(state, { part, turn: turns }, cellsOf) {
  const held = state.taken === part ? state : take(state, part, cellsOf);
  return orient(held, { turn: turns, flip: false });
}

/** @param {BoardState} state @returns {BoardState} */
const closed = (state) => (state.menu ? { ...state, menu: null } : state);

/** Makes the one of these moves, or opens a menu beside a part if there are several. @param {BoardState} state @param {Move[]} moves @param {string} part @param {Manner} manner @returns {BoardState} */
function choose(state, moves, part, manner) {
  if (moves.length > 1) return { ...calm(state), menu: { part, moves } };
  return moves.length ? make(state, moves[0], manner) : state;
}

/** Makes a move, or asks which of those that are made like it. @param {BoardState} state @param {Move} move @param {Manner} [manner] */
export const put = (state, move, manner = {}) =>
  choose(state, alike(state.moves, move), goalOf(move.gesture) || partOf(move.gesture), manner);

/** Plays a move, or asks for a confirmation first. @param {BoardState} state @param {Move} move @param {Manner} [manner] @returns {BoardState} */
export function make(state, move, { confirms = false, touch = false } = {}) {
  if ((confirms || (touch && move.covers.length > 1)) && state.unconfirmed !== move)
    return { ...calm(state), aimed: move, unconfirmed: move };
  const after = { ...calm(state), taken: null, cells: null, ways: [], picked: [] };
  return { ...after, aimed: move, effect: { kind: "play", move } };
}

/** Confirms what waits for it. @param {BoardState} state */
export function confirm(state) {
  const moves = ready(state);
  return choose(state, moves, state.picked.at(-1) ?? "", {});
}

/** Makes the move with a number; the same state if there is none. @param {BoardState} state @param {number} number */
export function enter(state, number) {
  const moves = numbers(state).flatMap((each) => (each.number === number ? [each.move] : []));
  return choose(state, moves, state.taken ?? "", {});
}

/** Closes the menu, or puts back what is taken or picked. @param {BoardState} state @param {CellsOf} cellsOf */
export const cancel = (state, cellsOf) => (state.menu ? closed(state) : take(state, null, cellsOf));

/** Asks why what is taken cannot go to a part. @param {BoardState} state @param {string} target @returns {BoardState} */
export function explain(state, target) {
  const { taken, orientation, ways } = state;
  const like = ways.find(({ moves }) => moves.length)?.moves[0].gesture;
  if (taken === null || target === taken || !like) return state;
  /** @type {Gesture} */
  const gesture =
    like.kind === "put"
      ? { kind: "put", piece: taken, cell: target, ...orientation }
      : { kind: "drag", part: taken, to: target };
  return { ...state, effect: { kind: "explain", gesture } };
}

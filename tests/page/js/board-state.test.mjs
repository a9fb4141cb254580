// What the player's actions make of the state of a board, without a browser.

import assert from "node:assert/strict";
import test from "node:test";

const actions = await import("/js/board/board-state.js");
const { change, hint } = await import("/js/board/caption.js");
const { expandMoves } = await import("/js/lib/moves.js");

const { EMPTY, aim, begin, cancel, choices, confirm, enter, flip, make, orient } = actions;
const { pick, pickable, activate, put, reachable, ready, refuse, starts, take, turn } = actions;

const flat = () => null;
const move = (text, gesture, covers = []) => ({ text, seat: 0, gesture, covers, label: `do ${text}` });
const drag = (part, to) => move(`${part}-${to}`, { kind: "drag", part, to });
const tap = (part, text = part) => move(text, { kind: "press", part });
const lay = (piece, cell, turn = 0, flip = false, covers = []) =>
  move(`${piece}@${cell} ${turn}${flip}`, { kind: "put", piece, cell, turn, flip }, covers);
const some = (...parts) => move(`give ${parts}`, { kind: "pick", parts });
const bid = (number) => move(`bid ${number}`, { kind: "enter", part: "bid", number });

const starting = (moves, hand = null, cellsOf = flat) => begin(EMPTY, moves, hand, cellsOf);
const at = (...names) => ({ names, target: names[0] });
const pressing = (state, name, manner = {}) => activate(state, at(name), manner, flat);
const isFrozen = (state) => Object.freeze(state);

test("a press on a part with one move plays it", () => {
  const [pass] = [tap("pass")];
  const state = isFrozen(starting([pass]));
  assert.deepEqual(pressing(state, "pass").effect, { kind: "play", move: pass });
  assert.equal(state.effect, null);
  assert.equal(pressing(state, "elsewhere"), state);
});

test("a part is taken, put back, and put where its moves go", () => {
  const moves = [drag("a1", "b1"), drag("a1", "c1"), drag("a2", "b1")];
  const state = starting(moves);
  assert.deepEqual(starts(state), ["a1", "a2"]);
  assert.deepEqual(reachable(state), ["a1", "a2"]);
  const taken = pressing(state, "a1");
  assert.equal(taken.taken, "a1");
  assert.deepEqual(choices(taken), moves.slice(0, 2));
  assert.deepEqual(reachable(taken), ["b1", "c1"]);
  assert.equal(pressing(taken, "a1").taken, null);
  assert.equal(pressing(taken, "a2").taken, "a2");
  const made = activate(taken, { ...at("c1"), aimed: moves[1] }, {}, flat);
  assert.deepEqual(made.effect, { kind: "play", move: moves[1] });
  assert.deepEqual([made.taken, made.aimed], [null, moves[1]]);
  assert.equal(cancel(taken, flat).taken, null);
});

test("what cannot go somewhere is asked about by its gesture", () => {
  const dragged = pressing(starting([drag("a1", "b1")]), "a1");
  assert.deepEqual(pressing(dragged, "d4").effect.gesture, { kind: "drag", part: "a1", to: "d4" });
  const turned = turn(pressing(starting([lay("L", "a1", 0), lay("L", "a1", 1)]), "L"), 1);
  const gesture = { kind: "put", piece: "L", cell: "d4", turn: 1, flip: false };
  assert.deepEqual(pressing(turned, "d4").effect, { kind: "explain", gesture });
});

test("a piece turns and flips through the ways it can lie", () => {
  const state = starting([
    lay("L", "a1", 0),
    lay("L", "b1", 2),
    lay("L", "c1", 2, true),
    lay("L", "c1", 3, true),
  ]);
  const taken = take(state, "L", flat);
  assert.deepEqual(taken.orientation, { turn: 0, flip: false });
  assert.deepEqual(turn(taken, 1).orientation, { turn: 2, flip: false });
  assert.deepEqual(turn(turn(taken, 1), 1).orientation, { turn: 0, flip: false });
  assert.deepEqual(turn(taken, -1).orientation, { turn: 2, flip: false });
  const flipped = flip(turn(taken, 1));
  assert.deepEqual(flipped.orientation, { turn: 2, flip: true });
  assert.deepEqual(turn(flipped, 1).orientation, { turn: 3, flip: true });
  assert.equal(flip(flip(taken)).orientation.flip, false);
  assert.equal(orient(taken, taken.orientation), taken);
});

test("a piece of several squares turns every way in which it looks different", () => {
  const domino = () => [
    [0, 0],
    [1, 0],
  ];
  const taken = take(starting([lay("I2", "a1", 1)]), "I2", domino);
  assert.deepEqual(
    taken.ways.map(({ moves }) => moves.length),
    [0, 1],
  );
  assert.match(
    hint(taken, "Move.", (part) => part),
    /^I2: fits nowhere turned like this/,
  );
  assert.equal(hint(turn(taken, 1), "Move.", String), "Move.");
});

test("a piece that is shown turned is taken like that", () => {
  const state = starting([lay("top", "a1", 0), lay("top", "a1", 2)], "top");
  const pressed = activate(state, { names: ["top r2"], turned: { part: "top", turn: 2 } }, {}, flat);
  assert.deepEqual([pressed.taken, pressed.orientation], ["top", { turn: 2, flip: false }]);
});

test("what the game puts into the hand is taken, and taken again", () => {
  const state = starting([drag("die", "a1"), tap("pass")], "die");
  assert.equal(state.taken, "die");
  assert.deepEqual(reachable(state), ["a1", "pass"]);
  assert.equal(cancel(state, flat).taken, "die");
});

test("what is taken stays taken, turned as it is, while it can be", () => {
  const moves = [lay("L", "a1", 0), lay("L", "b1", 1)];
  const taken = turn(take(starting(moves), "L", flat), 1);
  const again = begin(taken, moves, null, flat);
  assert.deepEqual([again.taken, again.orientation.turn], ["L", 1]);
  assert.equal(begin(taken, [drag("M", "a1")], null, flat).taken, null);
});

test("a second press confirms, where moves are confirmed or a finger might be wrong", () => {
  const [large, small] = [lay("L", "a1", 0, false, ["a1", "a2"]), lay("S", "a1")];
  const state = take(starting([large, small]), "L", flat);
  const asked = put(state, large, { touch: true });
  assert.deepEqual([asked.effect, asked.unconfirmed, ready(asked)], [null, large, [large]]);
  assert.equal(hint(asked, "", String), "Once more: do L@a1 0false");
  assert.equal(change(state, asked, String), "do L@a1 0false. Once more to confirm.");
  assert.equal(put(asked, large, { touch: true }).effect.move, large);
  assert.equal(confirm(asked).effect.move, large);
  assert.equal(aim(asked, null).unconfirmed, null);
  assert.equal(put(state, small, { touch: true }).effect.move, small);
  assert.equal(put(state, small, { confirms: true }).unconfirmed, small);
});

test("several moves that are made alike open a menu", () => {
  const [keep, sell, pass] = [tap("c", "keep c"), tap("c", "sell c"), tap("pass")];
  const state = starting([keep, sell, pass]);
  const open = pressing(state, "c");
  assert.deepEqual([open.menu, open.effect], [{ part: "c", moves: [keep, sell] }, null]);
  assert.equal(make(open, sell).effect.move, sell);
  assert.equal(make(open, sell).menu, null);
  for (const shut of [pressing(open, "c"), pressing(open, "x"), cancel(open, flat)])
    assert.deepEqual([shut.menu, shut.effect], [null, null]);
  assert.equal(pressing(open, "pass").effect.move, pass);
  const alike = [{ ...drag("a", "b"), text: "swap" }, drag("a", "b")];
  const put = activate(take(starting(alike), "a", flat), { ...at("b"), aimed: alike[1] }, {}, flat);
  assert.deepEqual(put.menu, { part: "b", moves: alike });
});

test("of two seats that can do the same, the first does it", () => {
  const [one, other] = [tap("pass"), { ...tap("pass"), seat: 1 }];
  assert.equal(pressing(starting([one, other]), "pass").effect.move, one);
});

test("a part that is pressed and dragged is taken, with a menu of what a press does", () => {
  const [clear, carry] = [tap("a1", "clear"), drag("a1", "b1")];
  const open = pressing(starting([clear, carry]), "a1");
  assert.deepEqual([open.taken, open.menu], ["a1", { part: "a1", moves: [clear] }]);
  assert.deepEqual(choices(open), [carry]);
  const closed = cancel(open, flat);
  assert.deepEqual([closed.taken, closed.menu], ["a1", null]);
  assert.equal(pressing(closed, "a1").taken, null);
});

test("several parts are picked, put back and confirmed", () => {
  const moves = [some("1", "2", "3"), some("1", "3", "4"), tap("pass")];
  const state = starting(moves);
  assert.deepEqual(starts(state), ["1", "2", "3", "4", "pass"]);
  const [one, two] = [pressing(state, "4"), pressing(pressing(state, "4"), "1")];
  assert.deepEqual(pickable(one), ["1", "3", "4"]);
  assert.deepEqual(reachable(two), ["1", "3", "4"]);
  assert.equal(hint(two, "", String), "2 of 3 chosen");
  assert.deepEqual(pressing(two, "1").picked, ["4"]);
  const three = pick(two, "3");
  assert.deepEqual(ready(two), []);
  assert.deepEqual(ready(three), [moves[1]]);
  assert.equal(change(two, three, String), "3 chosen. Press Confirm.");
  assert.equal(confirm(three).effect.move, moves[1]);
  assert.equal(confirm(two), two);
  assert.deepEqual(cancel(three, flat).picked, []);
});

test("a card can be picked and dragged", () => {
  const moves = [some("1", "2"), drag("1", "a1"), drag("2", "a1")];
  const both = pressing(pressing(starting(moves), "1"), "2");
  assert.deepEqual([both.picked, both.taken], [["1", "2"], "2"]);
  assert.equal(confirm(both).effect.move, moves[0]);
  assert.equal(activate(both, { ...at("a1"), aimed: moves[2] }, {}, flat).effect.move, moves[2]);
});

test("a card that can be picked and played has a menu until more cards are picked", () => {
  const moves = [some("1", "2"), tap("1", "play 1"), tap("2", "play 2")];
  const first = pressing(starting(moves), "1");
  assert.deepEqual([first.picked, first.menu], [["1"], { part: "1", moves: [moves[1]] }]);
  const second = pressing(first, "2");
  assert.deepEqual([second.picked, second.menu, second.effect], [["1", "2"], null, null]);
});

test("a number is entered for a button", () => {
  const moves = [bid(1), bid(7)];
  const taken = pressing(starting(moves), "bid");
  assert.equal(taken.taken, "bid");
  assert.equal(enter(taken, 7).effect.move, moves[1]);
  assert.equal(enter(taken, 3), taken);
  assert.equal(hint(taken, "Bid.", String), "Bid.");
});

test("a refusal is shown until the next action", () => {
  const refused = refuse(starting([drag("a1", "b1")]), ["b1"]);
  assert.deepEqual(refused.refused, ["b1"]);
  assert.deepEqual(pressing(refused, "a1").refused, []);
});

test("groups are expanded to the moves with their gestures", () => {
  const names = ["a,1", "a,2", "b,1", "c1", "c2"];
  const groups = [
    { kind: "press", values: [3, "x"], text: ["do ", ""], label: ["do it"] },
    { kind: "drag", part: "c1", values: [4], text: ["c1-", ""], label: ["", ""] },
    {
      kind: "put",
      piece: "P",
      turn: 1,
      values: [0],
      covers: [0, 2],
      text: ["P@", ""],
      label: ["row ", ", ", ""],
    },
    { kind: "pick", values: [[3, 4]], text: ["give ", ",", ""], label: ["give"] },
    { kind: "enter", part: "bid", values: [12], text: ["bid ", ""], label: ["bid ", ""] },
  ];
  const made = expandMoves([{ seat: 1, groups }], names);
  assert.deepEqual(
    made.map(({ text, label }) => [text, label]),
    [
      ["do c1", "do it"],
      ["do x", "do it"],
      ["c1-c2", "c2"],
      ["P@a,1", "row a, 1"],
      ["give c1,c2", "give"],
      ["bid 12", "bid 12"],
    ],
  );
  assert.deepEqual(made[3].gesture, { kind: "put", piece: "P", cell: "a,1", turn: 1, flip: false });
  assert.deepEqual(made[3].covers, ["a,1", "b,1"]);
  assert.deepEqual(made[4].gesture, { kind: "pick", parts: ["c1", "c2"] });
  assert.deepEqual(made[5].gesture, { kind: "enter", part: "bid", number: 12 });
});

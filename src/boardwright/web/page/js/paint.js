// What is drawn over the picture of a board: marks for what can be taken and where it can go, and the line above it.

/** @typedef {import("/js/board.js").Board} Board */

/** Draws all marks anew. @param {Board} board */
export function paint(board) {
  const { marks, subject, held } = board;
  measure(board);
  board.host.dataset.subject = subject ?? "";
  board.host.dataset.turn = String(board.orientation.turn);
  board.host.dataset.flip = String(board.orientation.flip);
  marks.clear();
  held.hide();
  for (const name of touched(board)) marks.frame(name, "bw-last");
  const isLoose = subject !== null && subject !== board.inHand();
  for (const name of board.subjects()) {
    marks.makeButton(name, name === subject ? "bw-taken" : "bw-subject");
    if (!isLoose && name !== subject) marks.frame(name, "bw-subject-frame");
  }
  if (subject !== null) {
    marks.orient(subject, board.orientation);
    marks.frame(subject, "bw-taken-frame");
    marks.targets(board.choices());
    board.picks.paint();
  }
  for (const name of board.pointed) marks.frame(name, "bw-pointed");
  for (const name of board.refused) marks.frame(name, "bw-refused");
  marks.ghost(board.ghost ?? board.suggestion);
  if (!board.ghost) {
    board.say(hint(board));
    if (subject !== null && held.pointer) held.follow(held.pointer.x, held.pointer.y);
  }
  board.showControls();
  board.keyboard.updateTabStop();
}

/** Reads all boxes before anything is drawn: each read after a change would make the browser lay out again. @param {Board} board */
function measure(board) {
  const moves = board.subject === null ? [] : board.choices();
  for (const name of [...touched(board), ...board.refused, ...board.pointed, ...board.subjects()])
    board.parts.box(name);
  for (const move of moves) for (const name of [move.target, ...move.covers]) board.parts.box(name);
}

/** The parts where the moves since the last turn ended. @param {Board} board @returns {string[]} */
export function touched(board) {
  const names = board.steps.flatMap(({ covers, target }) =>
    covers.length ? covers : target ? [target] : [],
  );
  return [...new Set(names)];
}

/** What can be done with what is taken, or what the game asks for. @param {Board} board */
export function hint(board) {
  const { subject, picks, parts } = board;
  if (subject === null || subject === board.inHand()) return board.prompt;
  const gathered = picks.ways()[0]?.parts.length;
  if (gathered) return `${parts.label(subject)}: ${picks.names.size} of ${gathered} chosen`;
  if (board.choices().length) return board.prompt;
  return `${parts.label(subject)}: fits nowhere turned like this. Turn it, or put it back.`;
}

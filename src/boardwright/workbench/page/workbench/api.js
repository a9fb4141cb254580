// Requests of the workbench's page, and news of the server.

/** @typedef {import("/workbench/received.d.ts").BenchState} State */
/** @typedef {import("/workbench/sent.d.ts").BenchCommand} Command */

/** @returns {Promise<State>} */
export async function load() {
  return (await fetch("/api/state")).json();
}

/** Asks for something; throws what the server says against it. @param {Command} command @returns {Promise<State>} */
export async function ask(command) {
  const response = await fetch("/api/do", { method: "POST", body: JSON.stringify(command) });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.said?.text ?? answer.text, answer.said?.marks ?? []);
  return answer;
}

export class Refused extends Error {
  /** @param {string} text @param {string[]} marks the parts of the picture concerned */
  constructor(text, marks) {
    super(text);
    this.marks = marks;
  }
}

/** Calls `act` whenever something has changed. @param {() => void} act */
export function onNews(act) {
  new EventSource("/api/news").addEventListener("message", act);
}

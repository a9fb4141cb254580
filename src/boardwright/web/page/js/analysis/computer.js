// The computer on the analysis screen: the analysis of a whole match as it is computed, and studies of single positions.

import { ensureSession, get, post, request } from "/js/lib/api.js";
import { attempt, button, h } from "/js/lib/dom.js";
import { download } from "/js/lib/download.js";

/** @typedef {import("/js/received.d.ts").MatchAnalysis} MatchAnalysis */
/** @typedef {import("/js/received.d.ts").Moment} Moment */

export class Computer {
  /** @param {string} match @param {() => void} changed called when more moves are analyzed */
  constructor(match, changed) {
    this.match = match;
    this.changed = changed;
    /** @type {Moment[]} */
    this.moments = [];
    this.total = 0;
    /** @type {MatchAnalysis["status"]} */
    this.status = "none";
    this.isClosed = false;
    this.progress = h("p", { class: "quiet", id: "progress", role: "status" });
    this.start = button("analyze", "Analyze", () => this.run(), { class: "primary" });
    this.stop = button("stop", "Stop", () => attempt(() => request("DELETE", `/matches/${match}/analysis`)));
    this.place = h("div", { class: "row" }, this.start, this.stop, this.progress);
    this.draw();
  }

  close() {
    this.isClosed = true;
  }

  /** Shows what is stored, and follows an analysis that is in progress. */
  async load() {
    await attempt(async () => this.add(await get(`/matches/${this.match}/analysis`)));
    if (this.status === "running") attempt(() => this.follow());
  }

  /** Starts or continues the analysis, and follows it. */
  async run() {
    await attempt(async () => {
      await ensureSession();
      this.moments = [];
      this.add(await post(`/matches/${this.match}/analysis`));
      await this.follow();
    });
  }

  async follow() {
    while (this.status === "running" && !this.isClosed)
      this.add(await get(`/matches/${this.match}/analysis?after=${this.moments.length}&wait=true`));
  }

  /** @param {MatchAnalysis} news */
  add(news) {
    if (this.isClosed) return;
    this.moments = [...this.moments.slice(0, news.first), ...news.moments];
    this.total = news.total;
    this.status = news.status;
    this.draw();
    this.changed();
  }

  draw() {
    const { status, moments, total } = this;
    this.start.hidden = status === "running" || status === "done";
    this.start.textContent = status === "stopped" ? "Continue the analysis" : "Analyze";
    this.stop.hidden = status !== "running";
    this.progress.textContent = total && status !== "none" ? progressText(status, moments, total) : "";
  }

  /** The analysis of the move of an entry. @param {number} entry */
  moment(entry) {
    return this.moments.find((moment) => moment.number === entry);
  }
}

/** @param {MatchAnalysis["status"]} status @param {Moment[]} moments @param {number} total */
function progressText(status, moments, total) {
  if (status !== "done") return `${moments.length} of ${total} moves analyzed`;
  const turning = moments.filter((moment) => moment.mark === "turning_point").length;
  return `${total} moves analyzed, ${turning === 1 ? "1 turning point" : `${turning} turning points`}`;
}

/** Downloads the record of a match with comments. @param {string} match */
export const annotatedButton = (match) =>
  button("annotated", "Annotated record", () =>
    download(`/api/matches/${match}/analysis/record`, `${match}.annotated.jsonl`),
  );

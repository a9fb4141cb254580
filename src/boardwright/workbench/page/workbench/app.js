// The workbench: a game under development from all seats, with its state, its steps and the tools of an author.

import { h, toast } from "/js/lib/dom.js";
import { addFonts, extrasOf } from "/js/lib/game-assets.js";
import { apply } from "/js/lib/settings.js";
import { translatePage } from "/js/i18n/translate.js";
import { ask, load, onNews } from "/workbench/api.js";
import { Boards } from "/workbench/boards.js";
import { fields } from "/workbench/fields.js";
import { Header } from "/workbench/header.js";
import { Timeline } from "/workbench/timeline.js";
import { Tools } from "/workbench/tools.js";

/** @typedef {import("/workbench/received.d.ts").BenchState} State */
/** @typedef {import("/workbench/sent.d.ts").BenchCommand} Command */
/** @typedef {(command: Command) => Promise<State | null>} Do */

apply();
addFonts();
translatePage();

class Workbench {
  constructor() {
    /** @type {Do} */
    const act = (command) => this.do(command);
    this.news = -1;
    this.header = new Header(act);
    this.fault = h("p", { class: "fault", id: "fault", hidden: true });
    this.boards = new Boards(act);
    this.timeline = new Timeline(act);
    this.fields = h("div", { class: "fields", id: "fields", translate: "no" });
    this.tools = new Tools(act, this.fields);
    const main = document.getElementById("main");
    main?.replaceChildren(this.fault, this.timeline.element, this.boards.element, this.tools.element);
    /** @type {State["shown"]} */
    this.shown = null;
  }

  /** @param {Command} command */
  async do(command) {
    try {
      const state = await ask(command);
      this.show(state);
      return state;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
      if (error instanceof Error && "marks" in error) throw error;
      return null;
    }
  }

  /** @param {State} state */
  show(state) {
    if (state.news < this.news) return;
    this.news = state.news;
    const { about, shown, status } = state;
    const isTold = !about || JSON.stringify(about.extras) === JSON.stringify(extrasOf(about.name));
    if (!isTold) location.reload(); // for other texts, sounds or another font
    document.title = `${about?.title ?? "…"}: workbench`;
    this.header.show(state);
    const faults = [status.error, shown?.problem, ...(shown?.problems ?? [])].filter(Boolean);
    this.fault.textContent = faults.join("\n");
    this.fault.hidden = faults.length === 0;
    this.tools.show(state);
    if (!shown) return;
    const isNew = JSON.stringify(shown) !== JSON.stringify(this.shown);
    this.shown = shown;
    if (!isNew) return;
    this.boards.show(shown);
    this.timeline.show(shown);
    this.fields.replaceChildren(
      fields(shown.fields, shown.before, (position) => this.do({ do: "set", position }).catch(() => null)),
    );
  }
}

const workbench = new Workbench();
onNews(() => load().then((state) => workbench.show(state)));

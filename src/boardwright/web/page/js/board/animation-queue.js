// The pace of a match: a change is shown only after the moves before it have been seen.

/** @template T */
export class AnimationQueue {
  /** @param {() => number} seenAt when all moves shown so far will have been seen @param {(item: T) => void} show */
  constructor(seenAt, show) {
    this.seenAt = seenAt;
    this.show = show;
    /** @type {T[]} */
    this.waiting = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Shows something now, or after what waits already. @param {T} item */
  add(item) {
    this.waiting.push(item);
    if (this.timer === undefined) this.next();
  }

  next() {
    this.timer = undefined;
    while (this.waiting.length) {
      const left = this.seenAt() - performance.now();
      if (left > 0) {
        this.timer = setTimeout(() => this.next(), left);
        return;
      }
      this.show(/** @type {T} */ (this.waiting.shift()));
    }
  }

  /** Forgets what waits. */
  clear() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }
}

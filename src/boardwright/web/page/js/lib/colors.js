// The colors of seats.

import { svg } from "/js/lib/dom.js";

/** Dots in the colors of a seat; the words are in their titles. @param {{name: string, fill: string}[] | undefined} colors @returns {SVGElement[]} */
export function dots(colors) {
  return (colors ?? []).map(({ name, fill }) => {
    const dot = svg("svg", {
      class: `dot tint-${name}`,
      viewBox: "0 0 10 10",
      role: "img",
      "aria-label": name,
    });
    const title = svg("title", {});
    title.textContent = name;
    dot.append(
      title,
      svg("circle", { cx: 5, cy: 5, r: 4.5, fill, stroke: "currentColor", "stroke-width": 0.6 }),
    );
    return dot;
  });
}

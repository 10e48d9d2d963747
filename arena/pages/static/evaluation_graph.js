// What the engines thought of their chances, ply by ply; a click goes there.

import { cut, html, svg, titled } from "podesta/svg";

const WIDTH = 720;
const HEIGHT = 120;
const PAD = 6;

// Rows of [ply, seat, own value less the mean of the others].
export function evaluations(match, view) {
  const rows = [];
  match.decisions.forEach((decision, index) => {
    if (!decision.values || decision.values.length !== match.names.length) return;
    if (view !== null && decision.seat !== view) return;
    const numbers = decision.values.map((number) => (number === null ? NaN : number));
    const others = numbers.filter((_, seat) => seat !== decision.seat);
    const mean = others.length ? others.reduce((a, b) => a + b, 0) / others.length : 0;
    const own = numbers[decision.seat] - mean;
    if (Number.isFinite(own)) rows.push([index + 1, decision.seat, own]);
  });
  return rows;
}

// The largest of 1, 2 or 5 times a power of ten up to there: a number that a scale may bear.
export function tickUpTo(top) {
  const power = 10 ** Math.floor(Math.log10(top));
  return Number((([5, 2].find((many) => many * power <= top) ?? 1) * power).toPrecision(1));
}

// The numbers beside the graph, each level with its line. They are no part of the picture, which
// is stretched to the width of the page, as letters must not be.
function scale(ticks) {
  return html("div", { class: "scale" }, ticks.map(([text, y]) => {
    const tick = html("span", {}, text);
    tick.style.top = `${y}px`;
    return tick;
  }));
}

const legend = (match, seats) =>
  html("p", { class: "legend" },
    seats.map((seat) => html("span", { class: `evaluator seat-${seat}` }, `${seat} ${cut(match.names[seat], 32)}`)),
    html("span", { class: "faint" }, "each by its own evaluation, less the mean of the others'; above 0 it thinks itself ahead"));

export function evaluationGraph(match, view, go) {
  const rows = evaluations(match, view);
  if (rows.length < 2) return { element: null, mark: () => {} };
  const last = Math.max(match.lastPly, 1);
  // Scores that mean "won" are far larger than all others: the scale ends at the 95th of 100.
  const sizes = rows.map((row) => Math.abs(row[2])).sort((a, b) => a - b);
  const top = sizes[Math.floor((sizes.length - 1) * 0.95)] * 1.1 || 1;
  const x = (ply) => PAD + ((WIDTH - 2 * PAD) * ply) / last;
  const y = (own) => HEIGHT / 2 - (Math.max(-1, Math.min(1, own / top)) * (HEIGHT - 2 * PAD)) / 2;
  const seats = [...new Set(rows.map((row) => row[1]))].sort();
  const tick = tickUpTo(top);
  const ticks = [[`+${tick}`, y(tick)], ["0", y(0)], [`−${tick}`, y(-tick)]];
  const marker = svg("line", { class: "now", y1: 0, y2: HEIGHT });
  const graph = svg(
    "svg",
    { class: "evaluations", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "Evaluations by ply; click to go to a ply" },
    ticks.map(([text, at]) => svg("line", { class: text === "0" ? "zero" : "rule", x1: 0, x2: WIDTH, y1: at, y2: at })),
    seats.map((seat) =>
      titled(
        svg("polyline", {
          class: `line seat-${seat}`,
          points: rows.filter((row) => row[1] === seat).map((row) => `${x(row[0]).toFixed(1)},${y(row[2]).toFixed(1)}`).join(" "),
        }),
        match.names[seat],
      ),
    ),
    rows.map((row) => svg("circle", { class: `dot seat-${row[1]}`, cx: x(row[0]).toFixed(1), cy: y(row[2]).toFixed(1), r: 2.5 })),
    marker,
  );
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH;
    go(Math.round(((share - PAD) / (WIDTH - 2 * PAD)) * last));
  });
  const plies = html("div", { class: "plies" }, ["0", "ply", String(last)].map((text) => html("span", {}, text)));
  return {
    element: html("div", {}, html("div", { class: "scaled" }, scale(ticks), graph, plies), legend(match, seats)),
    mark: (ply) => {
      marker.setAttribute("x1", x(ply));
      marker.setAttribute("x2", x(ply));
    },
  };
}

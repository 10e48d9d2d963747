// Bologna from above and a little from the south: what is higher on the page stands farther away.

import { CELL, COLOURS, TRIANGLES, drawPiece, front } from "podesta/bologna_pieces";
import { supply, track } from "podesta/bologna_stock";
import { cut, label, polygon, svg, titled } from "podesta/svg";

const GAP = 30;
const ROOM_ABOVE = 78;

function rowsOf(position, data, number) {
  if (position.districts.length) return position.districts[number].rows;
  const tile = data.tiles[number];
  return position.city[number] === "A" ? tile.side_a : tile.side_b;
}

function ground(rows) {
  const cells = [];
  rows.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      if (letter === "#") return;
      const corners = TRIANGLES[letter] ?? [[0, 0], [1, 0], [1, 1], [0, 1]];
      cells.push([letter, corners.map(([x, y]) => [(c + x) * CELL, (r + y) * CELL])]);
    }),
  );
  return [
    svg("g", { class: "city-wall" }, cells.map(([, points]) => polygon(points))),
    svg("g", {}, cells.map(([letter, points]) => polygon(points, { class: letter in TRIANGLES ? "garden" : "square" }))),
  ];
}

function district(position, data, number, context) {
  const rows = rowsOf(position, data, number);
  const all = position.pieces;
  const pieces = all.map((piece, order) => ({ piece, order })).filter(({ piece }) => piece.district === number + 1);
  pieces.sort((a, b) => front(a.piece) - front(b.piece) || a.order - b.order);
  const yards = context.courtyards.filter((yard) => yard.district === number + 1);
  const worth = pieces.reduce((sum, { piece }) =>
    sum + (piece.kind === "PIECE_KIND_LANDMARK" ? piece.size : piece.kind === "PIECE_KIND_SCHOOL" ? 1 : 0), 0);
  const width = Math.max(...rows.map((row) => row.length)) * CELL;
  const height = rows.length * CELL;
  return {
    width,
    height,
    parts: [
      ...ground(rows),
      svg("g", {}, yards.flatMap((yard) => yard.squares.map((square) =>
        titled(
          svg("rect", {
            class: `courtyard ${yard.winner === null ? "" : COLOURS[yard.winner]}`,
            x: square.column * CELL + 2, y: square.row * CELL + 2, width: CELL - 4, height: CELL - 4, rx: 3,
          }),
          `courtyard of ${yard.squares.length}, ${yard.winner === null ? "nobody's" : `won by ${COLOURS[yard.winner]}`}`,
        )))),
      svg("g", {}, pieces.map(({ piece, order }) => drawPiece(piece, rows, order >= context.before))),
      label(0, height + 20, `${number + 1}`, { class: "district-number" }),
      label(16, height + 20, pieces.length ? `${data.tiles[number].name}${position.city[number]} · worth ${worth}` : `${data.tiles[number].name}${position.city[number]} · not opened`, { class: "district-name" }),
    ],
  };
}

// Courtyards that were closed up to a ply, from what everybody was told.
export function courtyardsUntil(match, ply) {
  const closed = [];
  for (let n = 1; n <= ply; n += 1) {
    for (const event of match.eventsAt(n, null)) if (event.courtyard) closed.push(event.courtyard);
  }
  return closed;
}

export function draw({ match, ply, names }) {
  const position = match.publicAt(ply);
  const before = ply > 0 ? match.publicAt(ply - 1).pieces.length : 0;
  const context = { courtyards: courtyardsUntil(match, ply), before };
  const districts = [...position.city].map((_, number) => district(position, match.gameData, number, context));
  const lines = [districts.slice(0, 3), districts.slice(3)];
  const widths = lines.map((line) => line.reduce((sum, each) => sum + each.width, 0) + GAP * (line.length - 1));
  const width = Math.max(...widths, 20 * CELL);
  let y = ROOM_ABOVE;
  const groups = [];
  lines.forEach((line, number) => {
    const spare = (width - line.reduce((sum, each) => sum + each.width, 0)) / Math.max(line.length, 1);
    const height = Math.max(0, ...line.map((each) => each.height));
    let x = spare / 2;
    for (const each of line) {
      groups.push(svg("g", { transform: `translate(${x.toFixed(1)} ${(y + (number === 0 ? height - each.height : 0)).toFixed(1)})` }, each.parts));
      x += each.width + spare;
    }
    y += height + (number === 0 ? ROOM_ABOVE + 10 : 30);
  });
  const length = position.track_length || match.gameData.track_length;
  y += 34;
  groups.push(svg("g", { transform: `translate(0 ${y})` }, track(position, length, width)));
  y += 44;
  position.supplies.forEach((_, seat) =>
    groups.push(svg("g", { transform: `translate(${seat ? width / 2 + 10 : 0} ${y})` }, supply(position, seat, cut(names[seat], 40)))));
  return svg("svg", { class: "board bologna", viewBox: `-14 0 ${width + 28} ${y + 72}`, role: "img", "aria-label": "The six districts, the influence track and what is left" }, groups);
}

// Bologna from above and a little from the south: what is higher on the page stands farther away.

import { CELL, COLOURS, TRIANGLES, drawPiece, drawSize, front } from "podesta/bologna_pieces";
import { supply, track } from "podesta/bologna_stock";
import { cut, label, polygon, svg, titled } from "podesta/svg";

const GAP = 30;
const ROOM_ABOVE = 72;
const ROOM_BELOW = 44;
const NARROW = 12 * CELL + GAP;

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

// The letters of the columns below a district and the numbers of its rows left of it, as moves
// name them. No piece rises there: pieces reach over what is north of them.
function coordinates(rows) {
  const columns = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, column) =>
    label((column + 0.5) * CELL, rows.length * CELL + 17, String.fromCharCode(97 + column), { class: "coordinate column" }));
  const numbers = rows.map((_, row) => label(-12, (row + 0.5) * CELL + 4, row + 1, { class: "coordinate row" }));
  return svg("g", {}, columns, numbers);
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
      coordinates(rows),
      svg("g", {}, yards.flatMap((yard) => yard.squares.map((square) =>
        titled(
          svg("rect", {
            class: `courtyard ${yard.winner === null ? "" : COLOURS[yard.winner]}`,
            x: square.column * CELL + 2, y: square.row * CELL + 2, width: CELL - 4, height: CELL - 4, rx: 3,
          }),
          `courtyard of ${yard.squares.length}, ${yard.winner === null ? "nobody's" : `won by ${COLOURS[yard.winner]}`}`,
        )))),
      svg("g", {}, pieces.map(({ piece, order }) => drawPiece(piece, rows, order >= context.before))),
      svg("g", { class: "sizes" }, pieces.map(({ piece }) => drawSize(piece))),
      label(0, height + 36, `${number + 1}`, { class: "district-number" }),
      label(16, height + 36, pieces.length ? `${data.tiles[number].name}${position.city[number]} · worth ${worth}` : `${data.tiles[number].name}${position.city[number]} · not opened`, { class: "district-name" }),
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

// A phone has room for districts of twelve columns side by side; elsewhere the city has two lines.
function inLines(districts, narrow) {
  if (!narrow) return [districts.slice(0, 3), districts.slice(3)];
  const lines = [];
  for (const each of districts) {
    const line = lines.at(-1);
    if (line && widthOf([...line, each]) <= NARROW) line.push(each);
    else lines.push([each]);
  }
  return lines;
}

const widthOf = (line) => line.reduce((sum, each) => sum + each.width, 0) + GAP * (line.length - 1);

export function draw({ match, ply, names, narrow }) {
  const position = match.publicAt(ply);
  const before = ply > 0 ? match.publicAt(ply - 1).pieces.length : 0;
  const context = { courtyards: courtyardsUntil(match, ply), before };
  const districts = [...position.city].map((_, number) => district(position, match.gameData, number, context));
  const lines = inLines(districts, narrow);
  const width = Math.max(...lines.map(widthOf), narrow ? NARROW : 20 * CELL);
  let y = ROOM_ABOVE;
  const groups = [];
  lines.forEach((line, number) => {
    // Shared among them, yet never so little that the numbers of the rows touch a wall.
    const spare = Math.max((width - widthOf(line) + GAP * (line.length - 1)) / line.length, line.length > 1 ? GAP : 0);
    const height = Math.max(...line.map((each) => each.height));
    // The last line is level in the north, the others in the south: there the city is one.
    const down = (each) => (number < lines.length - 1 ? height - each.height : 0);
    let x = (width - widthOf(line) - (spare - GAP) * (line.length - 1)) / 2;
    for (const each of line) {
      groups.push(svg("g", { class: "district", transform: `translate(${x.toFixed(1)} ${(y + down(each)).toFixed(1)})` }, each.parts));
      x += each.width + spare;
    }
    y += height + ROOM_BELOW + (number < lines.length - 1 ? ROOM_ABOVE - 8 : 0);
  });
  const length = position.track_length || match.gameData.track_length;
  y += 30;
  groups.push(svg("g", { transform: `translate(0 ${y})` }, track(position, length, width, narrow)));
  y += 44;
  position.supplies.forEach((_, seat) => {
    const [right, down] = narrow ? [0, seat * 88] : [seat ? width / 2 + 10 : 0, 0];
    groups.push(svg("g", { transform: `translate(${right} ${y + down})` }, supply(position, seat, cut(names[seat], 40))));
  });
  y += narrow ? 176 : 88;
  return svg("svg", { class: `board bologna${narrow ? " narrow" : ""}`, viewBox: `-20 0 ${width + 34} ${y}`, role: "img", "aria-label": "The six districts, the influence track and what is left" }, groups);
}

// Bologna from above and a little from the south: what is higher on the page stands farther away.

import { cut, label, polygon, svg, titled } from "podesta/svg";

const CELL = 34;
const GAP = 30;
const ROOM_ABOVE = 78;
const WALL = 9;
const RIDGE = 8;
const STOREY = 11;
const COLOURS = ["yellow", "red"];
const TRIANGLES = {
  J: [[1, 0], [1, 1], [0, 1]],
  L: [[0, 0], [0, 1], [1, 1]],
  7: [[0, 0], [1, 0], [1, 1]],
  F: [[0, 0], [1, 0], [0, 1]],
};

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

function windows(x0, x1, y, every) {
  const panes = [];
  const count = Math.max(1, Math.round((x1 - x0) / every));
  for (let n = 0; n < count; n += 1) {
    const x = x0 + ((n + 0.5) * (x1 - x0)) / count;
    panes.push(svg("rect", { class: "window", x: x - 1.6, y, width: 3.2, height: 4.4 }));
  }
  return panes;
}

function footprint(spaces, inset) {
  const columns = spaces.map((space) => space.column);
  const rows = spaces.map((space) => space.row);
  return {
    x0: Math.min(...columns) * CELL + inset,
    x1: (Math.max(...columns) + 1) * CELL - inset,
    y0: Math.min(...rows) * CELL + inset,
    y1: (Math.max(...rows) + 1) * CELL - inset,
  };
}

function house({ x0, x1, y0, y1 }) {
  const eaves = WALL;
  if (x1 - x0 >= y1 - y0) {
    const ridge = (y0 + y1) / 2 - eaves - RIDGE;
    return [
      polygon([[x0, ridge], [x1, ridge], [x1, y0 - eaves], [x0, y0 - eaves]], { class: "roof far" }),
      polygon([[x0, y1 - eaves], [x1, y1 - eaves], [x1, ridge], [x0, ridge]], { class: "roof near" }),
      svg("rect", { class: "wall", x: x0, y: y1 - eaves, width: x1 - x0, height: eaves }),
      windows(x0, x1, y1 - eaves + 2.5, CELL / 2),
    ];
  }
  const middle = (x0 + x1) / 2;
  const top = eaves + RIDGE;
  return [
    polygon([[x0, y1 - eaves], [middle, y1 - top], [middle, y0 - top], [x0, y0 - eaves]], { class: "roof near" }),
    polygon([[x1, y1 - eaves], [middle, y1 - top], [middle, y0 - top], [x1, y0 - eaves]], { class: "roof far" }),
    polygon([[x0, y1], [x1, y1], [x1, y1 - eaves], [middle, y1 - top], [x0, y1 - eaves]], { class: "wall" }),
    windows(x0, x1, y1 - eaves + 2, CELL / 2),
  ];
}

function tower({ x0, x1, y0, y1 }, size) {
  const height = 12 + size * STOREY;
  const side = 6;
  const left = (x0 + x1) / 2 - 10;
  const right = left + 15;
  const base = y1 - 3;
  const top = base - height;
  const parts = [
    svg("ellipse", { class: "shadow", cx: (x0 + x1) / 2 + 2, cy: base, rx: 15, ry: 5 }),
    svg("rect", { class: "wall", x: left, y: top, width: right - left, height }),
    polygon([[right, base], [right + side, base - side], [right + side, top - side], [right, top]], { class: "wall shade" }),
    polygon([[left, top], [right, top], [right + side, top - side], [left + side, top - side]], { class: "roof near" }),
  ];
  for (let n = 0; n < 3; n += 1) {
    parts.push(svg("rect", { class: "wall", x: left + n * 5.6, y: top - 5, width: 3.6, height: 5 }));
  }
  for (let n = 1; n < size; n += 1) {
    parts.push(svg("line", { class: "storey", x1: left, x2: right, y1: base - 12 - n * STOREY, y2: base - 12 - n * STOREY }));
    parts.push(svg("rect", { class: "window", x: (left + right) / 2 - 1.4, y: base - 9 - (n + 1) * STOREY, width: 2.8, height: 5 }));
  }
  parts.push(label((left + right) / 2, base - 7, size, { class: "size" }));
  return parts;
}

function school(space, letter) {
  const corners = TRIANGLES[letter] ?? TRIANGLES.J;
  const at = ([x, y], up) => [(space.column + x) * CELL, (space.row + y) * CELL - up];
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 3);
  const low = corners.map((corner) => at(corner, 0));
  const high = corners.map((corner) => at(corner, 9));
  const faces = low.map((point, n) => polygon([point, low[(n + 1) % 3], high[(n + 1) % 3], high[n]], { class: "school-wall" }));
  const [cx, cy] = at([x, y], 9);
  return [
    ...faces,
    polygon(high, { class: "school-roof" }),
    // A book, lying open on the roof.
    svg("path", { class: "book", d: `M${cx} ${cy - 2}q-4 -2.6 -6.4 -.4v6q3 -2 6.4 .4q3 -2.4 6.4 -.4v-6q-3 -2.2 -6.4 .4v6` }),
  ];
}

// Four slopes that meet in a ridge along the longer side.
function hippedRoof({ x0, x1, y0, y1 }, height, rise) {
  const eaves = { south: y1 - height, north: y0 - height };
  const wide = x1 - x0 >= y1 - y0;
  const inset = Math.min(x1 - x0, y1 - y0) / 2;
  const middle = [(x0 + x1) / 2, (y0 + y1) / 2 - height - rise];
  const west = wide ? [x0 + inset, middle[1]] : [middle[0], y0 + inset - height - rise];
  const east = wide ? [x1 - inset, middle[1]] : [middle[0], y1 - inset - height - rise];
  const corners = { nw: [x0, eaves.north], ne: [x1, eaves.north], se: [x1, eaves.south], sw: [x0, eaves.south] };
  const slopes = wide
    ? [
        polygon([corners.nw, corners.ne, east, west], { class: "stone far" }),
        polygon([corners.nw, corners.sw, west], { class: "stone side" }),
        polygon([corners.ne, corners.se, east], { class: "stone far" }),
        polygon([corners.sw, corners.se, east, west], { class: "stone near" }),
      ]
    : [
        polygon([corners.nw, corners.ne, west], { class: "stone far" }),
        polygon([corners.nw, corners.sw, east, west], { class: "stone near" }),
        polygon([corners.ne, corners.se, east, west], { class: "stone far" }),
        polygon([corners.sw, corners.se, east], { class: "stone side" }),
      ];
  return [slopes, middle];
}

function landmark({ x0, x1, y0, y1 }, name, value) {
  const height = name === "cathedral" ? 22 : 16;
  const [slopes, middle] = hippedRoof({ x0, x1, y0, y1 }, height, 9);
  const parts = [
    svg("rect", { class: "stone front", x: x0, y: y1 - height, width: x1 - x0, height }),
    windows(x0 + 16, x1, y1 - height + 5, CELL / 2),
    slopes,
  ];
  const [cx, cy] = middle;
  if (name === "cathedral") {
    parts.push(svg("path", { class: "dome", d: `M${cx - 13} ${cy + 6}v-6a13 14 0 0 1 26 0v6z` }));
    parts.push(svg("path", { class: "cross", d: `M${cx} ${cy - 26}v13m-4 -9h8` }));
  } else if (name === "townhall") {
    parts.push(svg("rect", { class: "stone front", x: cx - 7, y: cy - 24, width: 14, height: 24 }));
    parts.push(polygon([[cx - 8, cy - 24], [cx + 8, cy - 24], [cx, cy - 33]], { class: "stone far" }));
    parts.push(svg("circle", { class: "clock-face", cx, cy: cy - 15, r: 4 }));
  } else {
    parts.push(svg("path", { class: "banner", d: `M${cx} ${cy + 2}v-20h11l-3 4 3 4h-11` }));
  }
  parts.push(label(x0 + 9, y1 - 5, value, { class: "value" }));
  return parts;
}

function drawPiece(piece, rows, fresh) {
  const owner = piece.seat === null ? "neutral" : COLOURS[piece.seat];
  let parts;
  let what;
  if (piece.kind === "PIECE_KIND_TOWER") {
    parts = tower(footprint(piece.spaces, 2), piece.size);
    what = `${owner} tower of height ${piece.size}`;
  } else if (piece.kind === "PIECE_KIND_HOUSE") {
    parts = house(footprint(piece.spaces, 3));
    what = `${owner} house of size ${piece.size}`;
  } else if (piece.kind === "PIECE_KIND_SCHOOL") {
    const space = piece.spaces[0];
    parts = school(space, rows[space.row]?.[space.column]);
    what = "school";
  } else {
    parts = landmark(footprint(piece.spaces, 3), piece.landmark, piece.size);
    what = `${piece.landmark}, worth ${piece.size}`;
  }
  const group = svg("g", { class: `piece ${owner}${fresh ? " fresh" : ""}` }, parts.flat(2));
  return titled(group, what);
}

const front = (piece) => Math.max(...piece.spaces.map((space) => space.row));

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

function track(position, length, width) {
  const ends = Math.max(length, Math.abs(position.pawn));
  const step = width / (2 * ends + 1);
  const cells = [];
  for (let n = -ends; n <= ends; n += 1) {
    const side = n === 0 ? "middle" : n < 0 ? "yellow" : "red";
    const x = (n + ends) * step;
    cells.push(svg("rect", { class: `track ${side}`, x: x + 1, y: 0, width: step - 2, height: 26, rx: 3 }));
    cells.push(label(x + step / 2, 17.5, Math.abs(n), { class: "track-number" }));
  }
  const x = (position.pawn + ends + 0.5) * step;
  const leader = position.pawn === 0 ? "even" : `${COLOURS[position.pawn > 0 ? 1 : 0]} leads by ${Math.abs(position.pawn)}`;
  // The podestà: cloak, collar and cap.
  const pawn = svg("g", { class: "pawn", transform: `translate(${x} -4)` },
    svg("path", { d: "M-9 8L-4 -10h8L9 8z" }), svg("circle", { r: 6, cy: -14 }), svg("path", { class: "cap", d: "M-8 -17q8 -11 16 0z" }));
  return [svg("g", {}, cells), titled(pawn, `influence: ${leader}`)];
}

function supply(position, seat, name) {
  const stock = position.supplies[seat];
  const parts = [label(0, 15, name, { class: `supply-name ${COLOURS[seat]}` })];
  let x = 0;
  [6, 5, 4, 3, 2].forEach((size) => {
    for (let n = 0; n < stock.buildings[size - 2]; n += 1) {
      parts.push(svg("rect", { class: `stock ${COLOURS[seat]}`, x, y: 60 - size * 6, width: 11, height: size * 6, rx: 1 }));
      x += 14;
    }
    x += 6;
  });
  for (let n = 0; n < stock.schools; n += 1) {
    parts.push(polygon([[x, 60], [x + 12, 60], [x + 12, 46]], { class: "school-roof" }));
    x += 14;
  }
  const text = [6, 5, 4, 3, 2].map((size) => `${stock.buildings[size - 2]} of size ${size}`).join(", ");
  return titled(svg("g", { class: "supply" }, parts), `${name} has left: ${text}, ${stock.schools} schools`);
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

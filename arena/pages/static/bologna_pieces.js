// Houses, towers, schools and landmarks of Bologna, each at its place in a district.

import { label, polygon, svg, titled } from "podesta/svg";

export const CELL = 34;
export const COLOURS = ["yellow", "red"];
const WALL = 9;
const RIDGE = 8;
const STOREY = 11;
export const TRIANGLES = {
  J: [[1, 0], [1, 1], [0, 1]],
  L: [[0, 0], [0, 1], [1, 1]],
  7: [[0, 0], [1, 0], [1, 1]],
  F: [[0, 0], [1, 0], [0, 1]],
};

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

function landmark({ x0, x1, y0, y1 }, name) {
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
  return parts;
}

const ownerOf = (piece) => (piece.seat === null ? "neutral" : COLOURS[piece.seat]);

function nameOf(piece) {
  if (piece.kind === "PIECE_KIND_TOWER") return `${ownerOf(piece)} tower of height ${piece.size}`;
  if (piece.kind === "PIECE_KIND_HOUSE") return `${ownerOf(piece)} house of size ${piece.size}`;
  return piece.kind === "PIECE_KIND_SCHOOL" ? "school" : `${piece.landmark}, worth ${piece.size}`;
}

export function drawPiece(piece, rows, fresh) {
  let parts;
  if (piece.kind === "PIECE_KIND_TOWER") {
    parts = tower(footprint(piece.spaces, 2), piece.size);
  } else if (piece.kind === "PIECE_KIND_HOUSE") {
    parts = house(footprint(piece.spaces, 3));
  } else if (piece.kind === "PIECE_KIND_SCHOOL") {
    const space = piece.spaces[0];
    parts = school(space, rows[space.row]?.[space.column]);
  } else {
    parts = landmark(footprint(piece.spaces, 3), piece.landmark);
  }
  const group = svg("g", { class: `piece ${ownerOf(piece)}${fresh ? " fresh" : ""}` }, parts.flat(2));
  return titled(group, nameOf(piece));
}

// The size of a piece, on a plate that is drawn above all pieces: what stands in front may hide
// the piece. A plate lies within the piece's own squares, so that no plate covers another.
export function drawSize(piece) {
  if (piece.kind === "PIECE_KIND_SCHOOL") return null;
  const { x0, x1, y0, y1 } = footprint(piece.spaces, 2);
  const [x, y] = {
    PIECE_KIND_TOWER: [(x0 + x1) / 2 - 2.5, y1 - 10],
    PIECE_KIND_HOUSE: [(x0 + x1) / 2, (y0 + y1) / 2 - 3],
  }[piece.kind] ?? [x0 + 12, y1 - 9];
  const width = piece.size > 9 ? 22 : 15;
  return titled(
    svg("g", { class: `size-plate ${ownerOf(piece)}` },
      svg("rect", { x: x - width / 2, y: y - 7.5, width, height: 15, rx: 4 }),
      label(x, y + 4.7, piece.size, { class: "size" })),
    nameOf(piece),
  );
}

// The row that stands nearest: pieces are drawn from far to near.
export const front = (piece) => Math.max(...piece.spaces.map((space) => space.row));

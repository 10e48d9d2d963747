// Die Türme von Bologna: seven by seven fields, towers of stones, the Basilica in the middle.

import { cardBack } from "podesta/cards";
import { cut, label, polygon, svg, titled } from "podesta/svg";

const CELL = { width: 76, height: 70 };
const ABOVE = 44;
const LEFT = 30;
const STONE = 13;
const CARD = { width: 42, height: 58 };
const FIRST = 2;
const SIZE = 7;
const MIDDLE = 5;

const corner = (row, column) => [LEFT + (column - FIRST) * CELL.width, ABOVE + (row - FIRST) * CELL.height];
const same = (one, other) => one.row === other.row && one.column === other.column;

function tower({ field, stones, roof }, before, names) {
  const [x0, y0] = corner(field.row, field.column);
  const [x, base, width, side] = [x0 + 20, y0 + CELL.height - 9, 28, 7];
  const parts = [svg("ellipse", { class: "shadow", cx: x + width / 2 + 4, cy: base, rx: 25, ry: 6 })];
  stones.forEach((owner, n) => {
    const y = base - (n + 1) * STONE;
    parts.push(
      svg("g", { class: `own-${owner}${n >= before ? " fresh" : ""}` },
        svg("rect", { class: "wall", x, y, width, height: STONE }),
        polygon([[x + width, y], [x + width + side, y - side], [x + width + side, y + STONE - side], [x + width, y + STONE]], { class: "wall shade" }),
        n === stones.length - 1 ? polygon([[x, y], [x + width, y], [x + width + side, y - side], [x + side, y - side]], { class: "roof near" }) : null),
    );
  });
  const owner = stones.at(-1);
  const top = base - stones.length * STONE;
  if (roof) {
    const [peakX, peakY] = [x + (width + side) / 2, top - 26];
    parts.push(svg("g", { class: `own-${owner}` },
      polygon([[x - 3, top], [x + width + 2, top], [peakX, peakY]], { class: "roof near" }),
      polygon([[x + width + 2, top], [x + width + side + 2, top - side], [peakX, peakY]], { class: "roof far" })));
  } else {
    parts.push(label(x + width + side + 11, base + 2, stones.length, { class: "height" }));
  }
  return titled(svg("g", { class: "tower" }, parts),
    `row ${field.row}, column ${field.column}: ${stones.length} stone${stones.length > 1 ? "s" : ""} from the ground ${stones.join(" ")}, of ${names[owner]}${roof ? ", with a roof" : ""}`);
}

function basilica() {
  const [x0, y0] = corner(MIDDLE, MIDDLE);
  const [x, y] = [x0 + 8, y0 + CELL.height - 8];
  return titled(svg("g", { class: "basilica" },
    svg("rect", { class: "stone front", x, y: y - 40, width: 60, height: 40 }),
    polygon([[x - 3, y - 40], [x + 63, y - 40], [x + 30, y - 66]], { class: "stone near" }),
    [10, 30, 50].map((at) => svg("path", { class: "window", d: `M${x + at - 4} ${y}v-15a4 5 0 0 1 8 0v15z` })),
    svg("circle", { class: "clock-face", cx: x + 30, cy: y - 46, r: 6 }),
    svg("path", { class: "cross", d: `M${x + 30} ${y - 80}v14m-4 -10h8` })), "the Basilica");
}

function symbol(kind, x, y) {
  if (kind === "P") {
    // A plague doctor's mask: hood, eye and beak.
    return svg("g", { transform: `translate(${x} ${y})` },
      svg("path", { class: "plague-hood", d: "M-10 8q-2 -20 9 -20t9 20z" }),
      svg("path", { class: "plague-beak", d: "M-4 -4q6 -4 10 0l10 10q-12 2 -16 -2z" }), svg("circle", { class: "eye", cx: -1, cy: -3, r: 2 }));
  }
  return svg("path", { class: "flame", transform: `translate(${x} ${y})`, d: "M0 12q-11 -3 -8 -13q3 3 4 0q-1 -8 5 -13q-1 8 4 10q2 2 1.4 5q2 -1 2 -3q5 12 -8.4 14z" });
}

const cardName = (name) => (name[0] === "P" ? `plague ${name.slice(1)}` : name[0] === "F" ? `fire ${name.slice(1)}` : `position ${name}`);

function card(name, x, y) {
  const special = "PF".includes(name[0]);
  return titled(svg("g", { class: "card", transform: `translate(${x} ${y})` },
    svg("rect", { class: `card-face${special ? ` card-${name[0]}` : ""}`, width: CARD.width, height: CARD.height, rx: 5 }),
    special ? symbol(name[0], CARD.width / 2 - 1, 34) : null,
    label(special ? 10 : CARD.width / 2, special ? 16 : 38, special ? name.slice(1) : name, { class: special ? "card-corner" : "card-number" }),
    svg("desc", { class: "card-name" }, name)), cardName(name));
}

function zone(field) {
  const [x, y] = corner(field.row, field.column);
  return titled(svg("rect", { class: "plague-zone", x: x + 2, y: y + 2, width: 2 * CELL.width - 4, height: 2 * CELL.height - 4, rx: 8 }), "the plague");
}

function ground(position) {
  const parts = [];
  for (let row = FIRST; row < FIRST + SIZE; row += 1) {
    parts.push(label(LEFT - 14, corner(row, FIRST)[1] + CELL.height / 2 + 5, row, { class: "height" }));
    parts.push(label(corner(FIRST, row)[0] + CELL.width / 2, ABOVE + SIZE * CELL.height + 18, row, { class: "height" }));
    for (let column = FIRST; column < FIRST + SIZE; column += 1) {
      const [x, y] = corner(row, column);
      const due = position.secure_due.some((field) => same(field, { row, column }));
      parts.push(svg("rect", { class: `square${due ? " due" : ""}`, x, y, width: CELL.width, height: CELL.height }));
    }
  }
  return parts;
}

function seatPanel(position, known, names, seat, width, narrow) {
  const state = position.seats[seat];
  const mine = known.find((each) => each.seat === seat);
  const cards = mine ? mine.hand : [...state.known_hand, ...Array(state.unknown_hand).fill(null)];
  const scored = position.scorings.map((scoring) => scoring.seats[seat].points).join(" + ");
  const place = (n) => 150 + n * (CARD.width + 5);
  const stack = Array.from({ length: state.stones }, (_, n) =>
    svg("rect", { class: "wall", x: 330 + Math.floor(n / 5) * 24, y: 50 - (n % 5) * 8, width: 20, height: 8 }));
  const roofs = Array.from({ length: state.roofs }, (_, n) =>
    polygon([[480 + n * 22, 58], [498 + n * 22, 58], [489 + n * 22, 42]], { class: "roof near" }));
  return svg("g", { class: `seat own-${seat}` },
    svg("rect", { class: `seat-panel${position.to_act === seat ? " acting" : ""}`, width, height: 72, rx: 8 }),
    svg("rect", { class: "seat-colour", width: 8, height: 72, rx: 4 }),
    label(18, 22, cut(`${seat} ${names[seat]}`, narrow ? 12 : 15), { class: "seat-name" }),
    label(18, 43, `score ${state.score}`), label(18, 62, [scored, state.tokens ? `${state.tokens} tokens` : ""].filter(Boolean).join(" · "), { class: "small" }),
    cards.map((name, n) => (name === null ? cardBack(place(n), 7, CARD.width, CARD.height) : card(name, place(n), 7))),
    titled(svg("g", {}, stack), `${state.stones} stones left`), titled(svg("g", {}, roofs), `${state.roofs} roofs left`),
    label(width - 10, 26, `${state.stones} stones, ${state.roofs} roofs`, { class: "small end" }));
}

export function draw({ match, ply, view, names, narrow }) {
  const position = match.publicAt(ply);
  const before = ply > 0 ? match.publicAt(ply - 1) : position;
  const known = match.privateAt(ply, view);
  const width = LEFT + SIZE * CELL.width + 20;
  const bottom = ABOVE + SIZE * CELL.height + 30;
  const height = (field) => before.towers.find((each) => same(each.field, field))?.stones.length ?? 0;
  const rows = [...position.towers].sort((one, other) => one.field.row - other.field.row || one.field.column - other.field.column);
  // The Basilica stands among the towers: what lies north of it is drawn before.
  const north = rows.filter(({ field }) => field.row < MIDDLE || (field.row === MIDDLE && field.column < MIDDLE));
  const south = rows.filter((each) => !north.includes(each));
  const drawn = (each) => tower(each, ply > 0 ? height(each.field) : 99, names);
  const open = position.open_cards.map((name, n) => card(name, 110 + n * (CARD.width + 8), bottom));
  const panels = position.seats.map((_, seat) =>
    svg("g", { transform: `translate(0 ${bottom + 74 + seat * 78})` }, seatPanel(position, known, names, seat, width, narrow)));
  return svg("svg", { class: `board tuerme${narrow ? " narrow" : ""}`, viewBox: `-6 -24 ${width + 12} ${bottom + 84 + position.seats.length * 78 + 24}`, role: "img", "aria-label": "The fields with their towers, open cards, and what lies before each seat" },
    ground(position), position.plague_zone ? zone(position.plague_zone) : null,
    north.map(drawn), basilica(), south.map(drawn),
    label(LEFT, bottom + 34, "open cards", { class: "small" }), open,
    label(LEFT + 300, bottom + 26, `pile ${position.pile}`), label(LEFT + 300, bottom + 46, `scorings so far: ${position.scorings.length}`, { class: "small" }), panels);
}

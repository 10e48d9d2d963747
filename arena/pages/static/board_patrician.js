// Patrician: the cities on their roads, towers of floors, and cards with crests and portraits.

import { cardBack } from "podesta/cards";
import { cut, label, linesOf, polygon, svg, titled } from "podesta/svg";

const WIDE = {
  across: 3, down: 4, column: 292,
  places: {
    Milano: [0, 0], Verona: [1, 0], Ferrara: [2, 0],
    Parma: [0.5, 1], Bologna: [1.5, 1],
    Lucca: [0, 2], Pistoia: [1, 2], Firenze: [2, 2],
    Siena: [0.6, 3], Roma: [1.7, 3],
  },
};
// For a phone: two cities side by side, and still no road behind a city that it does not lead to.
const NARROW = {
  across: 2, down: 5, column: 282,
  places: {
    Milano: [0, 0], Verona: [1, 0],
    Parma: [0, 1], Ferrara: [1, 1],
    Lucca: [0, 2], Bologna: [1, 2],
    Pistoia: [0, 3], Firenze: [1, 3],
    Siena: [0, 4], Roma: [1, 4],
  },
};
const ROW = 214;
const WIDTH = 262;
const HEIGHT = 186;
const FLOOR = 13;
const CARD = { width: 62, height: 84 };
const HUES = {
  Milano: "#8c2f39", Verona: "#2f6f8c", Ferrara: "#6b4f9a", Parma: "#c07a1d", Bologna: "#a33b2a",
  Lucca: "#3f7f4f", Pistoia: "#5d6b78", Firenze: "#7b2d5b", Siena: "#8a5a2b", Roma: "#29548a",
};
const PORTRAIT_NAMES = { PORTRAIT_RED_HAT: "red hat", PORTRAIT_LADY: "lady", PORTRAIT_BEARD: "beard" };

const center = (map, city) => {
  const [column, row] = map.places[city] ?? [0, 0];
  return [column * map.column + WIDTH / 2, row * ROW + HEIGHT / 2];
};

const ownerClass = (position, owner) => (owner >= position.seats.length ? "own-neutral" : `own-${owner}`);
const ownerName = (position, names, owner) => (owner >= position.seats.length ? "the Architetto" : names[owner]);

function portrait(kind, x, y) {
  const parts = [svg("circle", { class: "face", r: 6.4 })];
  if (kind === "PORTRAIT_RED_HAT") {
    parts.push(svg("path", { class: "hat", d: "M-9 -2q9 -4 18 0q-1 -10 -9 -10t-9 10z" }));
  } else if (kind === "PORTRAIT_LADY") {
    parts.unshift(svg("path", { class: "hair", d: "M-8.6 9q-3 -19 8.6 -19t8.6 19z" }));
    parts.push(svg("path", { class: "lips", d: "M-2 3q2 2 4 0" }));
  } else {
    parts.push(svg("path", { class: "beard", d: "M-6.4 0q1 12 6.4 12t6.4 -12q-3 4 -6.4 3.4t-6.4 -3.4z" }));
  }
  parts.push(svg("circle", { class: "eye", cx: -2.2, cy: -0.8, r: 0.9 }), svg("circle", { class: "eye", cx: 2.2, cy: -0.8, r: 0.9 }));
  return svg("g", { class: "portrait", transform: `translate(${x} ${y})` }, parts);
}

const crest = (x, y, hue) =>
  svg("g", { transform: `translate(${x} ${y})` },
    svg("path", { d: "M-6.5 -8h13v7q0 6.5 -6.5 9.5q-6.5 -3 -6.5 -9.5z", fill: hue, class: "crest" }),
    svg("path", { class: "crest-tower", d: "M-3 4v-8h1.4v1.6h1v-1.6h1.2v1.6h1v-1.6h1.4v8z" }));

function describe(card) {
  const faces = card.portraits.map((kind) => PORTRAIT_NAMES[kind] ?? kind).join(", ");
  const special = { SPECIAL_ANY: "take a card at any city", SPECIAL_MOVE: "move a floor" }[card.special] ?? "";
  return [`${card.name} ${card.city}`, `${card.crests} floor${card.crests > 1 ? "s" : ""}`, faces, special, card.star ? "star" : ""].filter(Boolean).join(", ");
}

export function card(data, name, x, y) {
  const printed = data.cards.find((each) => each.name === name);
  if (!printed) return svg("g", {}, label(x, y + 20, name));
  const hue = HUES[printed.city] ?? "#555";
  const faces = printed.portraits.map((kind, n) =>
    portrait(kind, CARD.width / 2 + (n - (printed.portraits.length - 1) / 2) * 24, 56));
  const crests = Array.from({ length: printed.crests }, (_, n) =>
    crest(CARD.width / 2 + (n - (printed.crests - 1) / 2) * 17, 31, hue));
  const special = { SPECIAL_ANY: "take any", SPECIAL_MOVE: "move" }[printed.special];
  return titled(
    svg("g", { class: "card", transform: `translate(${x} ${y})` },
      svg("rect", { class: "card-face", width: CARD.width, height: CARD.height, rx: 5 }),
      svg("path", { d: `M0 17v-12a5 5 0 0 1 5 -5h${CARD.width - 10}a5 5 0 0 1 5 5v12z`, fill: hue }),
      label(CARD.width / 2, 12.5, printed.city, { class: "card-city" }),
      crests, faces,
      special ? label(CARD.width / 2, printed.portraits.length ? 78 : 62, special, { class: "card-special" }) : null,
      printed.star ? polygon([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => {
        const size = n % 2 ? 2.4 : 6;
        return [9 + size * Math.sin((n * Math.PI) / 5), 75 - size * Math.cos((n * Math.PI) / 5)];
      }), { class: "star" }) : null,
      label(CARD.width - 4, 79, printed.name, { class: "card-name" })),
    describe(printed),
  );
}

const back = (x, y) => cardBack(x, y, CARD.width, CARD.height);

function tower(position, names, owners, fresh, x, base) {
  const width = 38;
  const parts = owners.map((owner, n) => {
    const y = base - (n + 1) * FLOOR;
    const top = n === owners.length - 1;
    return titled(
      svg("g", { class: `${ownerClass(position, owner)}${n >= fresh ? " fresh" : ""}` },
        svg("rect", { class: "wall", x, y, width, height: FLOOR }),
        polygon([[x + width, y], [x + width + 6, y - 5], [x + width + 6, y + FLOOR - 5], [x + width, y + FLOOR]], { class: "wall shade" }),
        svg("rect", { class: "window", x: x + 9, y: y + 3, width: 4, height: 7 }),
        svg("rect", { class: "window", x: x + 25, y: y + 3, width: 4, height: 7 }),
        top ? polygon([[x, y], [x + width, y], [x + width + 6, y - 5], [x + 6, y - 5]], { class: "roof near" }) : null,
        top ? [0, 1, 2].map((m) => svg("rect", { class: "wall", x: x + m * 15, y: y - 5, width: 8, height: 5 })) : null),
      `floor ${n + 1}: ${ownerName(position, names, owner)}`,
    );
  });
  if (!owners.length) parts.push(svg("rect", { class: "site", x, y: base - 8, width: width + 6, height: 8 }));
  return parts;
}

function token(position, names, points, owner, x, y) {
  const place = owner === null ? "free" : ownerClass(position, owner);
  return titled(svg("g", { class: `token ${place}` },
    svg("circle", { cx: x, cy: y, r: 11 }), label(x, y + 4.5, points, { class: "token-points" })),
  owner === null ? `${points} points, not won yet` : `${points} points won by ${ownerName(position, names, owner)}`);
}

function city(map, position, state, before, data, names) {
  const printed = data.cities.find((each) => each.name === state.name);
  const [cx, cy] = center(map, state.name);
  const [x, y] = [cx - WIDTH / 2, cy - HEIGHT / 2];
  const floors = state.site_1.length + state.site_2.length;
  const base = HEIGHT - 32;
  const done = floors >= printed.capacity;
  return svg("g", { class: `city${done ? " done" : ""}`, transform: `translate(${x} ${y})` },
    svg("rect", { class: "city-panel", width: WIDTH, height: HEIGHT, rx: 10 }),
    svg("rect", { width: 6, height: HEIGHT - 20, x: 0, y: 10, fill: HUES[state.name] ?? "#555" }),
    label(16, 22, state.name, { class: "city-name" }),
    label(WIDTH - 12, 22, `${floors} of ${printed.capacity} floors`, { class: "floors" }),
    svg("line", { class: "ground-line", x1: 14, x2: 160, y1: base, y2: base }),
    tower(position, names, state.site_1, before ? before.site_1.length : 0, 24, base),
    tower(position, names, state.site_2, before ? before.site_2.length : 0, 94, base),
    label(46, base + 19, state.site_1.length, { class: "height" }),
    label(116, base + 19, state.site_2.length, { class: "height" }),
    token(position, names, printed.higher, state.higher_owner, 178, 48),
    token(position, names, printed.lower, state.lower_owner, 206, 48),
    state.face_up ? card(data, state.face_up, WIDTH - CARD.width - 14, 84) : svg("rect", { class: "card-place", x: WIDTH - CARD.width - 14, y: 84, width: CARD.width, height: CARD.height, rx: 5 }));
}

function roads(map, position, data) {
  const five = position.seats.length === 5;
  const all = five ? data.signposts_five_seats : data.signposts;
  const lines = all.map(({ city: one, other_city: other }) => {
    const [x1, y1] = center(map, one);
    const [x2, y2] = center(map, other);
    return svg("line", { class: "road", x1, y1, x2, y2 });
  });
  const markers = position.markers.map(({ signpost, side }) => {
    const [x1, y1] = center(map, signpost.city);
    const [x2, y2] = center(map, signpost.other_city);
    const trader = side === "MARKER_SIDE_TRADER";
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    return titled(svg("g", { class: `marker ${trader ? "trader" : "bandit"}` }, svg("circle", { cx: x, cy: y, r: 13 }), label(x, y + 5, trader ? "+1" : "−1")),
      `${trader ? "trader" : "bandit"} between ${signpost.city} and ${signpost.other_city}`);
  });
  return [lines, markers];
}

function seatPanel(match, position, known, names, seat, width, narrow) {
  const state = position.seats[seat];
  const mine = known.find((each) => each.seat === seat);
  const hidden = mine ? mine.unknown_hand : Array(state.unknown_hand).fill(null);
  const cards = [...state.known_hand, ...hidden];
  const top = state.played.at(-1);
  const place = (n) => 150 + n * (CARD.width + 6);
  return svg("g", { class: `seat own-${seat}` },
    svg("rect", { class: `seat-panel${position.to_act === seat ? " acting" : ""}`, width, height: 104, rx: 8 }),
    svg("rect", { class: "seat-colour", width: 8, height: 104, rx: 4 }),
    label(18, 24, cut(`${seat} ${names[seat]}`, narrow ? 13 : 15), { class: "seat-name" }),
    label(18, 46, `prestige ${state.prestige}`), label(18, 64, `bonus ${state.bonus > 0 ? "+" : ""}${state.bonus}`),
    label(18, 82, `markers ${state.markers}`), label(18, 99, `${state.played.length} cards played`, { class: "small" }),
    cards.map((name, n) => (name === null ? back(place(n), 10) : card(match.gameData, name, place(n), 10))),
    top ? [label(width - 10, 101, "played last", { class: "small end" }), card(match.gameData, top, width - CARD.width - 12, 4)] : null);
}

function count(position, names, y, narrow) {
  if (!position.final) return [];
  const heading = ["", "prestige", "hats", "ladies", "beards", "sets", "bonus", "total", "delegates"];
  const rows = position.final.owners.map((score, owner) => [
    cut(ownerName(position, names, owner), narrow ? 12 : 20), score.prestige, ...score.portraits.slice(0, 3), score.sets, score.bonus, score.total, score.delegates.join(" ")]);
  const x = narrow ? [14, 126, 186, 224, 274, 330, 366, 416, 460] : heading.map((_, n) => (n === 0 ? 14 : 150 + n * 68));
  return [heading, ...rows].map((row, line) =>
    svg("g", { transform: `translate(0 ${y + line * 22})` }, row.map((text, n) =>
      label(x[n], 16, text, { class: line === 0 ? "small" : n === 7 ? "total" : "" }))));
}

export function draw({ match, ply, view, names, narrow }) {
  const position = match.publicAt(ply);
  const before = ply > 0 ? match.publicAt(ply - 1) : position;
  const known = match.privateAt(ply, view);
  const map = narrow ? NARROW : WIDE;
  const width = (map.across - 1) * map.column + WIDTH;
  const height = (map.down - 1) * ROW + HEIGHT;
  const panels = position.seats.map((_, seat) =>
    svg("g", { transform: `translate(0 ${height + 20 + seat * 112})` }, seatPanel(match, position, known, names, seat, width, narrow)));
  let y = height + 20 + position.seats.length * 112;
  const notes = [`pile ${position.pile}`];
  if (position.played) notes.push(`card played this turn: ${position.played}`);
  if (position.architetto) {
    const other = position.architetto;
    notes.push(`the Architetto: prestige ${other.prestige}, bonus ${other.bonus}, last card ${other.discards.at(-1) ?? "none"}`);
  }
  const told = linesOf(notes, narrow ? 64 : 120);
  const lines = told.map((text, n) => label(8, y + 16 + n * 18, text, { class: "small" }));
  y += (told.length - 1) * 18;
  const table = count(position, names, y + 30, narrow);
  const total = y + 30 + table.length * 22;
  return svg("svg", { class: `board patrician${narrow ? " narrow" : ""}`, viewBox: `-6 -6 ${width + 12} ${total + 12}`, role: "img", "aria-label": "The cities with their towers, and what lies before each seat" },
    roads(map, position, match.gameData)[0],
    position.cities.map((state, n) => city(map, position, state, before.cities[n], match.gameData, names)),
    roads(map, position, match.gameData)[1], panels, lines, table);
}

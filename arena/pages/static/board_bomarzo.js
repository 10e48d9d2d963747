// Bomarzo: the stone figures of the garden with what lies before them, tracks, and cards.

import { cardBack } from "podesta/cards";
import { cut, label, linesOf, svg, titled } from "podesta/svg";

const FIGURE = { width: 232, height: 148, gap: 10 };
const CARD = { width: 118, height: 44 };
const widthOf = (across) => across * FIGURE.width + (across - 1) * FIGURE.gap;
// A phone has two figures side by side, and tracks whose spaces are narrow but high.
const WIDE = { across: 4, width: widthOf(4), tracks: { left: 150, line: 40, height: 32, discs: 10, aside: [12, 14] } };
const NARROW = { across: 2, width: widthOf(2), tracks: { left: 136, line: 56, height: 50, discs: 24, aside: [9, 13] } };
const CUBES = ["food", "coin", "wine"];
const ALL = 50;

// Each figure of the garden, drawn about the middle of a square of 60.
const FIGURES = {
  Genio: ["M0 -24a9 9 0 1 1 -.1 0M-8 -6h16l4 30h-24z", "M-8 -4q-26 -18 -20 12q10 2 20 -4zM8 -4q26 -18 20 12q-10 2 -20 -4z"],
  Tartaruga: ["M-24 12q4 -28 24 -28t24 28z", "M24 6q10 -8 12 0t-10 6zM-16 12h8v8h-8zM8 12h8v8h-8zM-8 -12l8 10 8 -10M-16 2h32"],
  Balena: ["M-28 2q10 -22 34 -16q16 4 22 16q-8 20 -30 20q-20 0 -26 -20z", "M-28 2q12 8 30 6q16 -1 26 -6M12 -14q-2 -12 -10 -12M12 -14q2 -12 10 -12"],
  Orco: ["M-26 22q-6 -48 26 -48t26 48z", "M-14 20q0 -22 14 -22t14 22zM-12 -12a4 4 0 1 0 .1 0M12 -12a4 4 0 1 0 .1 0"],
  Drago: ["M-28 16q4 -20 20 -20q-4 -16 12 -18q16 2 18 14l6 8l-14 2q2 16 -16 18z", "M6 -12a3 3 0 1 0 .1 0M-8 -4l-14 -16l22 6"],
  Gigante: ["M0 -28a8 8 0 1 1 -.1 0M-14 -12h28l4 14l-8 4v20h-8v-14h-4v14h-8v-20l-8 -4z", "M-14 -4l-12 10M14 -4l12 10"],
  Dea: ["M0 -26a8 8 0 1 1 -.1 0M-9 -9h18l10 34h-38z", "M-14 -12q-2 -16 14 -16t14 16M-20 4q20 -12 40 0"],
  Elefante: ["M-26 22v-26q2 -16 22 -16q18 0 22 10l2 30h-8v-12h-20v14z", "M14 -12q14 4 12 34h-6q2 -18 -8 -22M-2 -14q-10 12 2 18q10 -6 -2 -18"],
};

const figure = (name, x, y) => {
  const [body, detail] = FIGURES[name] ?? ["M-20 -20h40v40h-40z", ""];
  return svg("g", { class: "figure", transform: `translate(${x} ${y})` }, svg("path", { class: "figure-body", d: body }), svg("path", { class: "figure-detail", d: detail }));
};

// A resource: sheaf, coin or grape.
function cube(kind, x, y) {
  if (kind === "coin") return svg("circle", { class: "coin", cx: x, cy: y, r: 6 });
  if (kind === "wine") return svg("path", { class: "wine", d: `M${x - 6} ${y - 5}h12q0 8 -4.6 9v4h-2.8v-4q-4.6 -1 -4.6 -9z` });
  return svg("path", { class: "food", d: `M${x} ${y + 7}q-9 -5 0 -14q9 9 0 14` });
}

const cubes = (held, x, y) =>
  CUBES.map((kind, n) => [cube(kind, x + n * 38, y), label(x + 9 + n * 38, y + 5, held?.[kind] ?? 0, { class: held?.[kind] ? "" : "small" })]);

const disc = (seat, x, y, title) =>
  titled(svg("g", { class: `own-${seat}` }, svg("circle", { class: "pawn-disc", cx: x, cy: y, r: 8 }), label(x, y + 4, seat, { class: "disc-number" })), title);

const due = (tribute) =>
  [[tribute.food, "food"], [tribute.coin, "coin"], [tribute.any, "any"]].filter(([n]) => n).map(([n, kind]) => `${n} ${kind}`).join(", ") || "nothing";

function divinity(across, position, data, names, state, place) {
  const printed = data.divinities.find((each) => each.name === state.name);
  const pays = data.points_by_position[place];
  const x = (place % across) * (FIGURE.width + FIGURE.gap);
  const y = Math.floor(place / across) * (FIGURE.height + FIGURE.gap);
  const count = position.final?.divinities.find((each) => each.divinity === state.name);
  const devoted = position.devoted.filter((card) => card.divinity === state.name);
  const pawns = state.pawns.flatMap((number, seat) => Array(number).fill(seat));
  return svg("g", { class: `divinity${state.moss ? " moss" : ""}`, transform: `translate(${x} ${y})` },
    svg("rect", { class: "city-panel", width: FIGURE.width, height: FIGURE.height, rx: 10 }),
    figure(state.name, 40, 62),
    label(12, 22, state.name, { class: "city-name" }),
    label(FIGURE.width - 10, 20, pays ? `${pays.first} / ${pays.second} points` : "", { class: "floors" }),
    label(82, 46, `scores ${printed?.scores ?? "?"}`), label(82, 64, `favor: ${printed?.favor ?? "?"}`, { class: "small" }),
    label(82, 82, printed ? `due: ${due(state.moss ? printed.moss : printed.active)}` : "", { class: "small" }),
    cubes(state.cubes, 90, 100),
    pawns.map((seat, n) => disc(seat, 20 + n * 17, 108, `a pawn of ${names[seat]}`)),
    devoted.map((card, n) => titled(svg("rect", { class: `devoted own-${card.seat}`, x: 12 + n * 15, y: 122, width: 12, height: 17, rx: 2 }), `a card of ${names[card.seat]}`)),
    count ? label(FIGURE.width - 10, 138, `devotion ${count.devotion}: ${count.points.join(" / ")}`, { class: "floors" }) : null);
}

function tracks(form, position, data, names, y) {
  const { left, line: every, height, discs, aside } = form.tracks;
  const step = (form.width - left - (form === NARROW ? 0 : 20)) / (data.board_length + 1);
  return data.board_tracks.map((track, line) => {
    const at = y + line * every;
    const spaces = Array.from({ length: data.board_length + 1 }, (_, n) => {
      const points = data.point_spaces.includes(n);
      const taken = position.claimed.some((space) => space.track === track && space.step === n);
      return [svg("rect", { class: `track ${points ? (taken ? "middle" : "yellow") : "middle"}`, x: left + n * step, y: at, width: step - 3, height, rx: 4 }),
        label(left + n * step + step - 9, at + 12, n, { class: "step" })];
    });
    const markers = position.seats.map((seat, number) =>
      disc(number, left + seat.board[line] * step + aside[0] + (number % 2) * aside[1], at + discs + Math.floor(number / 2) * 13, `${names[number]}: ${track} ${seat.board[line]}`));
    return svg("g", {}, label(8, at + height / 2 + 5, track, { class: "city-name" }), spaces, markers);
  });
}

const steps = (list) => list.map(({ track, steps: count }) => `${track.slice(0, 4)}. +${count}`).join(" ");

function card(data, name, x, y, played) {
  const printed = data.cards.find((each) => each.name === name);
  if (!printed) {
    return svg("g", { class: "card", transform: `translate(${x} ${y})` }, svg("rect", { class: "card-face", ...CARD, rx: 5 }), label(8, 17, cut(name, 16), { class: "card-title" }), svg("desc", { class: "card-name" }, name));
  }
  const second = played?.level === 2;
  const told = second ? `${steps(printed.level_2)} ${printed.gain}` : `${steps(printed.level_1)} ${printed.temple}`;
  return titled(svg("g", { class: `card${played?.used ? " used" : ""}`, transform: `translate(${x} ${y})` },
    svg("rect", { class: "card-face", ...CARD, rx: 5 }),
    printed.kinds.map((kind, n) => svg("rect", { class: `kind-${kind}`, x: 0, y: 5 + (n * (CARD.height - 10)) / printed.kinds.length, width: 6, height: (CARD.height - 10) / printed.kinds.length })),
    label(12, 17, cut(printed.name, 13), { class: "card-title" }), label(12, 35, cut(told, 20), { class: "card-text" }),
    label(CARD.width - 6, 17, played ? (second ? "II" : "I") : printed.devotion, { class: "card-level" }),
    svg("desc", { class: "card-name" }, name)),
  `${printed.name} (${printed.kinds.join(", ")}): level 1 ${steps(printed.level_1)}, temple ${printed.temple}, devotion ${printed.devotion}; level 2 ${steps(printed.level_2)}, ${printed.gain}`);
}

function row(width, items, y, drawOne, emptyText) {
  const across = Math.floor((width - 20) / (CARD.width + 6));
  if (!items.length) return [[label(16, y + 16, emptyText, { class: "small" })], emptyText ? 24 : 0];
  const parts = items.map((item, n) => drawOne(item, 16 + (n % across) * (CARD.width + 6), y + Math.floor(n / across) * (CARD.height + 6)));
  return [parts, Math.ceil(items.length / across) * (CARD.height + 6)];
}

function seatPanel(form, position, data, known, names, seat) {
  const { width } = form;
  const state = position.seats[seat];
  const mine = known.find((each) => each.seat === seat);
  const hand = mine ? [...mine.hand, ...(mine.kept && !mine.hand.includes(mine.kept) ? [mine.kept] : []), ...mine.drawn] : Array(state.hand).fill(null);
  const score = position.final?.seats[seat];
  const village = data.village_tracks.map((track, n) => `${track.name} ${state.village[n] ?? 0}`).join("  ");
  const total = score ? `points ${score.total} = tracks ${score.track_points} + figures ${score.divinity_points} + temples ${score.temple_points} + worship ${score.worship_points}` : `points ${state.points}`;
  const told = `pawns ${state.pawns_left} of ${state.pawns} left${state.passed ? ", passed" : ""} · village: ${village}`;
  // Where there is no room beside the name, the points have a line of their own.
  const below = form === NARROW ? 20 : 0;
  const parts = [label(18, 24, cut(`${seat} ${names[seat]}`, 24), { class: "seat-name" }),
    label(below ? 18 : 230, 24 + below, total), cubes(state.resources, width - 130, 19),
    label(18, 46 + below, told, { class: "small" })];
  let y = 56 + below;
  const [held, heldHeight] = row(width, hand, y, (name, x, at) => (name === null ? cardBack(x, at, CARD.width, CARD.height) : card(data, name, x, at, null)), "no card in hand");
  y += heldHeight;
  const [table, tableHeight] = row(width, state.played, y + 4, (played, x, at) => card(data, played.card, x, at, played), "");
  if (state.played.length) parts.push(svg("line", { class: "ground-line thin", x1: 16, x2: width - 16, y1: y, y2: y }));
  y += tableHeight;
  const secrets = mine ? [...mine.devoted.map((name) => `under a figure: ${name}`), ...mine.worship.map((seen) => `worship: ${seen.held}`)] : state.worship_cards ? [`${state.worship_cards} worship cards`] : [];
  linesOf(secrets, below ? 62 : ALL * 3).forEach((line) => parts.push(label(18, (y += 18), cut(line, ALL * 3), { class: "small" })));
  const height = y + 12;
  return [svg("g", { class: `seat own-${seat}` },
    svg("rect", { class: `seat-panel${position.to_act === seat ? " acting" : ""}`, width, height, rx: 8 }),
    svg("rect", { class: "seat-colour", width: 8, height, rx: 4 }), parts, held, table), height];
}

export function draw({ match, ply, view, names, narrow }) {
  const form = narrow ? NARROW : WIDE;
  const position = match.publicAt(ply);
  const data = match.gameData;
  const known = match.privateAt(ply, view);
  const groups = position.divinities.map((state, place) => divinity(form.across, position, data, names, state, place));
  let y = Math.ceil(Math.max(position.divinities.length, form.across) / form.across) * (FIGURE.height + FIGURE.gap) + 6;
  position.areas.forEach((area, n) => {
    const printed = data.areas.find((each) => each.name === area.name);
    const [x, down, wide] = narrow ? [0, n * 46, form.width] : [n * 316, 0, 306];
    groups.push(svg("g", { transform: `translate(${x} ${y + down})` },
      svg("rect", { class: "city-panel", width: wide, height: 40, rx: 8 }), cube(printed?.gives, 20, 20),
      label(34, 25, `${area.name}: ${printed?.by_order.join(", ") ?? ""}`),
      area.seats.map((seat, m) => disc(seat, 196 + m * 20, 20, `harvested by ${names[seat]}`))));
  });
  y += narrow ? position.areas.length * 46 + 6 : 52;
  groups.push(tracks(form, position, data, names, y));
  y += data.board_tracks.length * form.tracks.line + 6;
  const notes = [position.season ? `season ${position.season} of 8` : "set-up", position.decision ? `asked: ${position.decision}` : "the end", `deck ${position.deck}`, `discards ${position.discards.length}`];
  if (position.season_tokens.length) notes.push(`season tokens ${position.season_tokens.join(" ")}`);
  linesOf(notes, narrow ? 62 : 3 * ALL).forEach((line) => groups.push(label(8, (y += 18) - 2, line, { class: "small" })));
  y += 10;
  position.seats.forEach((_, seat) => {
    const [panel, height] = seatPanel(form, position, data, known, names, seat);
    groups.push(svg("g", { transform: `translate(0 ${y})` }, panel));
    y += height + 8;
  });
  return svg("svg", { class: `board bomarzo${narrow ? " narrow" : ""}`, viewBox: `-6 -6 ${form.width + 12} ${y + 8}`, role: "img", "aria-label": "The figures of the garden, harvest areas, tracks, and what lies before each seat" }, groups);
}

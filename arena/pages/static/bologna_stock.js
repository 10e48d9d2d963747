// Below the districts of Bologna: the influence track, and what each player has left to build.

import { COLOURS } from "podesta/bologna_pieces";
import { label, polygon, svg, titled } from "podesta/svg";

export function track(position, length, width, narrow) {
  const ends = Math.max(length, Math.abs(position.pawn));
  const step = width / (2 * ends + 1);
  const cells = [];
  for (let n = -ends; n <= ends; n += 1) {
    const side = n === 0 ? "middle" : n < 0 ? "yellow" : "red";
    const x = (n + ends) * step;
    cells.push(svg("rect", { class: `track ${side}`, x: x + 1, y: 0, width: step - 2, height: 26, rx: 3 }));
    // On a phone there is room for every fifth number.
    if (!narrow || n % 5 === 0) cells.push(label(x + step / 2, 17.5, Math.abs(n), { class: "track-number" }));
  }
  const x = (position.pawn + ends + 0.5) * step;
  const leader = position.pawn === 0 ? "even" : `${COLOURS[position.pawn > 0 ? 1 : 0]} leads by ${Math.abs(position.pawn)}`;
  // The podestà: cloak, collar and cap.
  const pawn = svg("g", { class: "pawn", transform: `translate(${x} -4)` },
    svg("path", { d: "M-9 8L-4 -10h8L9 8z" }), svg("circle", { r: 6, cy: -14 }), svg("path", { class: "cap", d: "M-8 -17q8 -11 16 0z" }));
  return [svg("g", {}, cells), titled(pawn, `influence: ${leader}`)];
}

export function supply(position, seat, name) {
  const stock = position.supplies[seat];
  const parts = [label(0, 15, name, { class: `supply-name ${COLOURS[seat]}` })];
  let x = 0;
  [6, 5, 4, 3, 2].forEach((size) => {
    const left = x;
    for (let n = 0; n < stock.buildings[size - 2]; n += 1) {
      parts.push(svg("rect", { class: `stock ${COLOURS[seat]}`, x, y: 60 - size * 6, width: 11, height: size * 6, rx: 1 }));
      x += 14;
    }
    if (x > left) parts.push(label((left + x - 3) / 2, 76, size, { class: "coordinate" }));
    x += 6;
  });
  for (let n = 0; n < stock.schools; n += 1) {
    parts.push(polygon([[x, 60], [x + 12, 60], [x + 12, 46]], { class: "school-roof" }));
    x += 14;
  }
  const text = [6, 5, 4, 3, 2].map((size) => `${stock.buildings[size - 2]} of size ${size}`).join(", ");
  return titled(svg("g", { class: "supply" }, parts), `${name} has left: ${text}, ${stock.schools} schools`);
}

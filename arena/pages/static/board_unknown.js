// A game that has no drawing here: what everybody may know, as text.

import { html } from "podesta/svg";

const shown = (_, value) => (value instanceof Uint8Array ? `${value.length} bytes` : value);

export function draw({ match, ply, view }) {
  const known = { public: match.publicAt(ply), private: match.privateAt(ply, view) };
  return html("pre", { class: "board text" }, JSON.stringify(known, shown, 1));
}

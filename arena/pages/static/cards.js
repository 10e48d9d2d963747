// Backs of cards, which look alike in every game.

import { label, svg, titled } from "podesta/svg";

export const cardBack = (x, y, width, height) =>
  titled(
    svg("g", { class: "card", transform: `translate(${x} ${y})` },
      svg("rect", { class: "card-back", width, height, rx: 5 }),
      svg("rect", { class: "card-back-frame", x: 4, y: 4, width: width - 8, height: height - 8, rx: 3 }),
      label(width / 2, height / 2 + 8, "?", { class: "card-question" })),
    "a card that is not known",
  );

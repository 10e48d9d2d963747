// The box of the board: narrow boards where there is little room, and a larger one at a tap.

import { html } from "podesta/svg";

// Below this many pixels a board is asked to be narrow.
const NARROW = 600;

export class BoardPlace {
  // `draw` makes the board, and is asked again when its room becomes narrow or wide.
  constructor(draw) {
    this.draw = draw;
    this.narrow = false;
    this.box = html("div", { class: "board-place" });
    this.button = html("button", { type: "button", class: "enlarge", "aria-pressed": "false" }, "enlarge the board");
    this.button.addEventListener("click", () => this.#enlarge(0.5, 0.5));
    this.box.addEventListener("click", (event) => this.#tapped(event));
    this.element = html("div", { class: "board-frame" }, this.button, this.box);
    // Redrawn in the next frame: the observer may not change what it observes.
    new ResizeObserver(() => {
      if (this.#isNarrow() !== this.narrow) requestAnimationFrame(() => this.show());
    }).observe(this.box);
  }

  // A box that is hidden stays as it was.
  #isNarrow() {
    const width = this.box.clientWidth;
    return width > 0 ? width < NARROW : this.narrow;
  }

  show() {
    this.narrow = this.#isNarrow();
    this.box.replaceChildren(this.draw(this.narrow));
    this.button.hidden = !this.#drawn();
  }

  #drawn() {
    return this.box.querySelector("svg.board");
  }

  #tapped(event) {
    const board = this.#drawn();
    // Where the board needs no enlarging, the style sheet shows no button.
    if (!board || this.button.offsetParent === null) return;
    const place = board.getBoundingClientRect();
    this.#enlarge((event.clientX - place.left) / place.width, (event.clientY - place.top) / place.height);
  }

  // What was tapped, as shares of the board's width and height, stays in sight.
  #enlarge(across, down) {
    const before = this.#drawn().getBoundingClientRect();
    const large = this.box.classList.toggle("enlarged");
    this.button.setAttribute("aria-pressed", String(large));
    this.button.textContent = large ? "show the whole board" : "enlarge the board";
    const after = this.#drawn().getBoundingClientRect();
    this.box.scrollLeft = across * after.width - this.box.clientWidth / 2;
    window.scrollBy({ top: after.top + down * after.height - (before.top + down * before.height), behavior: "instant" });
  }
}

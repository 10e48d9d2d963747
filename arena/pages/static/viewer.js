// One match as a replay: board, clocks, moves, evaluations, from everybody's point of view.

import { BoardPlace } from "podesta/board_place";
import { boardOf } from "podesta/boards";
import { evaluationGraph } from "podesta/evaluation_graph";
import { eventText } from "podesta/event_text";
import { cut, html } from "podesta/svg";
import { clock, span, split, value } from "podesta/times";

const DECIDERS = { 2: "opening", 3: "stand-in" };
const SPEEDS = [["slow", 2000], ["normal", 900], ["fast", 300]];

const button = (text, title, action, attributes = {}) => {
  const element = html("button", { type: "button", title, "aria-label": title, ...attributes }, text);
  element.addEventListener("click", action);
  return element;
};

const choice = (title, options, chosen, action) => {
  const element = html("select", { "aria-label": title, title },
    options.map(([text, content]) => html("option", { value: content, selected: content === chosen }, text)));
  element.addEventListener("change", () => action(element.value));
  return element;
};

export class Viewer {
  constructor(root, match, { moved, closed }) {
    this.root = root;
    this.match = match;
    this.moved = moved;
    this.closed = closed;
    this.ply = 0;
    this.view = null;
    this.timer = null;
    this.pause = SPEEDS[1][1];
    this.#build();
  }

  // --- what is shown ---------------------------------------------------------------------------

  #build() {
    const { match } = this;
    this.board = new BoardPlace((narrow) => this.#drawBoard(narrow));
    this.graph = html("div", { class: "graph-place" });
    this.clocks = html("div", { class: "clocks" });
    this.moves = html("ol", { class: "moves", "aria-label": "Moves" });
    this.detail = html("div", { class: "detail", "aria-live": "polite" });
    this.result = html("p", { class: "result" });
    this.counter = html("output", { class: "counter" });
    this.slider = html("input", { type: "range", min: 0, max: match.lastPly, value: 0, "aria-label": "Ply" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.playButton = button("play", "Play (space)", () => this.toggle(), { class: "play" });
    this.link = html("a", { class: "ply-link", href: "#" }, "link to this ply");
    const views = [["referee, after the match", ""], ...match.names.map((name, seat) => [`what seat ${seat} knew (${cut(name, 24)})`, String(seat)])];
    this.viewChoice = choice("Point of view", views, "", (text) => this.look(text === "" ? null : Number(text)));
    const title = html("h2", {}, `${match.number ? `Match ${match.number}: ` : ""}${match.names.map((name) => cut(name, 32)).join(" v ")}`);
    this.root.replaceChildren(...[
      html("header", { class: "replay-head" },
        title,
        this.closed ? button("✕ back to the report", "Back to the report (Escape)", this.closed, { class: "close" }) : null),
      html("p", { class: "faint" }, [match.gameTitle, match.options, match.timeControl, match.startedAt].filter(Boolean).join(" · ")),
      match.problems.length ? html("ul", { class: "problems" }, match.problems.map((text) => html("li", {}, text))) : null,
      html("div", { class: "controls", role: "toolbar", "aria-label": "Replay" },
        button("|◀", "To the start (Home)", () => this.go(0)),
        button("◀", "Back (left arrow)", () => this.go(this.ply - 1), { class: "back" }),
        this.playButton,
        button("▶", "On (right arrow)", () => this.go(this.ply + 1), { class: "on" }),
        button("▶|", "To the end (End)", () => this.go(match.lastPly)),
        this.slider, this.counter,
        choice("Speed", SPEEDS.map(([text, ms]) => [text, String(ms)]), String(this.pause), (text) => this.#speed(Number(text))),
        this.viewChoice, this.link,
        match.record.length ? button("download the record", "Download the record of this match", () => this.#download()) : null),
      html("div", { class: "replay" },
        html("div", { class: "stage" }, this.board.element, this.graph, this.detail),
        html("div", { class: "side" }, this.clocks, this.result, this.moves, this.#log())),
    ].filter(Boolean));
    this.#listMoves();
  }

  #log() {
    const { match } = this;
    const faults = match.faults.map((fault) =>
      html("li", {}, `ply ${fault.ply}, seat ${fault.seat}: ${fault.kind}${fault.forgiven ? " (forgiven)" : ""}: ${fault.detail}`));
    const lines = [...match.resignations.map((each) => `ply ${each.ply}: seat ${each.seat} resigned`), ...match.notes];
    const logs = match.logs.flatMap((log) => [html("h4", {}, `seat ${log.seat}, ${log.name}`), html("pre", {}, log.text)]);
    if (!faults.length && !lines.length && !logs.length) return null;
    return html("details", { class: "log", open: faults.length > 0 },
      html("summary", {}, faults.length ? `Faults and log (${faults.length})` : "Log"),
      faults.length ? html("ul", { class: "faults" }, faults) : null,
      html("ul", {}, lines.map((line) => html("li", {}, line))), logs);
  }

  #moveText(decision, ply) {
    if (this.view === null || !this.match.hidden || decision.seat === this.view) return decision.move;
    // What another seat decided is told only as far as this seat was told.
    const told = this.match.eventsAt(ply, this.view).map(eventText).filter(Boolean);
    return told.join("; ") || "(not told)";
  }

  #listMoves() {
    const several = this.match.positions.length > 1 ? this.match.decisions.slice(0, this.match.lastPly) : [];
    this.items = several.map((decision, index) => {
      const mine = this.view === null || decision.seat === this.view;
      const evaluated = mine && decision.values ? value(decision.values[decision.seat]) : "";
      const item = html("button", { type: "button", class: `move seat-${decision.seat}`, "data-ply": index + 1 },
        html("span", { class: "ply" }, `${index + 1}`),
        html("span", { class: "text" }, this.#moveText(decision, index + 1)),
        html("span", { class: "evaluation" }, evaluated),
        html("span", { class: "time" }, DECIDERS[decision.decider] ?? span(decision.charged_us)));
      item.addEventListener("click", () => this.go(index + 1));
      return html("li", {}, item);
    });
    this.moves.replaceChildren(...this.items);
    const { element, mark } = evaluationGraph(this.match, this.view, (ply) => this.go(ply));
    this.mark = mark;
    this.graph.replaceChildren(...(element ? [element] : []));
  }

  #drawClocks() {
    const { match } = this;
    const left = match.names.map(() => match.bank_us);
    const used = match.names.map(() => 0);
    match.decisions.slice(0, this.ply).forEach((decision) => {
      if (decision.remaining_us !== null) left[decision.seat] = decision.remaining_us;
      used[decision.seat] += decision.charged_us;
    });
    const next = match.decisions[this.ply];
    this.clocks.replaceChildren(...match.names.map((name, seat) =>
      html("div", { class: `clock seat-${seat}${next?.seat === seat ? " acting" : ""}` },
        html("span", { class: "seat-number" }, `${seat}`),
        html("span", { class: "name", title: name }, name),
        html("span", { class: "left" }, left[seat] === null ? "" : clock(left[seat])),
        html("span", { class: "used", title: "used so far" }, span(used[seat])))));
  }

  #drawDetail() {
    const decision = this.match.decisions[this.ply - 1];
    if (!decision || this.ply === 0) {
      this.detail.replaceChildren(html("p", {}, this.match.positions.length ? "The start." : "This match was never dealt."));
      return;
    }
    const mine = this.view === null || decision.seat === this.view;
    const parts = [`${this.match.kinds[decision.kind] ?? ""}: ${this.#moveText(decision, this.ply)}`];
    // How many moves are legal may hang on hidden cards.
    if (mine || !this.match.hidden) parts.push(`${decision.legal} legal moves`);
    if (mine && decision.values) parts.push(`thinks ${decision.values.map(value).join(" / ")}`);
    if (mine && decision.depth !== null) parts.push(`depth ${decision.depth}`);
    if (mine && decision.nodes !== null) parts.push(`${decision.nodes} nodes`);
    const expected = mine && decision.line ? html("p", { class: "faint" }, `expects ${decision.line}`) : null;
    const timed = mine && decision.queue_us !== null ? html("p", { class: "faint split" }, split(decision)) : null;
    const comment = mine && decision.comment ? html("p", { class: "comment" }, decision.comment) : null;
    this.detail.replaceChildren(
      html("p", {}, html("b", {}, `${this.ply}. ${cut(this.match.names[decision.seat], 32)} `), parts.join(" · ")),
      ...[expected, timed, comment].filter(Boolean));
  }

  #drawBoard(narrow) {
    const { match, ply, view } = this;
    if (!match.positions.length || !match.schema) return html("p", { class: "faint" }, "There is no position to show.");
    try {
      return boardOf(match.game)({ match, ply, view, names: match.names, narrow });
    } catch (error) {
      return html("p", { class: "problems" }, `This position can't be drawn: ${error.message}`);
    }
  }

  #show() {
    const { match, ply, view } = this;
    this.board.show();
    this.#drawClocks();
    this.#drawDetail();
    this.mark(ply);
    this.slider.value = ply;
    this.counter.textContent = `ply ${ply} of ${match.lastPly}`;
    this.items.forEach((item, index) => {
      if (index + 1 === ply) item.firstChild.setAttribute("aria-current", "true");
      else item.firstChild.removeAttribute("aria-current");
    });
    const current = this.items[ply - 1];
    if (current) this.moves.scrollTop = current.offsetTop - this.moves.clientHeight / 2;
    else this.moves.scrollTop = 0;
    const over = ply >= match.lastPly;
    this.result.hidden = !over;
    if (over) {
      this.result.replaceChildren(
        html("b", {}, match.termination === "completed" ? "The end. " : `Ended by ${match.termination}. `), match.reason,
        html("span", { class: "scores" }, match.outcome.map((seat, number) =>
          html("span", { class: `score seat-${number}` }, `${cut(match.names[number], 24)}: place ${seat.placement}, score ${seat.score}`))));
    }
    this.link.href = this.moved(ply, view);
  }

  // --- what can be done ------------------------------------------------------------------------

  go(ply) {
    this.ply = Math.max(0, Math.min(this.match.lastPly, Number.isFinite(ply) ? ply : 0));
    if (this.ply === this.match.lastPly) this.stop();
    this.#show();
  }

  look(view) {
    this.view = view !== null && view < this.match.names.length ? view : null;
    this.viewChoice.value = this.view === null ? "" : String(this.view);
    this.#listMoves();
    this.#show();
  }

  toggle() {
    if (this.timer !== null) this.stop();
    else this.#play();
  }

  #play() {
    if (this.ply === this.match.lastPly) this.go(0);
    if (this.match.lastPly === 0) return;
    this.playButton.textContent = "pause";
    this.timer = setInterval(() => this.go(this.ply + 1), this.pause);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.textContent = "play";
  }

  #speed(pause) {
    this.pause = pause;
    if (this.timer !== null) {
      this.stop();
      this.#play();
    }
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const typing = ["INPUT", "SELECT"].includes(event.target.tagName);
    const keys = {
      ArrowLeft: () => this.go(this.ply - 1),
      ArrowRight: () => this.go(this.ply + 1),
      Home: () => this.go(0),
      End: () => this.go(this.match.lastPly),
      " ": () => this.toggle(),
    };
    if (event.key === "Escape" && this.closed) {
      this.closed();
      return true;
    }
    // The slider and the lists move by these keys themselves, and space presses a button.
    if (typing || (event.key === " " && event.target.tagName === "BUTTON") || !(event.key in keys)) return false;
    keys[event.key]();
    return true;
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.match.record], { type: "application/octet-stream" }));
    const link = html("a", { href: address, download: `${this.match.fileName}.record` });
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(address);
  }
}

// A match as a page holds it: gzip around a JSON head, the positions, the events and the record.

import { decode } from "podesta/protobuf";

async function unzip(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function openMatch(base64, shared) {
  const bytes = await unzip(base64);
  const headLength = new DataView(bytes.buffer).getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headLength)));
  let at = 4 + headLength;
  const take = (length) => bytes.subarray(at, (at += length));
  const positions = head.frames.map(([publicLength, ...privateLengths]) => ({
    public: take(publicLength),
    // Length -1 stands for a seat that knows nothing of its own.
    private: privateLengths.map((length) => (length < 0 ? null : take(length))),
  }));
  const events = head.events.map((step) =>
    step.map(([audience, length]) => ({ audience, bytes: take(length) })),
  );
  return new Match(head, positions, events, bytes.subarray(at), shared);
}

export class Match {
  constructor(head, positions, events, record, shared) {
    Object.assign(this, head);
    this.positions = positions;
    this.eventBytes = events;
    this.record = record;
    this.schema = shared.schemas[head.game] ?? null;
    const data = shared.data[head.data];
    this.gameData = data ? this.#decode("data", Uint8Array.from(atob(data), (c) => c.charCodeAt(0))) : null;
  }

  get lastPly() {
    return Math.max(this.positions.length - 1, 0);
  }

  #decode(role, bytes) {
    return bytes && this.schema ? decode(this.schema, this.schema.roles[role], bytes) : null;
  }

  // What stands on the table after `ply` decisions.
  publicAt(ply) {
    return this.positions[ply] ? this.#decode("public", this.positions[ply].public) : null;
  }

  // What the seats of `view` know besides: one seat, or all of them for the referee (null).
  privateAt(ply, view) {
    const position = this.positions[ply];
    if (!position || !this.schema?.roles.private) return [];
    return position.private
      .map((bytes, seat) => (view === null || view === seat ? this.#decode("private", bytes) : null))
      .filter((message) => message !== null);
  }

  // Events of the decision that led to `ply`, as far as `view` may see them.
  eventsAt(ply, view) {
    return (this.eventBytes[ply] ?? [])
      .filter(({ audience }) => view === null || audience === null || audience.includes(view))
      .map(({ bytes }) => this.#decode("event", bytes));
  }
}

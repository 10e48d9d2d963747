// Times and numbers as people read them.

export function span(us) {
  if (us === null || us === undefined) return "–";
  if (us < 1000) return `${us} µs`;
  if (us < 1e6) return `${(us / 1e3).toFixed(us < 1e4 ? 1 : 0)} ms`;
  if (us < 6e7) return `${(us / 1e6).toFixed(2)} s`;
  const seconds = Math.floor(us / 1e6);
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, "0")} s`;
}

export function clock(us) {
  if (us === null || us === undefined) return "–";
  const tenths = Math.floor(Math.max(us, 0) / 1e5);
  const seconds = Math.floor(tenths / 10);
  const two = (number) => String(number).padStart(2, "0");
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (seconds >= 10) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `0:${two(seconds)}.${tenths % 10}`;
}

export const value = (number) =>
  number === null || number === undefined ? "–" : `${number > 0 ? "+" : ""}${Math.abs(number) >= 1000 ? Math.round(number) : number.toFixed(2)}`;

// What the time from question to answer was made of; what the bot says of itself is a claim.
export function split({ queue_us, wire_us, bot_us }) {
  const rest = bot_us === null ? "the bot did not say what it thought, or claimed too much" : `wire ${span(wire_us)} · the bot says it thought ${span(bot_us)}`;
  return `from question to answer: queue ${span(queue_us)} · ${rest}`;
}

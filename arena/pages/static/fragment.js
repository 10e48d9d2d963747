// The part of the address behind "#": which match, which ply, whose view.

export function readFragment(text) {
  const words = new URLSearchParams(text.replace(/^#/, ""));
  const whole = (name) => (/^\d{1,9}$/.test(words.get(name) ?? "") ? Number(words.get(name)) : null);
  return { match: whole("match"), ply: whole("ply"), view: whole("view") };
}

export function writeFragment({ match, ply, view }) {
  const words = new URLSearchParams();
  words.set("match", match);
  words.set("ply", ply);
  if (view !== null) words.set("view", view);
  return `#${words}`;
}

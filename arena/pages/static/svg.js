// Elements of SVG and HTML, built without ever reading text as markup.

const NAMESPACE = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(NAMESPACE, tag), attributes, children);

export const html = (tag, attributes = {}, ...children) =>
  filled(document.createElement(tag), attributes, children);

export const polygon = (points, attributes = {}) =>
  svg("polygon", { points: points.map((point) => point.map((n) => n.toFixed(2)).join(",")).join(" "), ...attributes });

export const label = (x, y, text, attributes = {}) => svg("text", { x, y, ...attributes }, String(text));

export const titled = (element, text) => {
  element.prepend(svg("title", {}, text));
  return element;
};

// Long foreign texts are cut so that they stay inside their place.
export const cut = (text, length) =>
  [...String(text)].length > length ? [...String(text)].slice(0, length - 1).join("") + "…" : String(text);

// Texts in lines of about so many letters; none is broken.
export function linesOf(texts, length) {
  const lines = [];
  for (const text of texts) {
    if (lines.length && lines.at(-1).length + text.length + 3 <= length) lines.push(`${lines.pop()} · ${text}`);
    else lines.push(text);
  }
  return lines;
}

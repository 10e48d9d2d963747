// What a seat was told, in a line: the fields of the game's own event messages.

function plain(content) {
  if (content === null || content === undefined || content === "") return "";
  if (content instanceof Uint8Array) return "";
  if (Array.isArray(content)) return content.map(plain).filter(Boolean).join(", ");
  if (typeof content === "object") {
    return Object.entries(content)
      .filter(([, inner]) => inner !== null && inner !== "" && !(Array.isArray(inner) && !inner.length))
      .map(([name, inner]) => `${name.replaceAll("_", " ")} ${plain(inner)}`)
      .join(", ");
  }
  return String(content);
}

export function eventText(event) {
  const [name, content] = Object.entries(event ?? {}).find(([, inner]) => inner !== null) ?? ["", null];
  return content === null ? "" : `${name.replaceAll("_", " ")}: ${plain(content)}`;
}

// Tables that are sorted by a press on a heading; without this script they are just tables.
(() => {
  const key = (row, column) => {
    const text = row.cells[column].dataset.sort;
    const number = Number(text);
    return text === "" ? null : Number.isNaN(number) ? text : number;
  };
  const compare = (a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  for (const table of document.querySelectorAll("table.sortable")) {
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const down = heading.classList.contains("text") ? heading.getAttribute("aria-sort") === "ascending" : heading.getAttribute("aria-sort") !== "descending";
        headings.forEach((each) => each.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", down ? "descending" : "ascending");
        const body = table.tBodies[0];
        const rows = [...body.rows].map((row) => [key(row, column), row]);
        // What is unknown stays at the end either way.
        rows.sort(([a], [b]) => (a === null) - (b === null) || (a === null ? 0 : (down ? -1 : 1) * compare(a, b)));
        body.append(...rows.map(([, row]) => row));
      });
    });
  }
})();

// Opens the replay that the address asks for, over the report or on a page of its own.

import { readFragment, writeFragment } from "podesta/fragment";
import { openMatch } from "podesta/payload";
import { html } from "podesta/svg";
import { Viewer } from "podesta/viewer";

const shared = JSON.parse(document.getElementById("replay-shared").textContent);
const place = document.getElementById("replay");
const report = document.getElementById("report");
const back = document.getElementById("back");
let viewer = null;
let shown = null;

const payloadOf = (number) => document.getElementById(`replay-${number}`);

function stay(fragment) {
  history.replaceState(null, "", fragment);
  return fragment;
}

function close() {
  viewer?.stop();
  viewer = null;
  const number = shown;
  shown = null;
  place.hidden = true;
  place.replaceChildren();
  if (report) {
    report.hidden = false;
    stay("#replays");
    document.querySelector(`a[href="#match=${number}"]`)?.focus();
  }
}

async function open({ match: number, ply, view }) {
  if (number !== shown) {
    viewer?.stop();
    viewer = null;
    shown = number;
    let match;
    try {
      match = await openMatch(payloadOf(number).textContent.trim(), shared);
    } catch (error) {
      place.hidden = false;
      place.replaceChildren(html("p", { class: "problems" }, `This replay can't be read: ${error.message}`));
      return;
    }
    if (shown !== number) return;
    viewer = new Viewer(place, match, {
      moved: (at, seen) => stay(writeFragment({ match: number, ply: at, view: seen })),
      closed: report ? close : back && (() => back.click()),
    });
    if (report) report.hidden = true;
    place.hidden = false;
    window.scrollTo(0, 0);
  }
  if (!viewer) return;
  viewer.ply = Math.max(0, Math.min(viewer.match.lastPly, ply ?? 0));
  viewer.look(view);
}

function follow() {
  const wanted = readFragment(location.hash);
  const number = wanted.match ?? shared.only;
  // In a report of many files the match has a page of its own, which a link of the report names.
  const elsewhere = number !== null && !payloadOf(number) && report?.querySelector(`a[data-match="${number}"]`);
  if (elsewhere) location.replace(new URL(writeFragment({ ...wanted, ply: wanted.ply ?? 0 }), elsewhere.href));
  else if (number !== null && payloadOf(number)) open({ ...wanted, match: number });
  else if (shown !== null) close();
}

document.addEventListener("keydown", (event) => {
  if (viewer?.key(event)) event.preventDefault();
});
window.addEventListener("hashchange", follow);
follow();

// SPDX-License-Identifier: MIT
// The operator's desk. Every text of people or of the task becomes text of the page, never a part of its structure. The token
// is in this variable and nowhere else: no storage, no address, no cookie.
"use strict";

const at = id => document.getElementById(id);
const grouped = n => Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, " ");
let token = "", state = null, people = null, timer = 0;

function made(name, text = "", kind = "") {
  const node = document.createElement(name);
  node.textContent = text;
  if (kind) node.className = kind;
  return node;
}

function row(...cells) {
  const line = made("tr");
  for (const cell of cells) line.append(cell instanceof Node ? cell : made("td", cell));
  return line;
}

// On a narrow screen a time breaks between its day and its hour, and nowhere else: the hyphen is one that does not break.
const time = (seconds, before = "") => made("td", before + date(seconds).slice(5, 16).replace("-", "\u2011"), "time");
const number = n => made("td", grouped(n), "number");
const date = seconds => new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ") + " UTC";
const short = x => String(Number(x.toPrecision(2)));
const percent = share => `${share < 0.1 ? (100 * share).toPrecision(2) : grouped(100 * share)} %`;
const counted = (n, one) => `${grouped(n)} ${one}${n === 1 ? "" : "s"}`;

function left(seconds) {
  if (seconds <= 0) return "no time";
  if (seconds < 120) return counted(seconds, "second");
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds % 3600 / 60)} min`;
  return `${Math.floor(seconds / 86400)} days ${Math.floor(seconds % 86400 / 3600)} h`;
}

function tell(text) {
  at("problem").hidden = !text;
  at("problem").textContent = text;
}

/** What the server says; throws its words where it refuses. */
async function ask(path, body) {
  const answer = await fetch(path, {
    method: body ? "POST" : "GET", cache: "no-store", credentials: "omit",
    headers: { Authorization: `Bearer ${token}`, ...(body ? { "Content-Type": "application/json" } : {}) },
    body: body && JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.detail), { status: answer.status });
  return said;
}

// --- what is shown

function width(numbers, statistic) {
  const found = numbers?.predicted.find(n => n.statistic === statistic);
  if (!found) return "";
  const share = found.share === null ? "more than all of it" : `± ${percent(found.share)}`;
  return `${share}, ${found.judgement.replace("_", " ")}`;
}

function found(statistic) {
  const n = state.result?.numbers?.find(one => one.statistic === statistic);
  if (!n || n.estimate === null || n.interval === null) return "";
  const digits = Math.abs(n.estimate) < 10 ? x => x.toPrecision(3) : grouped;
  const share = n.estimate ? `, ± ${percent(n.half_width / Math.abs(n.estimate))}` : "";
  return `${digits(n.estimate)}, from ${digits(n.interval[0])} to ${digits(n.interval[1])}${share}, ${n.judgement.replace("_", " ")}`;
}

function showWidth() {
  const { before, after, status } = state;
  const names = new Set([before, after].flatMap(p => p ? p.predicted.map(n => n.statistic) : []));
  at("width").replaceChildren(...[...names].map(name => row(name, width(before, name), width(after, name), found(name))));
  const { result } = state;
  const absent = result && result.present < result.nodes
    ? ` What was found is of the ${grouped(result.present)} of ${grouped(result.nodes)} who answered, not of all: \`edgeldp collector result\` says how.` : "";
  at("about-width").textContent = !before
    ? "It is being worked out."
    : `Half of a 95% interval over the number, on made-up networks whose people have ${short(before.average_degree)} contacts each, as was said when the collection was `
      + `made${after ? `; those who joined have ${short(after.average_degree)} among each other, as if who joins were a matter of chance` : ""}. ${status.joined < 2 ? "Of those who joined nothing is expected before two have." : ""}${absent}`;
}

function showNow() {
  const s = state.status;
  at("title").textContent = s.title || "The operator's desk";
  document.title = `${s.title || "Collection"}: the operator's desk`;
  const words = {
    joining: () => `${grouped(s.joined)} of ${grouped(s.people)} people have joined.`,
    asking: () => s.round ? `Round '${s.round}': ${grouped(s.answered)} of ${grouped(s.asked)} have answered.` : "The next round is being prepared.",
    over: () => "All rounds are over.",
    failed: () => `The collection has failed: ${s.failure}.`,
  }[s.stage]();
  at("now").textContent = words + (state.open ? ` It closes in ${left(s.closes - state.now)}, on ${date(s.closes)}.` : "");
  at("progress").hidden = !state.open;
  at("progress").max = Math.max(s.asked, 1);
  at("progress").value = s.answered;
  at("clock").hidden = !s.clock;
  at("clock").textContent = s.clock ?? "";
  at("open").hidden = !state.open;
  const joins = s.stage === "joining";
  at("about-closing").textContent = joins
    ? "Closing now ends joining: whoever has not joined by then cannot take part any more."
    : "Closing now publishes the answers that are there. Whoever has not answered is left out of this round and all later ones.";
  at("about-extending").textContent = joins
    ? "Joining may stay open for longer at any time."
    : "What was announced stays as it was, since people's programs end where an announcement changes. They answer late ones as before, "
      + "so the round only takes them for longer.";
}

function showRounds() {
  const s = state.status, first = s.rounds[0];
  const join = row("join", number(s.people), number(s.joined), time(s.created),
                   s.stage === "joining" ? time(state.joining_closes, "closes ") : first ? time(first.opened) : "");
  join.classList.toggle("open", s.stage === "joining");
  const rest = s.rounds.map((r, i) => {
    const isOpen = s.stage === "asking" && state.open !== null && i === s.rounds.length - 1;
    const closed = r.closed ?? s.rounds[i + 1]?.opened;
    const line = row(r.round, number(r.asked), number(r.answered), time(r.opened),
                     isOpen ? time(r.closes, "closes ") : closed ? time(closed) : "");
    line.classList.toggle("open", isOpen);
    return line;
  });
  at("rounds").replaceChildren(join, ...rest);
}

const svgNode = (name, about, text = "") => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(about)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
};

/** Counts so far over time, a line of steps for joining and for each round. */
function showHistory() {
  const lines = state.history.filter(one => one.points.length);
  if (!lines.length) return at("history").replaceChildren(made("p", "Nothing has come yet."));
  const opened = one => one.index === null ? state.status.created : state.status.rounds[one.index].opened;
  const from = state.status.created, until = Math.max(state.now > 0 && state.open ? state.now : 0, ...lines.map(one => one.points.at(-1)[0]));
  const most = Math.max(...lines.map(one => one.points.at(-1)[1]));
  const labels = [], apart = 110, line = 15;  // texts of one line's height must not lie on each other
  const wide = at("history").clientWidth || 600, high = 220, side = 12, under = 26, above = 22;
  const x = t => side + (t - from) / Math.max(until - from, 1) * (wide - 2 * side);
  const y = n => high - under - n / most * (high - under - above);
  const svg = svgNode("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img" });
  svg.append(svgNode("title", {}, lines.map(one => `${name(one)}: ${one.points.at(-1)[1]}`).join(", ")));
  svg.append(svgNode("line", { class: "axis", x1: side, x2: wide - side, y1: y(0), y2: y(0) }));
  for (const one of lines) {
    let path = `M${x(opened(one))} ${y(0)}`;
    for (const [t, n] of one.points) path += `H${x(Math.max(t, opened(one)))}V${y(n)}`;
    svg.append(svgNode("path", { class: one.index === null ? "line joining" : "line", d: path }));
    const end = x(one.points.at(-1)[0]), anchor = end > wide / 2 ? "end" : "start";
    let base = y(one.points.at(-1)[1]) - 7;
    while (labels.some(l => Math.abs(l.x - end) < apart && Math.abs(l.base - base) < line)) base += line;
    labels.push({ x: end, base });
    svg.append(svgNode("text", { x: anchor === "end" ? end - 6 : end, y: base, "text-anchor": anchor }, `${name(one)} ${grouped(one.points.at(-1)[1])}`));
  }
  svg.append(svgNode("text", { x: side, y: high - 8 }, date(from).slice(5, 16)));
  svg.append(svgNode("text", { x: wide - side, y: high - 8, "text-anchor": "end" }, date(until).slice(5)));
  at("history").replaceChildren(svg);
}

const name = one => one.index === null ? "joined" : state.status.rounds[one.index].round;

function showPeople() {
  if (!people) return;
  const part = at("search").value.toLowerCase(), which = at("which").value;
  const is = {
    all: () => true,
    invited: p => !p[1],
    joined: p => p[1],
    waited: p => p[4],
    lost: p => p[3] < p[2] && !(p[4] && p[3] === p[2] - 1),
  }[which];
  const some = people.people.filter(p => is(p) && p[0].toLowerCase().includes(part));
  const shown = some.slice(0, 500);
  at("people").replaceChildren(...shown.map(p =>
    row(made("td", p[0], "name"), p[1] ? "yes" : "no", p[2] ? `${p[3]} of ${p[2]}` : "", p[4] ? "yes" : "")));
  const s = state.status;
  at("counts").textContent = `${grouped(s.people)} invited, ${grouped(s.joined)} joined${s.parts && s.parts.whole < s.joined ? ` (${grouped(s.parts.half)} of them spend a half of epsilon, ${grouped(s.parts.quarter)} a quarter)` : ""}`
    + (s.stage === "asking" && s.round ? `, ${grouped(s.answered)} answered this round.` : ".");
  const others = [];
  if (some.length > shown.length) others.push(`${grouped(some.length - shown.length)} more are not shown: search for a part of a name.`);
  if (people.all > people.people.length)
    others.push(`Only the first ${grouped(people.people.length)} of ${grouped(people.all)} names are here.`);
  at("more").hidden = !others.length;
  at("more").textContent = others.join(" ");
}

function show() {
  showNow();
  showWidth();
  showRounds();
  showHistory();
  showPeople();
}

// --- what is done

async function look() {
  clearTimeout(timer);
  try {
    [state, people] = [await ask("state.json"), await ask("people.json")];
    at("enter").hidden = true;
    at("desk").hidden = false;
    if (at("problem").dataset.of === "look") tell("");
    show();
  } catch (why) {
    at("problem").dataset.of = "look";
    tell(why.status ? `${why.message}.` : "The server does not answer: has it been stopped? Its next start prints another token.");
    if (why.status === 401) {
      at("desk").hidden = true;
      at("enter").hidden = false;
      at("token").focus();
      return;
    }
  }
  timer = setTimeout(look, document.hidden ? 30000 : 3000);
}

async function act(path, body, question) {
  if (!state.open || (question && !window.confirm(question))) return;
  const buttons = [at("close"), at("extend")];
  for (const button of buttons) button.disabled = true;
  try {
    tell("");
    await ask(path, body);
  } catch (why) {
    at("problem").dataset.of = "act";
    tell(`Nothing was done: ${why.message}.`);
  }
  for (const button of buttons) button.disabled = false;
  await look();
}

at("close").addEventListener("click", () => act("close", { round: state.open }, `Close ${state.open.split(" ")[0]} now? It never opens again.`));
at("extend").addEventListener("click", () => {
  const by = Number(at("by").value) * Number(at("unit").value);
  if (!Number.isInteger(by) || by < 1) return tell("For how long? A whole number from 1 on.");
  act("extend", { round: state.open, seconds: by });
});
at("which").addEventListener("change", showPeople);
at("search").addEventListener("input", showPeople);
at("enter").addEventListener("submit", event => {
  event.preventDefault();
  token = at("token").value.trim();
  at("token").value = "";
  look();
});
window.addEventListener("resize", () => state && showHistory());

// Behind '#' no server sees it; here it leaves the address before anything else is done.
token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (token) {
  look();
} else {
  at("enter").hidden = false;
  at("token").focus();
}

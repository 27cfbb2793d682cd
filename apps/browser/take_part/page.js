// SPDX-License-Identifier: MIT
const at = (id) => document.getElementById(id);
const show = (id, is_shown = true) => { at(id).hidden = !is_shown; };
// Below which the collector's paths are: where the page came from, unless it was made for another place.
const collector = document.documentElement.dataset.collector || new URL(".", location.href.split("#")[0]).href;
at("people").href = `${collector}people.txt`;

function refuse(why) {
  at("refusal").textContent = why;
  show("refusal");
  show("join", false);
}

// The name and the token stand behind '#', which no server and no proxy sees; they are taken off the address at once.
function take_invitation() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname);
  for (const what of ["name", "token"]) if (given.has(what)) at(what).value = given.get(what);
}

function missing_here() {
  if (!window.isSecureContext) return "This page needs https (or this machine itself): without it others could change the page or read your messages.";
  if (!navigator.locks) return "This browser cannot make sure that one tab alone takes part (Web Locks). Use a newer one, or the program.";
  if (!window.indexedDB) return "This browser keeps nothing for this page. Use another one, or the program.";
  return "";
}

async function hexadecimal_digest(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

// ---- words from the numbers ----
const times = (epsilon) => { const t = Math.exp(epsilon); return t < 10 ? t.toPrecision(2) : t < 1e6 ? Math.round(Number(t.toPrecision(2))).toLocaleString("en") : t.toExponential(0); };
// What somebody may believe afterwards who thought it so likely before.
const of_hundred = (epsilon, before = 0.01) => {
  const p = 1 / (1 + (1 / before - 1) * Math.exp(-epsilon));
  return p > 0.995 ? "more than 99%" : `${(100 * p).toPrecision(2)}%`;
};
const method_words = {
  triangles: "the number of triangles: three people who all know each other", degrees: "how many contacts people have",
  "cycles-4": "the number of rings of four people", homophily: "whether people know those who are like them",
  cores: "how closely people hang together", mixing: "which groups know which", centrality: "who stands in the middle",
  communities: "which groups of people know each other more often than chance has it",
  labels: "which label each person is likely to have, from public labels of some",
  synthesis: "what a made-up network needs to be like the true one: how many contacts, pairs of contacts and triangles there are, and groups where these show",
  butterflies: "how often two people have the same two items",
};

// What the result says of each person.
const tried_groups = "; groups that are tried on the way are published, too, even where none are found in the end";
const of_each = {
  cores: "how deep that person sits in the network", centrality: "how central that person is", communities: `which group that person is in${tried_groups}`,
  labels: "which label that person is likely to have, and how likely each label is",
  synthesis: `which group that person is in, where groups show${tried_groups}`,
};

let shown_cost = 0;  // epsilon, of this collection and of all that this browser took part in
const parts = { whole: 1, half: 0.5, quarter: 0.25 };  // of each budget, where a task lets people choose
const short = (epsilon) => String(Number(epsilon.toPrecision(4)));

function show_account({ collections, ever, last_year }, person) {
  shown_cost = person + ever;
  if (collections === 0) return;
  at("account").textContent = `In this browser you have taken part in ${collections} other ${collections === 1 ? "collection" : "collections"}, which cost epsilon ` +
    `${short(ever)} so far, ${short(last_year)} of it in the last 365 days; with this one it is ${short(shown_cost)}. Whoever lays all your messages side by side, and thought a ` +
    `contact of yours 1% likely, may think it at most ${of_hundred(shown_cost)} likely afterwards. What was told stays told, and other devices count for themselves.`;
  show("account");
}

// One of several dates on which the same people are asked.
function show_series({ date, most_changes }) {
  const often = most_changes === 1 ? "once" : most_changes === 2 ? "twice" : `${most_changes} times`;
  at("series").textContent = !most_changes ? `This is date ${date} on which the same people are asked. It costs as much as any other collection, beside what the dates before it cost.` :
    `${date > 1 ? `This is date ${date}` : "This is the first of several dates"} on which the same people are asked. ${date > 1 ? "It asks" : "Later ones ask"} what has changed in your ` +
    `list since it was told last, and all dates together cost what is said here once. That holds for each contact as long as it comes or goes at most ${often} over all dates; from then ` +
    "on it is told as it was then, whether or not that is still true. This browser remembers what it told: without that, as in another browser, you take part in no later date.";
  show("series");
}

// What it costs whoever spends this part of each budget; the other end of a contact may spend all.
function costs_of(task) {
  const { person, relationship } = task.costs, own = person * parts[at("at-most").value];
  return { person: own, relationship: relationship - (person - own) };
}

// Whose labels are public, and what that means for the others.
function show_labels({ people, public_labels: { names, people: known, file } }) {
  const list = Object.assign(document.createElement("a"), { href: `${collector}objects/${file}`, target: "_blank", rel: "noopener", textContent: "public label" });
  at("given").append(` It is inferred: ${known} of the ${people} people have a `, list, ` (${names.map((name) => `'${name}'`).join(", ")}), with their names; what the others are likely to ` +
    "have is guessed from whom they know, since contacts are often alike. Epsilon, which is explained below, bounds what each single contact tells, and does not forbid the guess.");
}

function show_task(task) {
  const one = task.items ? "item" : "contact";
  show("part", task.lets_choose);
  at("at-most").onchange = () => show_costs(task, one);
  at("title").textContent = task.title || "Take part in a count";
  at("purpose").textContent = `${task.people} people are asked, to estimate ${method_words[task.method] ?? task.method}. Whoever gave you the invitation can say ` +
    "who asks, and why: this page does not know. Take part only if you do.";
  at("given").textContent = `Not your list of ${one}s: in each round a few bytes leave, such as how many ${one}s you have, or a shortened list, and all of ` +
    "them have random errors, so that no answer can be taken at its word. That you take part is public, and so is your name." +
    (task.method in of_each ? ` The result says of each person, beside the name, ${of_each[task.method]}. That follows from noisy answers, may be wrong, and everybody can read it.` : "");
  if (task.public_labels) show_labels(task);
  show_costs(task, one);
  if (task.series) show_series(task.series);
  if (task.items) {
    const directory = Object.assign(document.createElement("a"), { href: `${collector}objects/${task.item_directory}`, target: "_blank", rel: "noopener", textContent: "list of items" });
    at("contacts-label").replaceChildren("Your items, one name a line. Only names in the ", directory, " count; the others are left out here.");
  }
  at("values").replaceChildren(...task.attributes.map((attribute, i) => {
    const label = document.createElement("label"), select = document.createElement("select");
    label.textContent = `Your value of '${attribute.name}'`;
    select.id = `value-${i}`;
    select.append(...attribute.values.map((value) => new Option(value, value)));
    label.append(select);
    return label;
  }));
  show("join");
}

function show_costs(task, one) {
  const { person, relationship } = costs_of(task);
  show_account(task.account, task.series?.most_changes && task.series.date > 1 ? 0 : person);  // later dates were counted with the first
  const together = task.items ? person : relationship, whose = task.items ? "all that you send" : "all that you and a contact of yours send";
  at("risk").textContent = `Whoever reads ${whose}, and thought it 1% likely that ${task.items ? "something is on your list" : "you two know each other"}, may think it at most ` +
    `${of_hundred(together)} likely afterwards; who thought it as likely as not, ${of_hundred(together, 0.5)}. ` +
    (together >= 8 ? "That is nearly everything. " : together >= 4 ? "That is a lot. " : "") + `The same holds for each ${one} on your list, and for each who is not.`;
  at("cost").textContent = `Privacy people call what may be learned epsilon: all that you send costs ${Number(person.toPrecision(4))} at most. Whatever anybody sees of your ` +
    `messages is then at most ${times(person)} times as likely with one given ${one} on your list as without it.`;
  at("relationship").textContent = task.items ? "What you have is told by your own messages alone." :
    `A contact is known to the other person too, who may answer as well: both together tell at most epsilon ${Number(relationship.toPrecision(4))} of it.`;
}

// ---- the part, in a worker ----
let worker;
function start_worker() {
  worker?.terminate();
  worker = new Worker(URL.createObjectURL(new Blob([workerText], { type: "text/javascript" })));
  worker.onerror = () => refuse("This browser cannot run the program of this page: it needs WebAssembly with exceptions. Use a newer one, or the program.");
  worker.onmessage = ({ data }) => { for (const [what, about] of Object.entries(data)) heard[what]?.(about); };
}
const wish = (name, about = {}) => worker.postMessage({ wish: name, collector, ...about });

function show_said({ round, bytes, problem }) {
  const row = document.createElement("tr"), name = document.createElement("td"), what = document.createElement("td");
  name.textContent = round;
  what.textContent = problem === "" ? `answered, ${bytes} bytes` :
    ["round-closed", "not-asked"].includes(problem) ? "came too late, and does not count" : `was refused (${problem})`;
  row.append(name, what);
  at("rounds").append(row);
}

function end(title, words) {
  at("going-title").textContent = title;
  at("now").textContent = words;
  show("going");
  show("join", false);
  for (const id of ["stop", "keep"]) show(id, false);
  at("stay").textContent = "";
}

const heard = {
  refused: (why) => refuse(why),
  waiting: (why) => { at("purpose").textContent = why; },
  task: show_task,
  going: () => { show("join", false); show("refusal", false); show("going"); at("stay").textContent = leaving_words; },
  now: (words) => { at("now").textContent = words; },
  said: show_said,
  spent: (epsilon) => { at("spent").textContent = `What you have sent so far costs epsilon ${Number(epsilon.toPrecision(4))}.`; },
  over: (words) => end("Thank you", words),
  ended: (why) => end("You take no part any more", (why.endsWith("other-key") ?
    "Somebody has joined by this invitation before, perhaps you in another browser. Nobody can begin again, since a second answer about the " +
    "same list would tell more: go on where you began." : `Here is why: ${why}.`) + " Nothing more is sent."),
  problem: (why) => {
    const has_said = at("rounds").children.length > 0;
    at("refusal").textContent = has_said ? `${why}. Nothing more is sent. Open this page again to go on.` : `${why}. Nothing was sent.`;
    show("refusal");
    show("going", has_said);
    show("join", !has_said);
  },
  file: (state) => save(state),
  forgotten: () => end("You take no part any more", "Your list and all secrets are removed from this browser. What was sent stays sent, and this invitation serves no more."),
};
const leaving_words = "This browser keeps your part: you may close the page and come back to it, in this browser and not in a private window, until all rounds " +
  "are over. If the browser forgets it, your part is over: nobody can begin again, since a second answer about the same list would tell more.";

function save(state) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([state], { type: "application/octet-stream" }));
  link.download = "part.state";
  link.click();
  URL.revokeObjectURL(link.href);
}

at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  show("refusal", false);
  const lines = at("contacts").value.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
  if (lines.length === 0 && !confirm("You name no contact. Take part with an empty list?")) return;
  const values = [...at("values").querySelectorAll("select")].map((select) => select.value);
  // A ceiling is what this page has shown: a task that costs more is refused.
  wish("join", { who: { name: at("name").value, token: at("token").value.trim(), contacts: lines, values, ceiling: shown_cost, has_account: true, at_most: at("at-most").value } });
  at("contacts").value = at("token").value = "";
  navigator.storage?.persist?.();
});

async function text_of(file) { return file ? file.text() : ""; }
at("file").onchange = async (event) => { at("contacts").value = await text_of(event.target.files[0]); event.target.value = ""; };
at("state-file").onchange = async (event) => {
  const file = event.target.files[0];
  if (file) wish("open", { state: new Uint8Array(await file.arrayBuffer()) });
  event.target.value = "";
};
at("keep").onclick = () => {
  if (confirm("The file holds your list and your secrets. Go on with it in one place only, and close this page before.")) wish("keep");
};
at("stop").onclick = () => {
  if (!confirm("Stop taking part for good? Your list is removed from this browser.")) return;
  start_worker();  // whatever the other one was about to send is not sent
  wish("forget");
};

take_invitation();
window.addEventListener("hashchange", take_invitation);
const lacks = missing_here();
if (lacks) {
  refuse(lacks);
} else {
  start_worker();
  fetch(location.pathname, { cache: "force-cache" }).then((page) => page.text()).then(hexadecimal_digest)
    .then((digest) => { at("digest").textContent = digest; }, () => { at("digest").textContent = "not to be had here"; });
  wish("look");
}

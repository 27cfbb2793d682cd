// SPDX-License-Identifier: MIT
const at = (id) => document.getElementById(id);
const most_bytes = 64 << 20;  // 500 000 lines are some ten megabytes
const example = { users: 1000, edges: 20000, seed: 1 };
const example_command = `edgeldp dataset generate affiliation --nodes ${example.users} --edges ${example.edges} --seed ${example.seed} -o example.txt`;
const curve_epsilons = [0.5, 1, 2, 4, 8], curve_runs = 4;

// ---- the library, in a worker ----
const worker = new Worker(URL.createObjectURL(new Blob([workerText], { type: "text/javascript" })));
const waiting = new Map();
let asked = 0;
worker.onmessage = ({ data }) => {
  const done = waiting.get(data.id);
  waiting.delete(data.id);
  done(data.answer);
};
worker.onerror = () => {
  for (const done of waiting.values()) done({ error: "This browser cannot run the library: it needs WebAssembly with exceptions." });
  waiting.clear();
};
const ask = (question, about) => new Promise((done) => {
  waiting.set(++asked, done);
  worker.postMessage({ id: asked, question, about });
});

// ---- numbers and elements ----
const grouped = (x) => Math.round(x).toLocaleString("en").replaceAll(",", "\u202f");
// Two digits of the error, and the number to the same place.
function rounded(x, error) {
  if (!(error > 0) || !Number.isFinite(error)) return grouped(x);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(error)) - 1);
  return grouped(Math.round(x / step) * step);
}
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
function drawing(width, height, label) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.draw = (name, attributes, text) => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    if (text !== undefined) part.textContent = text;
    svg.append(part);
  };
  return svg;
}

// ---- what is shown ----
const state = { graph: null, name: "", seed: 1, person: 0, busy: false, shown: null };
const epsilon = () => 2 ** (Number(at("epsilon").value) / 4);
const epsilon_text = (x) => String(Number(x.toPrecision(3)));

function say_promise() {
  const e = epsilon();
  at("epsilon-value").value = epsilon_text(e);
  const times = Math.exp(e), believed = 100 / (1 + 99 / times);
  const said = times < 10 ? times.toPrecision(2) : grouped(Number(times.toPrecision(2)));
  at("promise").textContent = `Whatever anybody sees of a person's messages is at most ${said} times as likely if the person has a ` +
    `given contact as if not. Who thought a contact 1% likely may think it at most ${believed.toPrecision(2)}% likely afterwards.`;
}

function interval_figure(answer, truth) {
  const [low, high] = answer.interval, least = Math.min(0, low), most = Math.max(high, truth) * 1.02 + 1;
  const x = (v) => 20 + 560 * (v - least) / (most - least);
  const svg = drawing(600, 84, `Estimate ${rounded(answer.estimate, answer.standard_error)}, between ${grouped(low)} and ${grouped(high)}; exactly ${grouped(truth)}`);
  svg.draw("line", { class: "axis", x1: 20, y1: 40, x2: 580, y2: 40 });
  svg.draw("line", { class: "bar", x1: x(low), y1: 40, x2: x(high), y2: 40 });
  svg.draw("circle", { class: "dot", cx: x(answer.estimate), cy: 40, r: 7 });
  svg.draw("line", { class: "truth", x1: x(truth), y1: 24, x2: x(truth), y2: 56 });
  const anchor = (place) => place < 90 ? "start" : place > 510 ? "end" : "middle";
  svg.draw("text", { class: "of-truth", x: x(truth), y: 16, "text-anchor": anchor(x(truth)) }, `exactly ${grouped(truth)}`);
  svg.draw("text", { x: x(low), y: 76, "text-anchor": anchor(x(low)) }, x(high) - x(low) < 170 ? `${grouped(low)} to ${grouped(high)}` : grouped(low));
  if (x(high) - x(low) >= 170) svg.draw("text", { x: x(high), y: 76, "text-anchor": anchor(x(high)) }, grouped(high));
  return svg;
}

const judged = {
  usable: "The interval is narrow enough to work with: it reaches at most a quarter of the number to either side.",
  weak: "The interval is wide: it tells the order of magnitude, and little more.",
  not_usable: "The noise drowns the number: all that can be said is how many triangles there are at most.",
};

// As one word of a shell.
const word = (name) => /^[\w.,@%+\/:-]+$/.test(name) && !name.startsWith("-") ? name : `'${name.replaceAll("'", "'\\''")}'`;

function show_answer(answer) {
  if (answer.interval[0] === null) {
    at("sentence").textContent = "Nothing can be said at this budget: the error is not known.";
    at("interval").replaceChildren();
  } else {
    at("sentence").textContent = `About ${rounded(answer.estimate, answer.standard_error)} triangles. With a confidence of 95% there are ` +
      `between ${grouped(answer.interval[0])} and ${grouped(answer.interval[1])}; in truth there are ${grouped(state.graph.triangles)}, which only this simulation knows.`;
    at("interval").replaceChildren(interval_figure(answer, state.graph.triangles));
  }
  at("judgement").textContent = judged[answer.judgement];
  at("command").replaceChildren("The program says the same: ",
    ...(state.name === "example.txt" ? [element("code", {}, example_command), " and then "] : []),
    element("code", {}, `edgeldp triangles ${word(state.name)} --epsilon ${answer.epsilon} --seed ${state.seed}${state.has_names ? " --names" : ""}`),
    `. Digest of all that people were told: ${answer.told.slice(0, 16)}…`);
}

const of_round = {
  degree: "How many contacts it has, with noise: decides who reads whose rows.",
  size: "How many of these come before it in the public order, with noise: decides how long its row is.",
  length: "How many of these come after it in the public order, with noise.",
  edges: "Its row: the noisy list of contacts before it, packed.",
  count: "How many of its pairs of contacts are contacts of each other, by others' noisy rows, minus what chance gives, with noise.",
};

function show_person(answer) {
  const { person } = answer, bytes = (m) => m.bytes.length / 2;
  at("contacts").textContent = `has ${person.contacts.length} contacts, which nobody else sees.`;
  at("messages").replaceChildren(...person.messages.map((m) => {
    const pairs = m.bytes.match(/../g) || [], shown = pairs.slice(0, 48).join(" ");
    return element("tr", {}, element("td", {}, m.round), element("td", {}, of_round[m.round] || ""),
      element("td", { class: "bytes" }, shown + (pairs.length > 48 ? ` … ${pairs.length} bytes` : "")));
  }));
  const sent = person.messages.reduce((sum, m) => sum + bytes(m), 0);
  at("traffic").textContent = `It sends ${sent} bytes in all, and reads ${grouped(answer.download_bytes)} bytes of what others published. ` +
    `On average a person of this network sends ${answer.upload_bytes.toPrecision(3)} bytes.`;
  const { row } = person, ones = [...row.noisy].filter((c) => c === "1").length, true_ones = [...row.true].filter((c) => c === "1").length;
  const kept = [...row.noisy].filter((c, i) => c === "1" && row.true[i] === "1").length;
  at("row-words").textContent = row.length === 0 ? "This person is the first of the public order, and has no row." :
    `Each square is one of ${row.noisy.length === row.length ? "the" : `the nearest ${row.noisy.length} of`} ${grouped(row.length)} people before it in the public order. A frame is a ` +
    `true contact (${true_ones}); a filled square is what its row says (${ones}). Everybody may see the filled squares, and nobody else the ` +
    `frames. Here ${kept} of the ${ones} filled squares are true contacts, and ${true_ones - kept} true contacts are not filled.`;
  at("row").replaceChildren(row_figure(row));
}

function row_figure(row) {
  const across = 50, size = 12, lines = Math.ceil(row.noisy.length / across);
  const svg = drawing(across * size, Math.max(lines * size, 1), "True and noisy contacts of one person");
  for (let i = 0; i < row.noisy.length; ++i)
    svg.draw("rect", {
      class: "cell" + (row.noisy[i] === "1" ? " on" : "") + (row.true[i] === "1" ? " true" : ""),
      x: (i % across) * size + 1.5, y: Math.floor(i / across) * size + 1.5, width: size - 3, height: size - 3,
    });
  return svg;
}

function show_curve(points) {
  const truth = state.graph.triangles, svg = drawing(600, 300, "Estimates against epsilon");
  const known = points.filter((p) => p.interval[0] !== null);
  const least = Math.min(0, ...known.map((p) => p.interval[0])), most = Math.max(truth * 1.1, ...known.map((p) => p.interval[1]));
  const y = (v) => 260 - 235 * (v - least) / (most - least), step = 500 / curve_epsilons.length;
  svg.draw("line", { class: "axis", x1: 60, y1: 260, x2: 590, y2: 260 });
  svg.draw("line", { class: "truth", x1: 60, y1: y(truth), x2: 590, y2: y(truth) });
  svg.draw("text", { class: "of-truth", x: 590, y: y(truth) - 10, "text-anchor": "end" }, `exactly ${grouped(truth)}`);
  svg.draw("text", { class: "soft", x: 54, y: y(0) + 4, "text-anchor": "end" }, "0");
  svg.draw("text", { class: "soft", x: 325, y: 296, "text-anchor": "middle" }, "epsilon");
  curve_epsilons.forEach((e, column) => {
    const left = 90 + column * step;
    svg.draw("text", { x: left + step / 2 - 15, y: 278, "text-anchor": "middle" }, epsilon_text(e));
    known.filter((p) => p.epsilon === e).forEach((p, i) => {
      const x = left + 12 + i * 18;
      svg.draw("line", { class: "thin", x1: x, y1: y(p.interval[0]), x2: x, y2: y(p.interval[1]) });
      svg.draw("circle", { class: "dot", cx: x, cy: y(p.estimate), r: 4 });
    });
  });
  at("chart").replaceChildren(svg);
}

// ---- what happens ----
function say_network(text, is_problem = false) {
  at("network").textContent = text;
  at("network").classList.toggle("problem", is_problem);
}

async function take(question, about, name) {
  say_network("Reading …");
  const graph = await ask(question, about);
  if (graph.error) {
    say_network(graph.error + (state.graph ? ` (Below stands ${state.name}, as before.)` : ""), true);
    if (graph.error.includes("--names")) {
      const retry = element("button", { type: "button" }, "Take them as names");
      retry.onclick = () => take(question, { ...about, has_names: true }, name);
      at("network").append(" ", retry);
    }
    return;
  }
  Object.assign(state, { graph, name, has_names: Boolean(about.has_names), person: 0, shown: null });
  say_network(`${grouped(graph.users)} people, ${grouped(graph.edges)} contacts.` +
    graph.cautions.map((c) => ` Note: ${c}.`).join(""));
  for (const id of ["private", "answer", "one", "curve"]) at(id).hidden = false;
  at("chart").replaceChildren();
  at("person").replaceChildren(...graph.people.map((called, i) => element("option", { value: i }, called)));
  state.person = Math.min(graph.people.length - 1, 7);
  at("person").value = state.person;
  await play();
}

// The last wish counts: a slider that moves asks for many runs, of which one is played at a time.
async function play() {
  say_promise();
  state.wanted = true;
  if (state.busy) return;
  state.busy = true;
  while (state.wanted) {
    state.wanted = false;
    document.body.setAttribute("aria-busy", "true");
    const answer = await ask("count", { epsilon: epsilon(), seed: state.seed, person: state.person });
    if (answer.error) {
      at("sentence").textContent = answer.error;
      at("interval").replaceChildren();
    } else {
      show_answer(answer);
      show_person(answer);
      state.shown = answer;
    }
  }
  state.busy = false;
  document.body.removeAttribute("aria-busy");
}

async function open_bytes(bytes, name) {
  if (bytes.length > most_bytes)
    return say_network(`${name} has ${grouped(bytes.length)} bytes, and a page reads ${grouped(most_bytes)} at most. The program takes it: edgeldp triangles ${word(name)} --epsilon 1`, true);
  await take("open", { bytes, name }, name);
}

async function open_file(file) {
  if (!file) return;
  let source = file;
  if (file.name.endsWith(".gz")) {
    if (typeof DecompressionStream === "undefined") return say_network("This browser cannot unpack gzip: unpack the file first.", true);
    source = new Response(file.stream().pipeThrough(new DecompressionStream("gzip")));
  }
  try {
    await open_bytes(new Uint8Array(await source.arrayBuffer()), file.name);
  } catch (e) {
    say_network(`${file.name} cannot be read: ${e.message}`, true);
  }
}

// Ends where another network is opened: points of two would stand in one picture.
async function draw_curve() {
  const { graph } = state, points = [], wishes = [];
  for (let run = 0; run < curve_runs; ++run)
    for (const e of curve_epsilons) wishes.push({ epsilon: e, seed: state.seed + 1 + run, person: state.person });
  at("draw").disabled = true;
  for (const [done, wish] of wishes.entries()) {
    at("progress").textContent = `${done + 1} of ${wishes.length}`;
    const answer = await ask("count", wish);
    if (state.graph !== graph) break;
    if (!answer.error) points.push(answer);
    show_curve(points);
  }
  at("progress").textContent = "";
  at("draw").disabled = false;
}

at("example").onclick = () => take("make", example, "example.txt");
at("file").onchange = (event) => open_file(event.target.files[0]);
at("open-paste").onclick = () => { at("paste").hidden = !at("paste").hidden; if (!at("paste").hidden) at("text").focus(); };
at("take-paste").onclick = () => open_bytes(new TextEncoder().encode(at("text").value), "pasted.txt");
at("epsilon").oninput = play;
at("again").onclick = () => { at("seed").value = ++state.seed; play(); };
at("person").onchange = (event) => { state.person = Number(event.target.value); play(); };
at("draw").onclick = draw_curve;
at("plays").value = curve_epsilons.length * curve_runs;
document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
document.addEventListener("dragleave", () => document.body.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  open_file(event.dataTransfer.files[0]);
});

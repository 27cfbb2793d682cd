// SPDX-License-Identifier: MIT
// Anything as what a page is given: node inputs.js FOLDER PARTICIPANT.js GOLDEN SECONDS [SEED [FIRST [COUNT]]].
// FOLDER: of the modules. GOLDEN: tests/golden, whose collections are what inputs are made from. Tasks, lists of people,
// announcements that the collector has signed or not, objects, states, names, tokens, contacts and problems; edge lists and
// numbers for the playground. A module never falls over, and what it refuses has a reason. Input FIRST is made from SEED and
// its own number alone: a finding is one command to repeat.
const fs = require("fs"), path = require("path"), vm = require("vm"), crypto = require("crypto");

const [folder, participant_path, golden, seconds, seed = "1", first = "0", count = "Infinity"] = process.argv.slice(2);

// ---- chance ----
class Chance {
  constructor(number) { this.state = (BigInt(seed) << 40n) + BigInt(number); }
  word() {  // splitmix64
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }
  below(n) { return Number(this.word() % BigInt(n)); }
  one_of(list) { return list[this.below(list.length)]; }
  bytes(size) { return Uint8Array.from({ length: size }, () => this.below(256)); }
}

const numbers = ["0", "-1", "1", "-0", "1e308", "1e999", "-1e999", "18446744073709551616", "9223372036854775807", "-9223372036854775808",
  "4294967296", "4294967295", "2147483648", "0.1", "1e-320", "NaN", "null", "true", "[]", "{}", '""', "99999999999999999999999999"];
const words = ["", "\0", "\ud800", "\udfff\ud800", "\u202e", "\u0000\u0001", "\ufeff", "é\u0301", "💥", "\r\n", "\t", "\n\n\n", "%s%n", "../../x", "\\u0000",
  "x".repeat(300), "ann\0bob", '"', "{", "urn:edgeldp:problem:", "round-closed", "not-asked", "too-early", "other-key"];

function mutated(chance, bytes) {
  let out = Uint8Array.from(bytes);
  for (let steps = 1 + chance.below(4); steps > 0; --steps) {
    const at = chance.below(out.length + 1), length = 1 + chance.below(16);
    const put = (middle, gone) => { out = Uint8Array.from([...out.slice(0, at), ...middle, ...out.slice(at + gone)]); };
    switch (chance.below(9)) {
      case 0: if (at < out.length) out[at] ^= 1 << chance.below(8); break;
      case 1: if (at < out.length) out[at] = chance.one_of([0, 1, 0x0a, 0x20, 0x22, 0x2d, 0x30, 0x7f, 0x80, 0xff]); break;
      case 2: put([], length); break;
      case 3: out = out.slice(0, at); break;
      case 4: put(out.slice(at, at + length), 0); break;
      case 5: put(Buffer.from(chance.one_of(words)), 0); break;
      case 6: put(Buffer.from(chance.one_of(numbers)), length); break;
      case 7: put(chance.bytes(length), 0); break;
      default: put(new Uint8Array(chance.below(50) === 0 ? 1 << 20 : 200).fill(chance.one_of([0, 0x20, 0x31, 0x5b, 0x78, 0xff])), 0);
    }
  }
  return out;
}

// A number of a text of JSON or of an edge list becomes another.
function with_other_number(chance, bytes) {
  const text = Buffer.from(bytes).toString("latin1"), places = [...text.matchAll(/-?[0-9][0-9.e+-]*/g)];
  if (places.length === 0) return mutated(chance, bytes);
  const place = chance.one_of(places);
  return Uint8Array.from(Buffer.from(text.slice(0, place.index) + chance.one_of(numbers) + text.slice(place.index + place[0].length), "latin1"));
}

const of_text = (chance, bytes) => (chance.below(2) === 0 ? with_other_number(chance, bytes) : mutated(chance, bytes));
const some_word = (chance) => chance.one_of([() => chance.one_of(words), () => String.fromCharCode(...Array.from({ length: chance.below(40) }, () => chance.below(65536))),
  () => chance.one_of(numbers), () => "y".repeat(chance.one_of([201, 70000]))])();

// ---- collections as they were kept ----
const read_all = (below, base = "") => Object.fromEntries(fs.readdirSync(path.join(below, base), { withFileTypes: true }).flatMap((entry) => {
  const name = path.join(base, entry.name);
  return entry.isDirectory() ? Object.entries(read_all(below, name)) : [[name, Uint8Array.from(fs.readFileSync(path.join(below, name)))]];
}));
const collections = ["collect-v1", "collect-v2"].map((name) => {
  const secret = fs.readFileSync(path.join(golden, name, "home/private/secret")).subarray(0, 32);
  return {
    published: read_all(path.join(golden, name, "home/public")),
    is_simulated: name === "collect-v1",
    states: Object.values(read_all(path.join(golden, name, "states"))),
    tokens: fs.readFileSync(path.join(golden, name, "home/private/tokens.tsv"), "utf8").trim().split("\n").map((line) => line.split("\t")),
    // Ed25519 from 32 bytes, as PKCS #8 has it.
    key: crypto.createPrivateKey({ key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), secret]), format: "der", type: "pkcs8" }),
  };
});
const signed = (of, bytes) => {
  const body = bytes.slice(0, Math.max(0, bytes.length - 64));
  return Uint8Array.from(Buffer.concat([body, crypto.sign(null, body, of.key)]));
};

// What somebody finds under a path: as it is, or not.
function found(chance, of, wanted, is_bad, is_early) {
  if (is_early && /^announcements|seal$/.test(wanted)) return null;
  const bytes = of.published[wanted];
  if (chance.below(20) === 0) return null;
  if (bytes === undefined) return chance.below(10) === 0 ? chance.bytes(chance.below(300)) : null;
  if (!is_bad || chance.below(3) !== 0) return bytes;
  const other = /\.(json|txt)$/.test(wanted) ? of_text(chance, bytes) : mutated(chance, bytes);
  return /^announcements|seal$/.test(wanted) && chance.below(2) === 0 ? signed(of, other) : other;
}

// As the worker hands over what it keeps outside the module's memory; now and then something that no disk does: bytes that are
// others when they are read again, or none.
function kept(chance, bytes) {
  const is_bad = chance.below(8) === 0;
  return {
    size: bytes.length,
    read(at, to) {
      if (at + to.length > bytes.length) throw new Error(`bytes ${at} to ${at + to.length} of ${bytes.length}`);
      to.set(bytes.subarray(at, at + to.length));
      if (!is_bad || chance.below(4) !== 0) return to.length;
      if (chance.below(2) === 0) throw new Error("the disk is broken");
      if (to.length > 0) to[chance.below(to.length)] ^= 1 << chance.below(8);
      return to.length;
    },
    close() {},
  };
}

function who_joins(chance, of) {
  const [name, token] = chance.one_of(of.tokens), names = of.tokens.map(([n]) => n);
  const or_word = (right) => (chance.below(12) === 0 ? some_word(chance) : right);
  return {
    name: or_word(name), token: or_word(token), contacts: chance.below(9) === 0 ? Array.from({ length: chance.below(5000) }, () => some_word(chance).slice(0, 9)) :
      names.map(or_word), values: chance.below(12) === 0 ? [some_word(chance), some_word(chance)] : [],
    ceiling: chance.below(8) === 0 ? chance.one_of([0, 1e300, -1, NaN, Infinity, 1e-300]) : 4, task: chance.below(12) === 0 ? some_word(chance) : "",
    has_account: chance.below(2) === 0, ceiling_by_year: chance.one_of([0, 0, 1, -1, NaN]),
    ...(of.is_simulated !== (chance.below(12) === 0) ? { seed: chance.below(2 ** 32) } : {}),
  };
}

function account_of(chance, records) {
  if (chance.below(8) === 0) return [chance.bytes(chance.below(200))];
  return chance.below(8) === 0 ? records.map((record) => mutated(chance, record)) : records;
}

// One part, as the page's worker plays it; now and then something that it would not do.
function take_part(chance, module, Participant) {
  const of = chance.one_of(collections), is_bad = chance.below(8) !== 0, is_early = chance.below(3) === 0;
  if (chance.below(8) === 0) {
    const costs = Participant.costs(module, of_text(chance, of.published["task.json"]));
    if (costs !== null && !(costs.person >= 0 && costs.relationship >= 0)) throw new Error(`a task that costs ${JSON.stringify(costs)}`);
  }
  const state = chance.one_of(of.states);
  const me = chance.below(2) === 0 ? Participant.join(module, who_joins(chance, of)) :
    Participant.open(module, chance.below(3) === 0 ? mutated(chance, state) : chance.below(30) === 0 ? chance.bytes(chance.below(2000)) : state);
  let waits = 0, did = "";
  const records = [];
  for (let steps = 0; steps < 200 && waits < 3; ++steps) {
    did = me.next();
    if (chance.below(40) === 0) {
      [() => me.kept(), () => me.answer(chance.below(2 ** 40)), () => me.said(some_word(chance)), () => me.look(), () => me.give(null),
        () => me.due(chance.below(2 ** 40)), () => me.give(chance.bytes(chance.below(99))), () => me.bytes(), () => me.leave(),
        () => me.give_account(account_of(chance, records), 0)][chance.below(10)]();
      continue;  // what it needs is another thing now
    }
    if (did === "fetch") {
      const most = me.most(), bytes = found(chance, of, me.path(), is_bad, is_early);
      const come = bytes?.subarray(0, most) ?? null;  // the worker hands over no more
      me.give(come !== null && chance.below(2) === 0 ? kept(chance, come) : come);
    } else if (did === "account") {
      if (!me.give_account(account_of(chance, records), Date.now() / 1000)) me.give_account(records, 0);
    } else if (did === "enter") {
      if (me.bytes().length === 0) throw new Error("nothing to enter");
      records.push(me.bytes());
      me.kept();
    } else if (did === "keep") {
      if (me.bytes().length === 0) throw new Error("nothing to keep");
      me.kept();
    } else if (did === "answer") {
      me.answer(chance.one_of([0, Date.now() / 1000, 2 ** 52, -1]));
    } else if (did === "send") {
      if (me.bytes().length === 0 || me.round() === "") throw new Error("a message of nothing");
      const made = chance.one_of([0, 1, 999, 60000, chance.below(2 ** 40)]);
      if (me.due(made) < made) throw new Error("a moment that is over");
      me.said(chance.below(3) === 0 ? some_word(chance) : "");
    } else if (did === "wait") {
      if (!(me.pause() > 0)) throw new Error(`a pause of ${me.pause()}`);
      ++waits;
      me.look();
    } else {
      if (did !== "over" && me.why() === "") throw new Error(`${did} without a word`);
      break;
    }
  }
  if (!(me.spent() >= 0 && me.spent() <= 64)) throw new Error(`spent ${me.spent()}`);
  me.close();
  if (module.downloads?.size > 0) throw new Error("a download that is never given back");
  return did;
}

// ---- the playground ----
const graphs = ["0 1\n1 2\n2 0\n", "# nodes: 5\n0\t1\n3\t4\n", "ann,bob\nbob,cem\ncem,ann\n", "source,target\n1,2\n2,3\n", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n",
  "3 2\n2\n1 3\n2\n", "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Edges\n1 2\n2 3\n", '<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>'];

function play(chance, module) {
  const told = (at) => {
    const answer = JSON.parse(module.UTF8ToString(at));
    if (answer.error === "") throw new Error("refused without a word");
    return answer.error === undefined ? "answered" : "refused";
  };
  const bytes = Buffer.from(chance.one_of(graphs));
  const text = chance.below(6) === 0 ? chance.bytes(chance.below(4000)) : chance.below(8) === 0 ? bytes : of_text(chance, bytes);
  const name = Buffer.from(chance.below(4) === 0 ? some_word(chance) : chance.one_of(["x.txt", "x.csv", "x.mtx", "x.graph", "x.net", "x.graphml", "x.gz", ""]));
  const did = chance.below(12) === 0 ? told(module._playground_make(chance.below(400), chance.below(2000), chance.below(2 ** 32))) :
    with_bytes(module, [text, name], (at, called) => told(module._playground_open(at, text.length, called, chance.below(2))));
  const epsilon = chance.one_of([1, 0.5, 8, 0, -1, NaN, Infinity, 1e-300, 1e300, 64, 1e-9]);
  told(module._playground_count(epsilon, chance.word(), chance.below(3) === 0 ? chance.word() : BigInt(chance.below(5))));
  return did;
}

async function main() {
  const load = (name) => require(path.resolve(folder, `${name}.js`))({ wasmBinary: fs.readFileSync(path.join(folder, `${name}.wasm`)) });
  const client = await load("edgeldp_client_module"), playground = await load("edgeldp_playground");
  const Participant = vm.runInThisContext(fs.readFileSync(participant_path, "utf8") + "; Participant");
  const end = Date.now() + 1000 * Number(seconds), did = {};
  let number = Number(first);
  for (; number < Number(first) + Number(count) && Date.now() < end; ++number) {
    const chance = new Chance(number), began = process.cpuUsage();
    try {
      const what = chance.below(2) === 0 ? `part: ${take_part(chance, client, Participant)}` : `graph: ${play(chance, playground)}`;
      did[what] = (did[what] ?? 0) + 1;
      const { user } = process.cpuUsage(began);
      if (user > 10e6) throw new Error(`took ${user / 1e6} seconds`);
    } catch (e) {
      console.error(e);
      console.error(`input ${number} of seed ${seed}: node ${process.argv.slice(1, 5).join(" ")} 60 ${seed} ${number} 1`);
      process.exit(1);
    }
  }
  const most = Math.max(client.HEAPU8.length, playground.HEAPU8.length);
  console.log(`${number - Number(first)} inputs, no crash: ${Object.entries(did).sort().map(([what, times]) => `${what} ${times}`).join(", ")}; memory ${most >> 20} MB`);
}

main();

// SPDX-License-Identifier: MIT
// One person's part, beside the page's own thread: carries the library's bytes between the collector, this browser's storage
// and nobody else.

// ---- storage: one state for each collector, written whole, on the disk before anything is sent; and one account for all ----
const database = () => new Promise((done, fail) => {
  const opening = indexedDB.open("edgeldp", 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) opening.result.createObjectStore("states");
    if (oldVersion < 2) opening.result.createObjectStore("account", { autoIncrement: true });
  };
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => fail(opening.error);
});
const stored_in = (store, mode, use) => database().then((db) => new Promise((done, fail) => {
  const work = db.transaction(store, mode, { durability: "strict" });
  const asked = use(work.objectStore(store));
  work.oncomplete = () => { db.close(); done(asked.result); };
  work.onabort = work.onerror = () => { db.close(); fail(work.error ?? new Error("storage refuses")); };
}));
const stored = (mode, use) => stored_in("states", mode, use);
const read_account = () => stored_in("account", "readonly", (records) => records.getAll());
const add_to_account = (record) => stored_in("account", "readwrite", (records) => records.add(record));
const read_state = (collector) => stored("readonly", (states) => states.get(collector));
const write_state = (collector, state) => stored("readwrite", (states) => states.put(state, collector));
const forget_state = (collector) => stored("readwrite", (states) => states.delete(collector));

// ---- downloads: outside the module's memory and this worker's ----
// In a file of this page's own, which nobody else opens while it is open here; {size, write(part), read(at, to), close()}.
class KeptFile {
  static async in_folder(folder) {
    const name = crypto.randomUUID();
    const file = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
    return Object.assign(new KeptFile(), { size: 0, file, folder, name });
  }
  write(part) {
    if (this.file.write(part, { at: this.size }) !== part.length) throw new Error("the disk is full");
    this.size += part.length;
  }
  read(at, to) { return this.file.read(to, { at }); }
  close() {
    this.file.close();
    this.folder.removeEntry(this.name).catch(() => {});
  }
}

// Where a browser has no files for pages, as in some private windows: with the browser itself, which lends parts.
class LentParts {
  constructor() { Object.assign(this, { size: 0, parts: [], all: null }); }
  write(part) {
    this.parts.push(new Blob([part]));
    this.size += part.length;
  }
  read(at, to) {
    this.all ??= new Blob(this.parts);
    const part = new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.all.slice(at, at + to.length)));
    to.set(part);
    return part.length;
  }
  close() { this.all = this.parts = null; }
}

// Each collector's downloads have a folder, which who holds the collector's lock uses.
async function folder_name(collector) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(collector));
  return `edgeldp ${[...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, "0")).join("")}`;
}
async function room_for_download(collector) {
  try {
    const all = await navigator.storage.getDirectory();
    return await KeptFile.in_folder(await all.getDirectoryHandle(await folder_name(collector), { create: true }));
  } catch {
    return new LentParts();
  }
}
// Those that a browser left which was killed.
async function remove_downloads(collector) {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(await folder_name(collector), { recursive: true });
  } catch {  // there are none, or no files at all
  }
}

const short_bytes = 65536;  // what is no longer stays in memory

// ---- the collector ----
class Busy extends Error {
  constructor(seconds) {
    super("the collector is busy");
    this.milliseconds = 1000 * Math.min(3600, Math.max(1, seconds || 1));
  }
}
class Lost extends Error {}
class Full extends Error {}

const patience = 30000;  // for an answer to begin, and for each part of it

// The status of an answer, and all its bytes, of which there may be so many; what is longer than most are goes to `long()`, if that is there.
async function request(address, most, about = {}, long = null) {
  const giving_up = new AbortController();
  let clock = setTimeout(() => giving_up.abort(), patience);
  const goes_on = () => { clearTimeout(clock); clock = setTimeout(() => giving_up.abort(), patience); };
  try {
    const answer = await fetch(address, {
      cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer", redirect: "error", signal: giving_up.signal, ...about,
    });
    if (answer.status === 503) throw new Busy(Number(answer.headers.get("Retry-After")));
    const is_there = answer.status === 200, may_come = is_there ? most : short_bytes;
    return { status: answer.status, bytes: await bytes_of(answer, may_come, goes_on, is_there ? long : null) };
  } catch (e) {
    if (e instanceof Busy || e instanceof Lost || e instanceof Full) throw e;
    throw new Lost(navigator.onLine ? "the collector does not answer" : "this device is offline");
  } finally {
    clearTimeout(clock);
  }
}

async function bytes_of(answer, most, goes_on, long) {
  const parts = [], reader = answer.body.getReader();
  let size = 0, kept = null;
  const keep = async () => {
    try {
      kept ??= await long();
      while (parts.length > 0) kept.write(parts.shift());
    } catch (e) {
      throw new Full(`This browser has no room for what it has to download (${e.name}): make room, or use another one`);
    }
  };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      goes_on();
      size += value.length;
      if (size > most) throw new Lost(`the collector sends more than ${most} bytes, as none does`);
      parts.push(value);
      if (long && size > short_bytes) await keep();
    }
  } catch (e) {
    kept?.close();
    throw e;
  } finally {
    reader.cancel().catch(() => {});
  }
  return kept ?? joined(parts);
}

// Bytes, or where they are kept if there are many (participant.js, give); null where there is nothing.
async function fetched(collector, path, most) {
  const { status, bytes } = await request(collector + path, most, {}, () => room_for_download(collector));
  if (status === 404) return null;
  if (status !== 200) throw new Lost(`the collector answers ${status}`);
  return bytes;
}

// What was said of a message: "" where it was taken, or the name of the problem.
async function posted(collector, message) {
  const { status, bytes } = await request(collector + "messages", 65536, {
    method: "POST", body: message, headers: { "Content-Type": "application/octet-stream" },
  });
  if (status === 200) return "";
  const named = /^\s*{.*"type"\s*:\s*"urn:edgeldp:problem:([a-z-]+)"/s.exec(new TextDecoder().decode(bytes));
  if (!named) throw new Lost(`the collector answers ${status}`);
  return named[1];
}

// ---- the part ----
const say = (what) => self.postMessage(what);
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
// Uniform in [0, 1), for pauses alone: no coin of an answer comes from here.
const chance = () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
const library = edgeldp_module({ wasmBinary: Uint8Array.from(atob(wasmText), (letter) => letter.charCodeAt(0)) });

class Part {
  constructor(collector, me) {
    Object.assign(this, { collector, me, failures: 0, heard: null, state: null });
  }

  async play() {
    for (;;) {
      const asked = this.me.next();
      try {
        if (await this.do(asked)) return;
        if (asked === "fetch" || asked === "send") this.failures = 0;
      } catch (e) {
        if (!(e instanceof Busy) && !(e instanceof Lost)) throw e;
        say({ now: `Waiting: ${e.message}. It goes on by itself.` });
        this.failures = Math.min(this.failures + 1, 8);
        await sleep(Math.max(e.milliseconds ?? 0, (0.5 + chance()) * 250 * 2 ** this.failures));
      }
    }
  }

  // Nobody else is at the account from when it is read to when this part has entered what it adds.
  async hold_account() {
    if (!this.let_go) this.let_go = await new Promise((done) => {
      navigator.locks.request("edgeldp account", () => new Promise((release) => done(release)));
    });
  }
  release_account() {
    this.let_go?.();
    this.let_go = null;
  }

  // What may not get lost before anything is sent.
  async keeps(writing) {
    await writing.catch((e) => {
      throw new Error(`This browser does not keep what it has to keep before anything is sent (${e.name}): make room, or use another one`);
    });
  }

  async do(asked) {
    const { me } = this;
    if (!["account", "enter", "keep", "answer"].includes(asked)) this.release_account();
    switch (asked) {
      case "account":
        await this.hold_account();
        if (!me.give_account(await read_account(), Date.now() / 1000)) throw new Error("What this browser keeps of your budget is damaged: nobody knows what may still be spent");
        return false;
      case "enter":
        await this.keeps(add_to_account(me.bytes()));
        me.kept();
        return false;
      case "fetch":
        me.give(await fetched(this.collector, me.path(), me.most()));
        return false;
      case "keep":
        this.state = me.bytes();
        await this.keeps(write_state(this.collector, this.state));
        me.kept();
        say({ kept: true, spent: me.spent() });
        return false;
      case "answer":
        this.heard = performance.now();
        me.answer(Date.now() / 1000);
        return false;
      case "send":
        await this.send();
        return false;
      case "wait":
        this.heard = null;
        say({ now: me.why() ? `Waiting: ${me.why()}.` : "Waiting for the next round. Leave this page open, or come back to it." });
        await sleep(me.pause());
        me.look();
        return false;
      case "over":
        say({ over: "The collection is over. You may close this page.", spent: me.spent() });
        return true;
      case "ended":
        say({ ended: me.why(), spent: me.spent() });
        return true;
      default:
        say({ problem: me.why() });
        return true;
    }
  }

  async send() {
    const { me } = this, round = me.round(), message = me.bytes();
    const from = this.heard ?? performance.now();
    const due = from + me.due(performance.now() - from) - performance.now();
    if (due > 0) {
      say({ now: `The answer to '${round}' is ready, and goes out at a moment that a coin chose.` });
      await sleep(due);
    }
    const problem = await posted(this.collector, message);
    this.heard = null;
    me.said(problem);
    if (problem === "too-early") return sleep(me.pause());
    say({ said: { round, bytes: message.length, problem }, spent: me.spent() });
  }
}

// Holds the lock of this collector for as long as this page lives: two tabs would randomize the same list twice.
const alone = (collector) => new Promise((done) => {
  navigator.locks.request(`edgeldp ${collector}`, { ifAvailable: true }, (lock) => {
    done(lock !== null);
    return lock === null ? undefined : new Promise(() => {});
  });
});

async function go_on(collector, me) {
  const part = new Part(collector, me);
  try {
    await part.play();
  } finally {
    part.release_account();
    me.close();
  }
}

const wishes = {
  // Is there a part to go on with? And what does the task say?
  async look({ collector }) {
    if (!(await alone(collector))) return say({ refused: "Another tab of this browser takes part already. This one does nothing." });
    await remove_downloads(collector);
    const module = await library;
    const state = await read_state(collector);
    if (state) {
      say({ going: true, now: "Going on from where it was." });
      return go_on(collector, Participant.open(module, state));
    }
    for (let failures = 1; ; failures = Math.min(failures + 1, 8)) {
      try {
        const { status, bytes: task } = await request(collector + "task.json", 1 << 20);
        if (status !== 200 && status !== 404) throw new Lost(`the collector answers ${status}`);
        if (status === 404) return say({ refused: "There is no collection at this address." });
        const costs = Participant.costs(module, task);
        if (costs === null) return say({ refused: "This page does not know the collection that is here: it is of another version." });
        const account = Participant.account(module, await read_account(), Date.now() / 1000);
        if (account === null) return say({ refused: "What this browser keeps of your budget is damaged: nobody knows what may still be spent." });
        return say({ task: { ...JSON.parse(new TextDecoder().decode(task)), costs, account, lets_choose: Participant.lets_choose(module, task) } });
      } catch (e) {
        if (!(e instanceof Busy) && !(e instanceof Lost)) throw e;
        say({ waiting: `${e.message}; trying again.` });
        await sleep((0.5 + chance()) * 250 * 2 ** failures);
      }
    }
  },

  async join({ collector, who }) {
    const me = Participant.join(await library, who);
    if (me.next() === "error") return say({ problem: me.why() });
    say({ going: true, now: "Reading the list of people." });
    await go_on(collector, me);
  },

  async open({ collector, state }) {
    const me = Participant.open(await library, state);
    if (me.next() === "error") return say({ problem: `This file is no part of a collection: ${me.why()}` });
    await write_state(collector, state);
    say({ going: true, now: "Going on from the file." });
    await go_on(collector, me);
  },

  async keep({ collector }) {
    say({ file: await read_state(collector) });
  },

  async forget({ collector }) {
    const state = await read_state(collector);
    if (state) {
      const me = Participant.open(await library, state);
      if (me.leave()) await go_on(collector, me);
    }
    await forget_state(collector);
    await remove_downloads(collector);
    say({ forgotten: true });
  },
};

self.onmessage = async ({ data }) => {
  try {
    await wishes[data.wish](data);
  } catch (e) {
    say({ problem: String((e && e.message) || e) });
  }
};

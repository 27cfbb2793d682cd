// SPDX-License-Identifier: MIT
// One person's side of a collection, for JavaScript: edgeldp/client/participant.h over the module. The words are the header's.
const participant_requests = ["fetch", "keep", "answer", "send", "wait", "over", "ended", "account", "enter"];

class Participant {
  // module: what edgeldp_module() gave. who: {name, token, contacts, values, ceiling, task, seed, has_account, ceiling_by_year, at_most}.
  static join(module, who) {
    const text = (value) => new TextEncoder().encode(value ?? "");
    const texts = [who.name, who.token, (who.contacts ?? []).join("\n"), (who.values ?? []).join("\n"), who.task, who.at_most].map(text);
    return with_bytes(module, texts, (name, token, contacts, values, task, at_most) => new Participant(module,
      module._page_join(name, token, contacts, values, who.ceiling ?? 0, task, who.seed === undefined ? 0 : 1, BigInt(who.seed ?? 0),
        who.has_account ? 1 : 0, who.ceiling_by_year ?? 0, at_most)));
  }

  static open(module, state) {
    return with_bytes(module, [state], (at) => new Participant(module, module._edgeldp_open(at, state.length)));
  }

  // What a task costs a person and, by both its ends, one contact; null for bytes that are no task.
  static costs(module, task) {
    return with_bytes(module, [task, new Uint8Array(16)], (at, found) => {
      if (module._edgeldp_task_costs(at, task.length, found, found + 8) !== 0) return null;
      const numbers = new Float64Array(module.HEAPU8.slice(found, found + 16).buffer);
      return { person: numbers[0], relationship: numbers[1] };
    });
  }

  // Whether a person may spend a half or a quarter of each of a task's budgets.
  static lets_choose(module, task) {
    return with_bytes(module, [task], (at) => module._edgeldp_task_lets_choose(at, task.length)) === 1;
  }

  // What all collections in an account cost, for ever and in the last 365 days, and one contact by both its ends; null for what is damaged.
  static account(module, records, seconds) {
    return with_bytes(module, [joined(records), new Uint8Array(24)], (at, found) => {
      const collections = Number(module._edgeldp_account_costs(at, joined(records).length, BigInt(Math.floor(seconds)), found, found + 8, found + 16));
      if (collections < 0) return null;
      const numbers = new Float64Array(module.HEAPU8.slice(found, found + 24).buffer);
      return { collections, ever: numbers[0], last_year: numbers[1], relationship: numbers[2] };
    });
  }

  constructor(module, me) {
    this.module = module;
    this.me = me;
  }

  close() {
    this.module._edgeldp_close(this.me);
    this.me = 0;
  }

  // One of participant_requests, or "error": why() says what is wrong.
  next() {
    const asked = this.module._edgeldp_next(this.me);
    return asked < 0 ? "error" : participant_requests[asked];
  }

  path() { return this.#text(this.module._edgeldp_path(this.me, 0)); }
  most() {
    return with_bytes(this.module, [new Uint8Array(8)], (at) => {
      this.module._edgeldp_path(this.me, at);
      return Number(new BigUint64Array(this.module.HEAPU8.slice(at, at + 8).buffer)[0]);
    });
  }
  // found: null where the collector says that nothing is there; bytes; or what lies outside the module's memory: {size, read(at, to),
  // close()}. read copies what is there from `at` on to an Uint8Array, at once, and says how many bytes that were; it is called as
  // often as parts of it are needed, until close.
  give(found) {
    if (found === null) return this.module._edgeldp_give(this.me, 0, 0, 0);
    if (!(found instanceof Uint8Array)) return this.#give_download(found);
    with_bytes(this.module, [found], (at) => this.module._edgeldp_give(this.me, at, found.length, 1));
  }

  // records: all that were kept. Whether they are sound.
  give_account(records, seconds) {
    const all = joined(records);
    return with_bytes(this.module, [all], (at) => this.module._edgeldp_give_account(this.me, at, all.length, BigInt(Math.floor(seconds)))) === 0;
  }
  leave() { return this.module._edgeldp_leave(this.me) === 0; }

  bytes() {
    return with_bytes(this.module, [new Uint8Array(4)], (size_at) => {
      const at = this.module._edgeldp_bytes(this.me, size_at);
      const size = new Uint32Array(this.module.HEAPU8.slice(size_at, size_at + 4).buffer)[0];
      return this.module.HEAPU8.slice(at, at + size);
    });
  }
  kept() { this.module._edgeldp_kept(this.me); }
  answer(seconds) { this.module._edgeldp_answer(this.me, BigInt(Math.floor(seconds))); }
  due(milliseconds) { return Number(this.module._edgeldp_due(this.me, BigInt(Math.ceil(milliseconds)))); }
  said(problem) {
    with_bytes(this.module, [new TextEncoder().encode(problem ?? "")], (at) => this.module._edgeldp_said(this.me, at));
  }
  pause() { return Number(this.module._edgeldp_pause(this.me)); }
  look() { this.module._edgeldp_look(this.me); }
  why() { return this.#text(this.module._edgeldp_why(this.me)); }
  round() { return this.#text(this.module._edgeldp_round(this.me)); }
  spent() { return this.module._edgeldp_spent(this.me); }

  #give_download(found) {
    const all = (this.module.downloads ??= new Map()), number = 1 + Math.max(0, ...all.keys());
    all.set(number, found);
    this.module._page_give_download(this.me, found.size, number);
  }
  #text(at) { return at === 0 ? "" : this.module.UTF8ToString(at); }
}

// One behind another.
function joined(parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  parts.reduce((place, part) => (all.set(part, place), place + part.length), 0);
  return all;
}

// use(places of the bytes in the module's memory); each has a zero behind it. They are wiped, since lists and secrets are
// among them.
function with_bytes(module, all, use) {
  const places = all.map((bytes) => {
    const at = module._malloc(bytes.length + 1);
    module.HEAPU8.set(bytes, at);
    module.HEAPU8[at + bytes.length] = 0;
    return at;
  });
  try {
    return use(...places);
  } finally {
    places.forEach((at, i) => {
      module.HEAPU8.fill(0, at, at + all[i].length);
      module._free(at);
    });
  }
}

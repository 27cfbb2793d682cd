// SPDX-License-Identifier: MIT
// Answers as take_part.c does, by the module that browsers load: node answer.js MODULE.js PARTICIPANT.js, and on each line of
// its input {"state", "published", "kept", "message"}: paths of a state, of what was published, and of what the two become; or
// "who" in the place of "state", for who joins. It says for each what the person did, how large the module's memory is then,
// and the largest part of a download that was copied there.
const fs = require("fs"), path = require("path"), vm = require("vm"), readline = require("readline");

let largest = 0;
// As the worker hands over what it keeps outside the module's memory.
function download(file) {
  const descriptor = fs.openSync(file);
  return {
    size: fs.fstatSync(descriptor).size,
    read(at, to) {
      largest = Math.max(largest, to.length);
      return fs.readSync(descriptor, to, 0, to.length, at);
    },
    close() { fs.closeSync(descriptor); },
  };
}

async function main() {
  const [module_path, participant_path] = process.argv.slice(2);
  const wasm = fs.readFileSync(module_path.replace(/\.js$/, ".wasm"));
  const module = await require(path.resolve(module_path))({ wasmBinary: wasm });
  const Participant = vm.runInThisContext(fs.readFileSync(participant_path, "utf8") + "; Participant");
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const job = JSON.parse(line);
    let state = job.who ? null : fs.readFileSync(job.state);
    const me = job.who ? Participant.join(module, job.who) : Participant.open(module, state);
    let did = null;
    while (did === null) {
      const asked = me.next();
      if (asked === "fetch") {
        const file = path.join(job.published, me.path());
        me.give(fs.existsSync(file) ? download(file) : null);
      } else if (asked === "account") {  // whose account pays is another test's business
        me.give_account([], Date.now() / 1000);
      } else if (asked === "enter") {
        me.kept();
      } else if (asked === "keep") {
        state = me.bytes();
        me.kept();
      } else if (asked === "answer") {
        me.answer(Date.now() / 1000);
      } else if (asked === "send") {
        fs.writeFileSync(job.message, me.bytes());
        did = `said ${me.round()}`;
      } else {
        did = asked === "error" || asked === "ended" ? `${asked}: ${me.why()}` : asked;
      }
    }
    fs.writeFileSync(job.kept, state ?? "");
    me.close();
    if (module.downloads?.size > 0) throw new Error(`${module.downloads.size} downloads were never given back`);
    console.log(JSON.stringify({ did, memory: module.HEAPU8.length, largest }));
  }
}

main();

// SPDX-License-Identifier: MIT
// Answers as take_part.c does, by the module that browsers load: node answer.js MODULE.js PARTICIPANT.js, and on each line of
// its input {"state", "published", "kept", "message"}: paths of a state, of what was published, and of what the two become.
// It says for each what the person did.
const fs = require("fs"), path = require("path"), vm = require("vm"), readline = require("readline");

async function main() {
  const [module_path, participant_path] = process.argv.slice(2);
  const wasm = fs.readFileSync(module_path.replace(/\.js$/, ".wasm"));
  const module = await require(path.resolve(module_path))({ wasmBinary: wasm });
  const Participant = vm.runInThisContext(fs.readFileSync(participant_path, "utf8") + "; Participant");
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const job = JSON.parse(line);
    const me = Participant.open(module, fs.readFileSync(job.state));
    let state = fs.readFileSync(job.state);
    let did = null;
    while (did === null) {
      const asked = me.next();
      if (asked === "fetch") {
        const file = path.join(job.published, me.path());
        me.give(fs.existsSync(file) ? fs.readFileSync(file) : null);
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
    fs.writeFileSync(job.kept, state);
    me.close();
    console.log(did);
  }
}

main();

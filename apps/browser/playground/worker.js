// SPDX-License-Identifier: MIT
// The library, beside the page's own thread: a question comes in, its JSON goes out.
const library = edgeldp_module({ wasmBinary: Uint8Array.from(atob(wasmText), (letter) => letter.charCodeAt(0)) });

function text_in(module, bytes, use) {
  const at = module._malloc(bytes.length + 1);
  module.HEAPU8.set(bytes, at);
  module.HEAPU8[at + bytes.length] = 0;
  try {
    return use(at);
  } finally {
    module._free(at);
  }
}

const questions = {
  open: (module, { bytes, name, has_names }) =>
    text_in(module, new TextEncoder().encode(name), (called) =>
      text_in(module, bytes, (at) => module._playground_open(at, bytes.length, called, has_names ? 1 : 0))),
  make: (module, { users, edges, seed }) => module._playground_make(users, edges, seed),
  count: (module, { epsilon, seed, person }) => module._playground_count(epsilon, BigInt(seed), BigInt(person)),
};

async function answer({ id, question, about }) {
  const module = await library;
  return { id, answer: JSON.parse(module.UTF8ToString(questions[question](module, about))) };
}

self.onmessage = async (event) => {
  try {
    self.postMessage(await answer(event.data));
  } catch (e) {
    self.postMessage({ id: event.data.id, answer: { error: String((e && e.message) || e) } });
  }
};

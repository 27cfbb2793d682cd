// SPDX-License-Identifier: MIT
// Excerpts of the pages that a search found. Sphinx fetches these pages, which browsers refuse where the site is a folder; scripts
// may be loaded everywhere, and excerpts.py has written one with each page's text.
"use strict";

const asked = new Map(); // page -> the promise of its text
const takers = new Map(); // page -> what takes it

function pageText(page, text) {
  takers.get(page)(text);
}

function textOf(page) {
  if (!asked.has(page))
    asked.set(page, new Promise((take) => {
      takers.set(page, take);
      const script = document.createElement("script");
      script.src = `${DOCUMENTATION_OPTIONS.URL_ROOT}_texts/${page}.js`;
      script.onerror = () => take(" ");
      document.head.append(script);
    }));
  return asked.get(page);
}

// The search asks for nothing else.
window.fetch = async (address) => {
  const page = address.slice(DOCUMENTATION_OPTIONS.URL_ROOT.length, -DOCUMENTATION_OPTIONS.FILE_SUFFIX.length);
  const text = await textOf(page);
  return { text: () => text };
};
Search.htmlToText = (text) => text;

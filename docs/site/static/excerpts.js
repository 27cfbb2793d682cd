// SPDX-License-Identifier: MIT
// Excerpts of what a search found. Sphinx fetches the pages for them, which browsers refuse where the site is a folder; scripts may be
// loaded everywhere, and excerpts.py has written one with each page's text.
"use strict";

const asked = new Map(); // page -> the promise of its sections, [anchor, text] each
const takers = new Map(); // page -> what takes them

function pageText(page, sections) {
  takers.get(page)(sections);
}

function sectionsOf(page) {
  if (!asked.has(page))
    asked.set(page, new Promise((take) => {
      takers.set(page, take);
      const script = document.createElement("script");
      script.src = `${DOCUMENTATION_OPTIONS.URL_ROOT}_texts/${page}.js`;
      script.onerror = () => take([]);
      document.head.append(script);
    }));
  return asked.get(page);
}

// The search asks for nothing else.
window.fetch = async (address) => {
  const page = address.slice(DOCUMENTATION_OPTIONS.URL_ROOT.length, -DOCUMENTATION_OPTIONS.FILE_SUFFIX.length);
  const sections = await sectionsOf(page);
  return { text: () => sections };
};

// How many of the words a text has, and where the first of them stands.
function wordsIn(text, words) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  return { count: places.length, first: Math.min(...places) };
}

// The place where most words are, in the section that the link leads to where it names one; a link that names none leads there.
function fill(excerpt, sections, words) {
  const link = excerpt.parentElement.querySelector("a");
  const named = sections.filter(([anchor]) => link.hash === `#${anchor}`);
  let best = null;
  for (const [anchor, text] of named.length ? named : sections) {
    const found = wordsIn(text, words);
    if (!best || found.count > best.count) best = { ...found, anchor, text };
  }
  if (!best) return;
  if (!link.hash && best.count && best.anchor !== sections[0][0])
    link.setAttribute("href", `${link.getAttribute("href")}#${best.anchor}`); // link.hash would make an absolute address of it
  const others = [...Search.output.querySelectorAll("a")].filter((other) => other !== link && other.href === link.href);
  if (others.length) return link.closest("li").remove();
  const start = best.count && best.first > 100 ? best.text.indexOf(" ", best.first - 80) + 1 : 0;
  const end = best.text.length > start + 240 ? best.text.lastIndexOf(" ", start + 240) : best.text.length;
  excerpt.textContent = (start ? "… " : "") + best.text.slice(start, end) + (end < best.text.length ? " …" : "");
}

Search.makeSearchSummary = (sections, words) => {
  const excerpt = document.createElement("p");
  excerpt.className = "context";
  queueMicrotask(() => fill(excerpt, sections, [...words])); // it stands below its link by then
  return excerpt;
};

// A function is shown as a page is: by what is said of it.
const objects = Search.performObjectSearch;
Search.performObjectSearch = (...asking) => objects(...asking).map(([page, title, anchor, , ...rest]) => [page, title, anchor, null, ...rest]);

// What explains comes before what lists: pages for readers, then verbs and the package, then headers and sources.
Scorer.score = ([page, , , , score]) => {
  if (/^(reference\/cpp|files)\//.test(page)) return score - 200;
  if (/^(project\/changelog|results\/|proofs\/|artifact)/.test(page)) return score - 30;
  return /^(guide|concepts|glossary)/.test(page) ? score + 20 : score;
};

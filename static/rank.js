// @ts-check
// Ranks the places of the search index by what was typed. It needs no page, so it also runs without a browser.

import { COMPLETE, matchWord, toTyped, toWords, WORD } from "./words.js";

/** @typedef {import("@/lib/page/search/search_index.ts").SearchIndex} SearchIndex */
/** @typedef {import("@/lib/page/search/search_index.ts").SearchEntry} SearchEntry */

/** A part of a text, and whether it is a word that was typed. @typedef {{ text: string, isMarked: boolean }} Part */

/**
 * What was found: an address, what it is, and why it was found. Equal rows of several endpoints have the same key.
 *
 * @typedef {{ key: string, href: string, title: Part[], label: Part[], reason: Part[] }} Hit
 */

/** The most hits that are shown. */
const MAX_HITS = 12;

/** What a word counts: in the title, in the other names of a place (chosen by hand), in parameters, label and text. */
const WEIGHTS = { title: 9, words: 9.5, values: 6, label: 5, lines: 2 };

/**
 * By how much a place is better whose other names have the words as they were typed, that explains that setting, or
 * that is a guide, for a question.
 */
const MEANT_WEIGHT = 3;

/** How much a document for operators or developers counts: most people call the service. */
const OTHER_READERS_WEIGHT = .6;

/** A title with more words is a sentence. Paths have up to this many. */
const LONG_TITLE = 6;

/** The longest text of a row. */
const MAX_REASON = 120;

/**
 * Returns a function that finds places by a text: how many there are, and the best of them. `isExact` is false if no
 * place has all of the words, and `isNamed` if none is called so. Without words, these are the pages of the
 * documentation.
 *
 * @param {Pick<SearchIndex, "entries" | "synonyms">} index
 * @returns {(text: string) => { isExact: boolean, isNamed: boolean, total: number, hits: Hit[] }}
 */
export function createSearch({ entries, synonyms }) {
  const places = entries.map(prepare);
  const vocabulary = [...new Set(places.flatMap(({ words }) => [...words.keys()]))];
  const names = [...new Set(places.flatMap(({ parts: [names] }) => [...names ?? []]))];
  return (text) => {
    const terms = toTyped(text).map((word) => matchWord(word, { vocabulary, names, synonyms }));
    if (terms.length === 0) {
      const pages = entries.filter(({ href }) => !href.includes("#")).slice(0, MAX_HITS);
      return { isExact: true, isNamed: false, total: pages.length, hits: pages.map((entry) => toHit(entry, [])) };
    }
    // A word that few places have says more than one that many have.
    const rarities = terms.map((term) => {
      const count = places.filter(({ words }) => [...term.keys()].some((word) => words.has(word))).length;
      return Math.log(1 + places.length / (1 + count));
    });
    const phrases = toPhrases(text);
    // A question begins with a word that says nothing: "how do I".
    const isQuestion = toWords(text)[0] !== toTyped(text)[0];
    const found = places.map((place) => {
      const { matched, points } = rate(place, terms, rarities);
      const { entry } = place;
      const isMeant = hasPhrase(entry, phrases) || isQuestion && /^(?:Guide|Question)/.test(entry.label);
      const ownWeight = entry.label.startsWith("For ") ? OTHER_READERS_WEIGHT : 1;
      return { entry, matched, points: points * (isMeant ? MEANT_WEIGHT : ownWeight) };
    });
    const complete = found.filter(({ matched }) => matched === terms.length);
    const shown = complete.length > 0 ? complete : found.filter(({ matched }) => matched > 0);
    const hits = joinEqual(shown.sort((a, b) => b.points - a.points).map(({ entry }) => toHit(entry, terms)));
    const isNamed = terms.some((term) => names.some((name) => (term.get(name) ?? 0) >= COMPLETE));
    return { isExact: complete.length > 0, isNamed, total: hits.length, hits: hits.slice(0, MAX_HITS) };
  };
}

/** Weighs each word of an entry by the best part of it that has the word. @param {SearchEntry} entry */
function prepare(entry) {
  const { title, label, lines, values = {}, words: others = "" } = entry;
  const titles = toWords(title);
  /** @type {Map<string, number>} */
  const words = new Map();
  const add = (/** @type {string[]} */ list, /** @type {number} */ weight) => {
    for (const word of list) words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  // A word says less about a long question than about a short title.
  add(titles, titles.length > LONG_TITLE ? WEIGHTS.title * .8 : WEIGHTS.title);
  // People join what a title separates: "healthcheck".
  for (const text of [title, label]) {
    const list = toWords(text);
    add(list.slice(1).map((word, index) => list[index] + word), WEIGHTS.label);
  }
  add(toWords(others), WEIGHTS.words);
  const choices = Object.entries(values).flat(2).flatMap(toWords);
  add(choices, WEIGHTS.values);
  add(toWords(label), WEIGHTS.label);
  // The first sentence says what a place is, and the others what else there is.
  lines.forEach((line, index) => add(toWords(line), index === 0 ? WEIGHTS.lines * 1.5 : WEIGHTS.lines));
  const parts = [[...titles, ...toWords(others), ...choices], ...lines.map(toWords)];
  return { entry, words, titles: toTyped(title), parts: parts.map((part) => new Set(part)) };
}

/**
 * Rates an entry by the rarities of the terms that it has.
 *
 * @param {ReturnType<typeof prepare>} place
 * @param {Map<string, number>[]} terms
 * @param {number[]} rarities
 */
function rate({ words, parts, titles }, terms, rarities) {
  const each = terms.map((term, index) => {
    const fits = [...term].map(([word, fit]) => fit * (words.get(word) ?? 0));
    return Math.max(0, ...fits) * (rarities[index] ?? 0);
  });
  const matched = each.filter((points) => points > 0).length;
  // Words that are together in one sentence mean more than the same words far apart.
  const together = parts.map((part) => terms.filter((term) => [...term.keys()].some((word) => part.has(word))).length);
  const isTogether = Math.max(...together) === matched;
  const isWholeTitle = titles.length > 0 && titles.every((word, index) => (terms[index]?.get(word) ?? 0) >= COMPLETE);
  const sum = each.reduce((total, points) => total + points, 0);
  return { matched, points: sum * (matched / terms.length) ** 2 * (isTogether ? 1.5 : 1) * (isWholeTitle ? 1.5 : 1) };
}

/** Returns a text and its parts of several words that say something: "black and white". @param {string} text */
function toPhrases(text) {
  const words = toWords(text.slice(0, MAX_REASON));
  const parts = words.flatMap((_, start) => words.map((_, end) => words.slice(start, end + 1).join(" ")));
  return [text.trim().toLowerCase(), ...parts.filter((part) => toTyped(part).length > 1)];
}

/** Whether the other names of an entry have a text of several words, or a sentence explains it: `RATE_LIMIT (1200)`. */
function hasPhrase(/** @type {SearchEntry} */ { lines, words = "" }, /** @type {string[]} */ phrases) {
  const [whole = ""] = phrases;
  if (/\w_\w/.test(whole)) return lines.some((line) => line.toLowerCase().startsWith(`${whole} `));
  return phrases.some((phrase) => phrase.includes(" ") && ` ${words} `.includes(` ${phrase} `));
}

/** Joins the rows of endpoints with the same parameter or sentence to the best of them, which counts the others. */
function joinEqual(/** @type {Hit[]} */ hits) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { key } of hits) counts.set(key, (counts.get(key) ?? 0) + 1);
  return hits.flatMap((hit) => {
    const others = (counts.get(hit.key) ?? 0) - 1;
    counts.delete(hit.key);
    if (others < 1) return others < 0 ? [] : hit;
    const text = ` · and ${others} other ${others === 1 ? "endpoint" : "endpoints"}`;
    return { ...hit, label: [...hit.label, { text, isMarked: false }] };
  });
}

/**
 * Returns the row of an entry, with the values that were searched for in its address.
 *
 * @param {SearchEntry} entry
 * @param {Map<string, number>[]} terms
 * @returns {Hit}
 */
function toHit({ href, title, label, lines, values, words = "" }, terms) {
  const isTyped = (/** @type {string} */ word) => terms.some((term) => term.has(word.toLowerCase()));
  const chosen = chooseValues(values ?? {}, terms);
  const query = String(new URLSearchParams(chosen));
  const heading = chosen.reduce((path, [name, value = ""]) => path.replace(`{${name}}`, value), title);
  const inQuery = chosen.filter(([name]) => !title.includes(`{${name}}`));
  // What a value means says more than any other sentence that has the same word.
  const meaning = lines.find((line) => line.startsWith(`${inQuery[0]?.[0]}: `))?.replace(/^\w+: /, "");
  const line = shorten(meaning ?? chooseLine(lines, terms), isTyped);
  const reason = [...inQuery.map((pair) => pair.join("=")), line].join(" · ");
  // Of each word that the row does not show, the other name of the place by which it was found.
  const shown = toWords(`${heading} ${label} ${reason}`);
  const others = terms.filter((term) => !shown.some((word) => term.has(word)))
    .flatMap((term) => toWords(words).find((word) => term.has(word)) ?? []);
  return {
    key: values ? query || reason : href,
    href: query === "" ? href : `${href}?${query}`,
    title: markWords(heading, isTyped),
    label: markWords(label, isTyped),
    reason: markWords(others.length > 0 ? `${reason} · also: ${others.join(" ")}` : reason, isTyped),
  };
}

/** Returns the names and values of the parameters that were typed. */
function chooseValues(
  /** @type {NonNullable<SearchEntry["values"]>} */ values,
  /** @type {Map<string, number>[]} */ terms,
) {
  return Object.entries(values).flatMap(([name, allowed]) => {
    const value = chooseValue(allowed, terms);
    return value === undefined ? [] : [[name, value]];
  });
}

/** Returns the value that was typed, the longest one, or else one that has a typed word. */
function chooseValue(/** @type {readonly string[]} */ allowed, /** @type {Map<string, number>[]} */ terms) {
  const isMeant = (/** @type {string} */ word) => terms.some((term) => (term.get(word) ?? 0) >= COMPLETE);
  const whole = allowed.filter((value) => toWords(value).every(isMeant)).sort((a, b) => b.length - a.length);
  return whole[0] ?? allowed.find((value) => toWords(value).some(isMeant));
}

/** Returns the sentence that has the most of the typed words, preferably as its first, or else the first sentence. */
function chooseLine(/** @type {readonly string[]} */ lines, /** @type {Map<string, number>[]} */ terms) {
  const counts = lines.map((line) => {
    const words = toWords(line);
    const isFirst = terms.some((term) => term.has(words[0] ?? ""));
    return terms.filter((term) => words.some((word) => term.has(word))).length + (isFirst ? .5 : 0);
  });
  return lines[counts.indexOf(Math.max(...counts))] ?? "";
}

/** @param {string} text @param {(word: string) => boolean} isTyped @returns {Part[]} */
function markWords(text, isTyped) {
  return text.split(/([\p{L}\p{N}]+)/u).filter(Boolean).map((part) => ({ text: part, isMarked: isTyped(part) }));
}

/** Cuts a long text around its first typed word. @param {string} text @param {(word: string) => boolean} isTyped */
function shorten(text, isTyped) {
  if (text.length <= MAX_REASON) return text;
  const first = [...text.matchAll(WORD)].find(([word]) => isTyped(word))?.index ?? 0;
  const start = first < MAX_REASON / 2 ? 0 : text.lastIndexOf(" ", first - MAX_REASON / 3) + 1;
  const end = start + MAX_REASON < text.length ? text.lastIndexOf(" ", start + MAX_REASON) : text.length;
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

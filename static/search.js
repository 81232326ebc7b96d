// @ts-check
/// <reference lib="dom" />
// Finds what the page contains: endpoints, their values and parameters, errors, limits, block lists, questions.
import { create, find, findAll, findInput } from "./dom.js";

/** Words and phrases that people type for what the page calls otherwise. */
const SYNONYMS = new Map(Object.entries({
  avatar: "animal",
  bear: "animal",
  "black and white": "greyscale",
  crop: "resize",
  grayscale: "greyscale",
  kitten: "cat",
  blured: "blur",
  bunny: "animal",
  bw: "greyscale",
  duck: "bird",
  emoji: "kaomoji",
  emoticon: "kaomoji",
  frog: "animal",
  gray: "greyscale",
  hamster: "animal",
  horse: "animal",
  image: "picture",
  license: "licence",
  llama: "alpaca",
  mirror: "flop",
  mouse: "animal",
  owl: "bird",
  panda: "animal",
  parrot: "bird",
  penguin: "bird",
  photo: "picture",
  picture: "image",
  pig: "animal",
  pihole: "pi hole",
  puppy: "dog",
  rabbit: "animal",
  shark: "fish",
  thumbnail: "resize",
  tiger: "animal",
  turtle: "animal",
  sticker: "transparent",
  terms: "policy",
  throttled: "rate limited",
  upload: "drop, post",
  wolf: "animal",
}));

/** Words whose place the text of the page does not show, and the id of that place. */
const ANSWERS = new Map(Object.entries({
  animated: "limit-frames-of-an-animation",
  avatar: "animal",
  // All that remains of C#.
  c: "v2-random-animal",
  changelog: "question-own",
  circle: "playground",
  client: "question-client",
  color: "playground?steps=tint",
  colour: "playground?steps=tint",
  contact: "policy",
  cost: "limit-requests",
  curl: "v2-random-animal",
  dns: "lists",
  docker: "question-own",
  "error codes": "error-codes",
  errors: "error-codes",
  family: "animal",
  gif: "limit-image-formats",
  github: "question-own",
  go: "v2-random-animal",
  javascript: "v2-random-animal",
  json: "animal",
  jpeg: "limit-image-formats",
  jpg: "limit-image-formats",
  kubernetes: "question-own",
  limits: "limits",
  markdown: "question-discord",
  metrics: "openapi",
  "no background": "animal?background=none",
  operator: "policy",
  parent: "animal",
  png: "v2-random-animal",
  price: "limit-requests",
  profile: "animal",
  "profile image": "animal",
  "profile photo": "animal",
  "profile picture": "animal",
  python: "v2-random-animal",
  quality: "v2-filter",
  quota: "limits",
  random: "v2-random-animal",
  "rate limit": "limit-requests",
  rounded: "playground",
  sdk: "question-client",
  "self host": "question-own",
  "self hosting": "question-own",
  share: "animal",
  slack: "animal",
  "source code": "question-own",
  status: "healthz",
  sticker: "animal?background=none",
  svg: "v2-random-animal",
  swagger: "openapi",
  terminal: "animal",
  transparent: "animal?background=none",
  typescript: "question-client",
  version: "v1-version",
  webp: "v2-random-animal",
  youtube: "v2-random-yt-video",
}));

const ENDPOINT_PARTS = [".path", ".choices a, dt code", ".summary, .about > p:not(.codes), .about dd"];

/** Where things are: the element, and in it the title, the values and the text. Of two equals, the first is shown. */
const PLACES = [
  ["#playground", "", "[data-filter]", ".drop"],
  [".endpoint:not([id^=status-])", ...ENDPOINT_PARTS],
  [".v1-endpoint", ".path", "", ""],
  [".reference > section > :is(h2, h3)", "", "", ""],
  ["tr[id]", "th", "td:nth-child(2):not(.copyable)", "td:not(.copyable), .copyable > code"],
  // Behind the errors, because the number of a status means one of them.
  [".endpoint[id^=status-]", ...ENDPOINT_PARTS],
  [".policy li", "strong", "", ""],
  [".more-rows", "summary", "", ""],
  [".faq", "summary", "", "p"],
];

/** What a word counts that is in the title, in the values or in the text. */
const WEIGHTS = [9, 3, 1];

/** The most hits that are shown, and how many are if none has all words. */
const MAX_HITS = 40;
const NEAREST_HITS = 3;

/** A word that is not more similar than this counts nothing. */
const MIN_SIMILARITY = .6;

/** Returns a text as lower-case words, each between spaces. @param {string} text */
const toWords = (text) => ` ${text.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join(" ") ?? ""} `;

/** @param {HTMLElement[]} elements */
const textOf = (elements) => elements.map(({ textContent }) => textContent).join(" ").trim();

function readEntries() {
  return PLACES.flatMap(([place = "", ...parts]) =>
    findAll(place).map((element) => {
      const [titles = [], choices = [], texts = []] = parts.map((part) => part ? findAll(part, element) : []);
      const title = element.getAttribute("aria-label") ?? textOf(titles[0] ? [titles[0]] : [element]);
      const id = element.closest("[id]:not(h2)")?.id;
      const words = [title, textOf(choices), textOf(texts.length ? texts : [element])].map(toWords);
      return { id, title, text: texts[0]?.textContent ?? "", choices, words };
    })
  );
}

/** @typedef {ReturnType<typeof readEntries>[number]} Entry */

/** Finds a word or a phrase, also in the plural. @param {Map<string, string>} table @param {string} text */
const lookUp = (table, text) => table.get(text) ?? table.get(text.replace(/s$/, ""));

/** Returns what is searched for, each with its synonyms: the words, or a known phrase. @param {string} text */
function toTerms(text) {
  const terms = lookUp(SYNONYMS, text) ? [text] : text.split(" ");
  return terms.map((term) => [term, ...lookUp(SYNONYMS, term)?.split(", ") ?? []]);
}

/** Rates an entry; 0 if it lacks a term. Words may be incomplete. @param {Entry} entry @param {string[][]} terms */
function rate({ words }, terms) {
  const points = terms.map(([typed = "", ...synonyms]) =>
    Math.max(...words.map((text, index) => {
      const isWhole = [typed, ...synonyms].some((term) => text.includes(` ${term} `));
      return isWhole ? (WEIGHTS[index] ?? 0) + 1 : text.includes(` ${typed}`) ? WEIGHTS[index] ?? 0 : 0;
    }))
  );
  const query = ` ${terms.map(([typed]) => typed).join(" ")} `;
  return points.includes(0) ? 0 : points.reduce((sum, each) => sum + each, Number(words[0] === query));
}

/**
 * Rates how similar an entry is: by the pairs of letters that each word shares with its title, values and text; 0 if
 * it has nothing like a word.
 *
 * @param {Entry} entry
 * @param {string} text
 */
function compare({ words }, text) {
  const points = text.split(" ").map((word) => {
    const pairs = toPairs(` ${word}`);
    const shared = words.map((part, index) => {
      const best = part.trim().split(" ").map((other) => {
        const others = toPairs(` ${other}`);
        return 2 * pairs.filter((pair) => others.includes(pair)).length / (pairs.length + others.length);
      });
      // A title counts more than the same word in a text.
      return Math.max(...best) * (1 - index / 10);
    });
    const best = Math.max(...shared);
    return best > MIN_SIMILARITY ? best : 0;
  });
  return points.includes(0) ? 0 : points.reduce((sum, each) => sum + each, 0);
}

/** @param {string} word */
const toPairs = (word) => Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));

/**
 * A link to what was found, with the value that was searched for.
 *
 * @param {Entry} entry
 * @param {string[][]} terms
 * @param {string} choice What an answer selects.
 */
function createHit({ id, title, text, choices }, terms, choice) {
  const query = toWords(`${choice} ${terms.flat().join(" ")}`);
  const chosen = choices.filter(({ dataset }) => dataset.value ?? dataset.filter)
    .find(({ dataset }) => query.includes(toWords(dataset.value ?? dataset.filter ?? "")));
  const { name = "steps", value, filter } = chosen?.dataset ?? {};
  const address = chosen ? `${name}=${value ?? filter}` : choice;
  const heading = value ? title.replace(`{${name}}`, value) : filter ? `${title}: ${filter}` : title;
  const href = address ? `#${id}?${address}` : `#${id}`;
  return create("a", { href }, create("code", {}, heading), create("span", {}, text));
}

/** Makes the dialog search, once, and shows what it finds. @param {HTMLDialogElement} dialog */
export function addSearch(dialog) {
  const input = findInput("input", dialog);
  const list = find("[data-hits]", dialog);
  const entries = readEntries();
  const show = () => {
    const text = toWords(input.value).trim();
    const terms = toTerms(text);
    const [answer, choice = ""] = (lookUp(ANSWERS, text) ?? "").split("?");
    const toHits = (/** @type {(entry: Entry) => number} */ toPoints) =>
      entries.map((entry) => ({ entry, points: toPoints(entry) }))
        .filter(({ points }) => points)
        .sort((a, b) => b.points - a.points)
        .map(({ entry }) => createHit(entry, terms, entry.id === answer ? choice : ""));
    const hits = toHits((entry) => entry.id === answer ? Infinity : text ? rate(entry, terms) : 1);
    if (hits.length) return list.replaceChildren(...hits.slice(0, MAX_HITS));
    const nearest = toHits((entry) => compare(entry, text)).slice(0, NEAREST_HITS);
    const sections = findAll("#sections a").map((link) => link.cloneNode(true));
    const note = nearest.length
      ? "Nothing has all of these words. These are the nearest."
      : "Nothing was found. The page has these sections.";
    list.replaceChildren(create("p", { role: "status" }, note), ...(nearest.length ? nearest : sections));
  };
  input.oninput = show;
  dialog.onclick = (event) => {
    if (event.target === dialog || /** @type {Element} */ (event.target).closest("a, button")) dialog.close();
  };
  dialog.onkeydown = (event) => {
    const links = findAll("a", list);
    const index = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "Enter" && event.target === input) links[0]?.click();
    // Otherwise the first Esc would only empty the field.
    else if (event.key === "Escape") dialog.close();
    else if (event.key === "ArrowDown") links[index + 1]?.focus();
    else if (event.key === "ArrowUp") (links[index - 1] ?? input).focus();
    else return;
    event.preventDefault();
  };
  dialog.onclose = () => {
    input.value = "";
    show();
  };
  show();
  if (dialog.dataset.key === "Enter") find("a", list)?.click();
}

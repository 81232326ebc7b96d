// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Finds what the page contains: endpoints, their values and parameters, errors, limits, block lists, questions.
import { create, find, findAll, findInput } from "./dom.js";

/** Words that people type for what the page calls otherwise. */
const SYNONYMS = /** @type {Record<string, string>} */ ({
  avatar: "animal",
  bear: "animal",
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
  hamster: "animal",
  horse: "animal",
  license: "licence",
  llama: "alpaca",
  mouse: "animal",
  owl: "bird",
  panda: "animal",
  parrot: "bird",
  penguin: "bird",
  pig: "animal",
  pihole: "pi hole",
  puppy: "dog",
  rabbit: "animal",
  shark: "fish",
  thumbnail: "resize",
  tiger: "animal",
  turtle: "animal",
  quota: "limits",
  terms: "policy",
  throttled: "rate limited",
  upload: "post",
  wolf: "animal",
});

/** Words whose place the text of the page does not show, and the id of that place. */
const ANSWERS = /** @type {Record<string, string>} */ ({
  animated: "limit-frames-of-an-animation",
  avatar: "animal",
  "black and white": "playground?steps=greyscale",
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
  docker: "question-own",
  "error codes": "error-codes",
  errors: "error-codes",
  family: "animal",
  gif: "limit-image-formats",
  github: "question-own",
  go: "v2-random-animal",
  javascript: "v2-random-animal",
  jpeg: "limit-image-formats",
  jpg: "limit-image-formats",
  kubernetes: "question-own",
  limits: "limits",
  markdown: "question-discord",
  metrics: "docs",
  mirror: "playground?steps=flop",
  operator: "policy",
  png: "v2-random-animal",
  price: "limit-requests",
  prices: "limit-requests",
  python: "v2-random-animal",
  quality: "v2-filter",
  random: "v2-random-animal",
  "rate limit": "limit-requests",
  "rate limits": "limit-requests",
  rounded: "playground",
  sdk: "question-client",
  "self host": "question-own",
  "self hosting": "question-own",
  share: "animal",
  slack: "animal",
  "source code": "question-own",
  status: "healthz",
  svg: "v2-random-animal",
  swagger: "docs",
  terminal: "animal",
  typescript: "question-client",
  webp: "v2-random-animal",
  youtube: "v2-random-yt-video",
});

const ENDPOINT_PARTS = [".path", ".choices a, dt code", ".summary, .about > p:not(.codes), .about dd"];

/** Where things are: the element, and in it the title, the values and the text. Of two equals, the first is shown. */
const PLACES = [
  ["#playground", "", "[data-filter]", ".drop"],
  [".endpoint:not(#status-picture)", ...ENDPOINT_PARTS],
  [".v1-endpoint", ".path", "", ""],
  [".reference > section > :is(h2, h3)", "", "", ""],
  ["tr[id]", "th", "td:nth-child(2):not(.copyable)", "td:not(.copyable), .copyable > code"],
  // Behind the errors, because the number of a status means one of them.
  ["#status-picture", ...ENDPOINT_PARTS],
  [".policy li", "strong", "", ""],
  [".more-rows", "summary", "", ""],
  [".faq", "summary", "", "p"],
];

/** What a word counts that is in the title, in the values or in the text. */
const WEIGHTS = [9, 3, 1];

/** The most hits that are shown, and how many are if none has all words. */
const MAX_HITS = 40;
const NEAREST_HITS = 3;

/** A word that is not more similar than this counts nothing: if none is, the first places of the page are shown. */
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

/** Rates an entry; 0 if it lacks a word. Words may be incomplete. @param {Entry} entry @param {string} query */
function rate({ words }, query) {
  const points = query.trim().split(" ").map((word) => {
    const index = words.findIndex((each) => each.includes(` ${word}`));
    return index < 0 ? 0 : (WEIGHTS[index] ?? 0) + Number(words[index]?.includes(` ${word} `));
  });
  return points.includes(0) ? 0 : points.reduce((sum, each) => sum + each, Number(words[0] === query));
}

/** Rates how similar an entry is: by the pairs of letters that each word shares with its title, values and text.
 *
 * @param {Entry} entry
 * @param {string} query
 */
function compare({ words }, query) {
  const points = query.trim().split(" ").map((word) => {
    const pairs = toPairs(` ${word}`);
    const shared = words.map((text, index) => {
      const best = text.trim().split(" ").map((other) => {
        const others = toPairs(` ${other}`);
        return 2 * pairs.filter((pair) => others.includes(pair)).length / (pairs.length + others.length);
      });
      // A title counts more than the same word in a text.
      return Math.max(...best) * (1 - index / 10);
    });
    const best = Math.max(...shared);
    return best > MIN_SIMILARITY ? best : 0;
  });
  return points.reduce((sum, each) => sum + each, 0);
}

/** @param {string} word */
const toPairs = (word) => Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));

/** A link to what was found, with the value that was searched for. @param {Entry} entry @param {string} query */
function createHit({ id, title, text, choices }, query) {
  const chosen = choices.find(({ dataset }) => query.includes(toWords(dataset.value ?? dataset.filter ?? "-")));
  const { name = "steps", value, filter } = chosen?.dataset ?? {};
  const href = chosen ? `#${id}?${name}=${value ?? filter}` : `#${id}`;
  const heading = value ? title.replace(`{${name}}`, value) : filter ? `${title}: ${filter}` : title;
  return create("a", { href }, create("code", {}, heading), create("span", {}, text));
}

/** Makes the dialog search, once, and shows what it finds. @param {HTMLDialogElement} dialog */
export function addSearch(dialog) {
  const input = findInput("input", dialog);
  const list = find("[data-hits]", dialog);
  const entries = readEntries();
  const show = () => {
    const query = toWords(toWords(input.value).replace(/\S+/g, (word) => SYNONYMS[word] ?? word));
    const [answer, choice] = (ANSWERS[toWords(input.value).trim()] ?? "").split("?");
    const rated = entries.map((entry) => ({
      entry,
      points: entry.id === answer ? Infinity : query.trim() ? rate(entry, query) : 1,
    }));
    const hits = rated.filter(({ points }) => points).sort((a, b) => b.points - a.points).slice(0, MAX_HITS);
    if (hits.length > 0) {
      list.replaceChildren(...hits.map(({ entry }) => createHit(entry, choice ? toWords(choice) : query)));
      return;
    }
    const nearest = entries.map((entry) => ({ entry, points: compare(entry, query) }))
      .sort((a, b) => b.points - a.points).slice(0, NEAREST_HITS);
    const note = create("p", { role: "status" }, "Nothing has all of these words. These are the nearest.");
    list.replaceChildren(note, ...nearest.map(({ entry }) => createHit(entry, query)));
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

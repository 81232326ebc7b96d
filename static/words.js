// @ts-check
// Compares what was typed with the words of the search index.

/** How well a word fits what was typed: it is the same, means it, has another ending or one wrong letter, or more. */
const SAME = 1, SYNONYM = .9, OTHER_ENDING = .7, ONE_EDIT = .6, BEGINNING = .5, PART = .4, OTHER_START = .3;

/** The least fit of a word that was typed to its end. */
export const COMPLETE = ONE_EDIT;

/** Shorter words are typed without mistakes: one letter would make too many others of them, such as "per" of "perl". */
const MIN_TYPO_LETTERS = 5;

/** Shorter words begin right and have no wrong letter, but perhaps one too many or too few: "react" is not "reach". */
const MIN_WRONG_LETTERS = 6;

/** Shorter parts are in too many words: "lock" is not "block", nor "ion" of "motion". */
const MIN_PART_LETTERS = 4;

/** The longest text that is searched for: comparing takes time. */
const MAX_CHARACTERS = 100;

/** Words that say nothing about what is searched for. */
const FILLERS = new Set(
  ("a add am an and any are as at be by can change could do does for from get give has have how i if in is it its make me mean " +
    "much my need of on or our put please should show that the there this to use want was we what when where which who " +
    "why will with would you your").split(" "),
);

/** A word, also in other scripts. */
export const WORD = /[\p{L}\p{N}]+/gu;

/** Returns the words of a text in lower case. @param {string} text */
export const toWords = (text) => text.toLowerCase().match(WORD) ?? [];

/** Returns the words of a text that say what is searched for. @param {string} text */
export const toTyped = (text) =>
  [...new Set(toWords(text.slice(0, MAX_CHARACTERS)))].filter((word) => !FILLERS.has(word));

/**
 * What the index has: all words, those that name something, and which words mean others.
 *
 * @typedef {object} Known
 * @property {readonly string[]} vocabulary
 * @property {readonly string[]=} names
 * @property {Readonly<Record<string, string>>} synonyms
 */

/**
 * Returns the known words that a typed one may mean, with how well each fits. Only a word that is not known may have a
 * wrong letter, and only one that is like no other may be a part of a name, or a name with something behind it.
 *
 * @param {string} typed
 * @param {Known} known
 * @returns {Map<string, number>}
 */
export function matchWord(typed, { vocabulary, names = [], synonyms }) {
  const stem = toStem(typed);
  const meant = [typed, stem].filter((word) => Object.hasOwn(synonyms, word))
    .flatMap((word) => toWords(synonyms[word] ?? ""));
  /** @type {Map<string, number>} */
  const fits = new Map();
  for (const word of vocabulary) {
    if (word === typed) fits.set(word, SAME);
    else if (meant.includes(word)) fits.set(word, SYNONYM);
    else if (toStem(word) === stem) fits.set(word, OTHER_ENDING);
    else if (word.startsWith(typed)) fits.set(word, BEGINNING);
  }
  const isKnown = [...fits.values()].some((fit) => fit >= SYNONYM);
  if (isKnown) return fits;
  if (typed.length < MIN_TYPO_LETTERS) return fits.size > 0 ? fits : matchPart(typed, names);
  // Also next to other forms: "blurr" may be "blurred", or "blur" with a letter too many.
  for (const word of vocabulary) {
    // People rarely miss the first letter: "bright" is the beginning of "brightness" rather than "right".
    if (!fits.has(word) && isOneEdit(typed, word)) fits.set(word, word[0] === typed[0] ? ONE_EDIT : OTHER_START);
  }
  return fits.size > 0 ? fits : matchPart(typed, names);
}

/** Returns the names of which a word is a part, and those that begin it. */
function matchPart(/** @type {string} */ typed, /** @type {readonly string[]} */ names) {
  const isPart = (/** @type {string} */ part, /** @type {string} */ whole) =>
    part.length >= MIN_PART_LETTERS && whole.includes(part);
  const parts = names.filter((name) => isPart(typed, name) || typed.startsWith(name) && isPart(name, typed));
  return new Map(parts.map((name) => [name, PART]));
}

/** Returns a word without the ending that its other forms do not have. @param {string} word */
const toStem = (word) =>
  word.length > 3
    ? word.replace(/ies$|(?<=[^aeiou])y$/, "i").replace(/(?:ing|ed|es|s|e)$/, "")
    : word.replace(/(..)s$/, "$1");

/** Whether a word becomes another one by one letter that is wrong, missing, added or swapped with the next. */
function isOneEdit(/** @type {string} */ word, /** @type {string} */ other) {
  if (Math.abs(word.length - other.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === other[start]) start++;
  const [rest, otherRest] = [word.slice(start), other.slice(start)];
  const isSwap = rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2);
  const isOtherLength = rest.slice(1) === otherRest || rest === otherRest.slice(1);
  if (word.length < MIN_WRONG_LETTERS) return start > 0 && (isOtherLength || isSwap);
  return rest.slice(1) === otherRest.slice(1) || isOtherLength || isSwap;
}

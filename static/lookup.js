// @ts-check
/// <reference lib="dom" />
// Explains why the block lists contain a name.
import { buildUrl, createUnreachable, register } from "./cards.js";
import { create, find } from "./dom.js";
import { createError, send } from "./request.js";

/** @param {HTMLElement} form */
export function addLookup(form) {
  const result = find("[data-result]", form);
  /** The request for the name. It ends when the name changes. */
  let running = new AbortController();
  const run = async () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const answer = await send(buildUrl(form), { signal }).catch(() => undefined);
    if (signal.aborted) return;
    if (!answer) result.replaceChildren(...createUnreachable(run));
    else result.replaceChildren(...(answer.response.ok ? explain(answer.body) : createError(answer)));
    result.scrollIntoView({ block: "nearest" });
  };
  const update = () => {
    // The answer, also one that has not arrived yet, is about another name.
    running.abort();
    result.replaceChildren();
  };
  const describe = () => ({ url: new URL(buildUrl(form), location.href).href, returns: /** @type {const} */ ("json") });
  register(form, { run, describe, update });
}

/** @typedef {{ path: string, programs?: string[] }} FoundList */

/** @param {Record<string, any>} body @returns {Node[]} */
function explain({ domain, blocked, exceptions, sources, allowedBy, ...body }) {
  const lists = /** @type {FoundList[]} */ (body.lists);
  const allowed = allowedBy ?? exceptions[0]?.entry;
  if (!blocked) {
    const reason = allowed ? `It is listed, but the exception ${allowed} allows it.` : "No list contains it.";
    return [create("p", {}, create("b", {}, domain), ` is not blocked. ${reason}`)];
  }
  const names = new Set(lists.map(({ path }) => path.split("/")[0] ?? ""));
  const reasons = new Map(
    sources.map((/** @type {Record<string, string>} */ { title, entry }) => [`${entry} ${title}`, [entry, title]]),
  );
  return [
    create(
      "p",
      {},
      create("b", {}, domain),
      ` is on the ${names.size === 1 ? "list" : "lists"} ${toEnumeration([...names])}`,
      describeEffect(lists),
    ),
    create(
      "ul",
      {},
      ...[...reasons.values()].map(([entry, title]) => create("li", {}, create("code", {}, entry), ` from ${title}`)),
    ),
    ...(allowed ? [create("p", {}, `Pi-hole with allow.txt permits it, because of the exception ${allowed}.`)] : []),
  ];
}

/** Ends the sentence: some programs read the exceptions in a list, and others do not. @param {FoundList[]} lists */
function describeEffect(lists) {
  const limited = lists.filter(({ programs }) => programs);
  const others = lists.filter(({ programs }) => !programs);
  const programs = [...new Set(limited.flatMap(({ programs = [] }) => programs))].join(", ");
  if (limited.length === 0) return ".";
  if (others.length === 0) return `, blocked in ${programs}.`;
  return `. In ${toFiles(others)} it is blocked, in ${toFiles(limited)} only by ${programs}.`;
}

/** The names of the files, each once. @param {FoundList[]} lists */
const toFiles = (lists) => toEnumeration([...new Set(lists.map(({ path }) => path.split("/").at(-1) ?? ""))]);

/** Joins words: `ads, malware and all`. @param {string[]} words */
const toEnumeration = (words) => new Intl.ListFormat("en-GB").format(words);

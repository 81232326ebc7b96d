// @ts-check
/// <reference lib="dom" />
// The search of every page: loads the index of all places, and shows what was found and why.
import { create, find, findAll, findInput, toSegment } from "./dom.js";
import { createSearch } from "./rank.js";

/** How long the visitor must pause before a picture is loaded, so that a name of ten letters costs few requests. */
const PAUSE_MS = 300;

/** Words that lead somewhere, for those whose word does not. */
const EXAMPLES = "hat, old photo, discord or 429";

/** Makes the dialog search, once, and shows what it finds. @param {HTMLDialogElement} dialog */
export function addSearch(dialog) {
  const input = findInput("input", dialog);
  const list = find("[data-hits]", dialog);
  const status = create("p", { className: "note", role: "status" });
  document.head.append(create("link", { rel: "stylesheet", href: "/search.css" }));
  /** @type {Awaited<ReturnType<typeof loadSearch>> | undefined} */
  let search;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const show = () => {
    const text = input.value.trim();
    const { isExact = true, isNamed = true, total = 0, hits = [] } = search?.rank(text) ?? {};
    const meet = search && !search.noName.test(text) ? [createMeet(text)] : [];
    const found = hits.map(createHit);
    // What nothing here is called is a name if no place has all of it, or if it is one capitalised word: phones write
    // every first letter as a capital.
    const rows = !isNamed && (!isExact || /^\p{Lu}\p{L}+$/u.test(text)) ? [...meet, ...found] : [...found, ...meet];
    // Without the index, and for what is no name either, the sections remain.
    if (hits.length === 0) rows.push(...findAll("#sections a").map(copyLink));
    status.textContent = describe({ isExact, total, shown: hits.length }, text);
    list.replaceChildren(...rows.map((row) => create("li", {}, row)));
    list.scrollTop = 0;
    clearTimeout(timer);
    timer = setTimeout(() => findAll("img", list).forEach(showPicture), PAUSE_MS);
  };
  const start = async () => {
    search = await loadSearch().catch(() => undefined);
    show();
    if (!search) status.textContent = "The search cannot be loaded at the moment. Close it, and try again.";
    if (dialog.dataset.key === "Enter") find("a", list)?.click();
    dialog.dataset.key = "";
  };
  const reset = () => {
    input.value = "";
    if (search) show();
    else start();
  };
  const close = () => {
    dialog.close();
    reset();
  };
  list.before(status);
  fitToKeyboard(dialog);
  input.oninput = () => search && show();
  dialog.onclick = (event) => {
    if (event.target === dialog || /** @type {Element} */ (event.target).closest("a, button")) close();
  };
  dialog.onkeydown = (event) => {
    const links = findAll("a", list);
    const index = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "Enter" && event.target === input) {
      if (search) links[0]?.click();
      else dialog.dataset.key = event.key;
    } // Otherwise the first Esc would only empty the field.
    else if (event.key === "Escape") close();
    else if (event.key === "ArrowDown") links[index + 1]?.focus();
    else if (event.key === "ArrowUp") (links[index - 1] ?? input).focus();
    else return;
    event.preventDefault();
  };
  // The system has other ways to close a dialog. Its event is late: the search may be open again.
  dialog.onclose = () => {
    if (!dialog.open && input.value) reset();
  };
  start();
}

async function loadSearch() {
  const response = await fetch(new URL("search.json", import.meta.url));
  if (!response.ok) throw new Error(`Cannot load the search: got status ${response.status}`);
  const index = await response.json();
  return { rank: createSearch(index), noName: new RegExp(index.noName, "iu") };
}

/** Says what was found, for those who do not see it, too. */
function describe(/** @type {{ isExact: boolean, total: number, shown: number }} */ found, /** @type {string} */ text) {
  const { isExact, total, shown } = found;
  if (text === "") return "";
  if (total === 0) return `There is nothing about "${text}". Try a simpler word, such as ${EXAMPLES}.`;
  const count = `${total} ${total === 1 ? "result" : "results"}${shown < total ? `, the best ${shown} of them` : ""}`;
  return isExact ? count : `Nothing has all of these words. With some of them: ${count}`;
}

/** A link to what was found. @param {import("./rank.js").Hit} hit */
function createHit({ href, title, label, reason }) {
  const name = title.map(({ text }) => text).join("");
  // Sentences and headings have capitals or blanks.
  const heading = create(/^\/|^[a-z0-9_-]+$/.test(name) ? "code" : "b", {}, ...markParts(title));
  const [, filter] = /^\/#playground\?steps=([\w-]+)$/.exec(href) ?? [];
  return create(
    "a",
    { href, className: filter ? "pictured" : "" },
    ...(filter ? [createPicture(`/pictures/${filter}.webp`)] : []),
    heading,
    create("small", {}, ...markParts(label)),
    create("span", {}, ...markParts(reason)),
  );
}

/** @param {import("./rank.js").Part[]} parts */
const markParts = (parts) => parts.map(({ text, isMarked }) => isMarked ? create("mark", {}, text) : text);

/** A link to the animal of what was typed: a name, or those of two parents. @param {string} name */
function createMeet(name) {
  const href = `/cat/${toSegment(name)}`;
  return create(
    "a",
    { href, className: "meet-row pictured" },
    createPicture(`${href}.svg?view=face`),
    create("b", {}, `Meet "${name}"`),
    create("span", {}, "Every name has an animal. This is the cat."),
  );
}

/** A picture that is loaded when the visitor pauses. @param {string} src */
function createPicture(src) {
  const picture = create("img", { alt: "", width: 48, height: 48 });
  // A photograph of the operator has no face.
  picture.onerror = () => picture.remove();
  picture.dataset.src = src;
  return picture;
}

/** @param {HTMLElement} picture */
const showPicture = (picture) => picture.setAttribute("src", picture.dataset.src ?? "");

/** @param {HTMLElement} link */
function copyLink(link) {
  return create("a", { href: /** @type {HTMLAnchorElement} */ (link).href }, create("b", {}, link.textContent ?? ""));
}

/** The keyboard of a phone covers the page without making it smaller. @param {HTMLElement} dialog */
function fitToKeyboard(dialog) {
  const fit = () => dialog.style.setProperty("--seen", `${visualViewport?.height}px`);
  visualViewport?.addEventListener("resize", fit);
  if (visualViewport) fit();
}

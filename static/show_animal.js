// @ts-check
/// <reference lib="dom" />
// Shows another animal in the hero. Loaded for the first one.
import { changeAddress, showRequest } from "./cards.js";
import { create, find, findAll, readNames, select, setAria } from "./dom.js";
import {
  addressOf,
  downloads,
  extensionOf,
  formOf,
  hasPage,
  hero,
  isGroup,
  isStill,
  isTooMuch,
  name,
  pageOf,
  picture,
  readKind,
  readLook,
  readMembers,
  readTyped,
  shown,
  stem,
  toLiving,
  toRequest,
  typed,
} from "./hero.js";
import { showName } from "./show_name.js";
import { toNamedAlt } from "./snippets.js";

const note = find(".pitch .note", hero);
/** What it says unless something is wrong. */
const usualNote = [...note.childNodes];

/** Says what is wrong with the names, if something is. The animal before, its code and its links stay. */
export function showHint() {
  const hint = findMistake();
  find("[data-copy-address]", hero).hidden = !hasPage() || isTooMuch();
  setAria(name, "invalid", hint !== "");
  // What stays is not said again.
  if (hint === "" ? note.firstChild === usualNote[0] : note.textContent === hint) return;
  note.replaceChildren(...(hint === "" ? usualNote : [create("strong", {}, hint)]));
}

function findMistake() {
  if (readMembers().length > 12) return "A group has at most 12 animals.";
  if (readMembers().some((each) => readNames(each).length > 2)) return "A child has two parents: try Ada+Grace.";
  if (isTooMuch()) return "A name has at most 64 characters.";
  return name.validity.patternMismatch ? "Names such as .. or Ada.png have no page." : "";
}

/** Chooses the animal of a page. An address without a name leads to another one each time. @param {string} href */
export async function chooseAnimal(href) {
  const isNamed = new URL(href).pathname.split("/").length > 2;
  const page = isNamed ? { url: href } : await fetch(href, { method: "HEAD" }).catch(() => undefined);
  if (!page) return;
  const [, kind, text = ""] = new URL(page.url).pathname.split("/");
  name.value = decodeURIComponent(text);
  const kinds = findAll("[data-name=kind]", hero);
  const chosen = kinds.find(({ dataset }) => dataset.value === kind);
  if (chosen) select(chosen, kinds);
  changeAddress(hero, "push");
}

/** Draws the animal. Its options are the parameters of its address. @param {any} animals The module that draws. */
export function draw(animals) {
  const entries = [...readLook()].map(([name, value]) => [name, name === "radius" ? Number(value) || value : value]);
  const options = Object.fromEntries(entries);
  const names = readTyped();
  const args = [readKind(), names.length > 1 ? names : names[0], options];
  try {
    const svg = animals.drawAnimal(args[0], args[1], isStill() ? options : { ...options, motion: "on" });
    const parents = names.length > 1 ? names.map((parent) => animals.drawAnimal(args[0], parent)) : [];
    return { url: formOf("png"), svg, parents, alt: animals.describeAnimal(...args).alt };
  } catch {
    // The service says what is wrong.
  }
}

/** Asks the service. Few visitors need the script for that, so it is loaded then. @param {AbortSignal} signal */
export async function ask(signal) {
  const { createCredit, createError, send } = await import("./request.js");
  const isOne = readTyped().length === 1 && !isGroup();
  const answer = await send(isOne ? toRequest().href : formOf("json"), { signal });
  return { answer, createCredit, createError };
}

/** Returns what a response is about. A group has one picture, unless there are photographs. @param {any} body */
export function toItem(body) {
  if (!body?.items) return body?.item;
  /** @type {any[]} */
  const members = body.items;
  const alt = members.map((each) => toNamedAlt(each.name, each.alt)).join("; ");
  return members.every(({ traits }) => traits) ? { url: formOf("png"), traits: {}, alt } : { ...members[0], alt };
}

/** Shows an animal everywhere in the hero. @param {any} item */
export function showAnimal(item) {
  // The SVG of a drawing is smaller and sharp on every screen. Photographs have none, and no traits.
  shown.isDrawn = Boolean(item.svg ?? item.traits);
  shown.extension = extensionOf(item.url);
  const src = item.svg ? toDataUrl(item.svg) : toLiving(toType(item.url, "svg"));
  Object.assign(picture, { src, alt: item.alt });
  // A group is no square.
  picture.style.aspectRatio = isGroup() ? "auto" : "";
  showHint();
  showSizes();
  showCaption(item);
  showTile();
  showDownloads(item.url);
  const options = find(".options", hero);
  if (options) options.hidden = !shown.isDrawn;
  showRequest(hero);
}

/** Joins words in English: `Ada, Grace and Rex`. */
const WORD_LIST = new Intl.ListFormat("en-GB");

/** @param {string} svg */
const toDataUrl = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** @param {any} item */
function showCaption({ alt, parents }) {
  const kinds = findAll("[data-name=kind]", hero).map(({ dataset }) => dataset.value);
  const prefix = new RegExp(`^(?:${kinds.join("|")}):`);
  const members = readMembers().map((member) => showName(member.replace(prefix, "")));
  const title = isGroup() ? WORD_LIST.format(members) : showName(typed());
  const page = hasPage() ? create("a", { href: pageOf() }, title) : title;
  const words = toNamedAlt("", alt);
  const sentence = isGroup() ? ` are a group: ${alt}.` : words === alt ? ` is ${words}.` : `'s face: ${words}.`;
  find("[data-caption]", hero).replaceChildren(create("b", { dir: "auto" }, page), sentence, ...createParents(parents));
  find("[for=for-one] bdi", hero).textContent = typed() ? title : "this one";
}

/** The parents of a child that is drawn here. @param {string[]=} drawings */
function createParents(drawings = []) {
  const names = readTyped();
  const links = drawings.flatMap((svg, index) => {
    const parent = names[index] ?? "";
    const picture = create("img", { src: toDataUrl(svg), alt: "", width: 40, height: 40 });
    const href = `/${readKind()}/${encodeURIComponent(parent)}`;
    return [" ", create("a", { href }, picture, showName(parent))];
  });
  return links.length > 0 ? [create("span", { className: "parents" }, " Parents:", ...links)] : [];
}

/** An animal of a group is at most half as large: the largest size is not offered, and another is chosen instead. */
function showSizes() {
  const sizes = findAll("[data-name=size]", hero);
  const [usual, largest] = ["", "1024"].map((value) => sizes.find(({ dataset }) => dataset.value === value));
  if (!usual || !largest) return;
  setAria(largest, "disabled", isGroup());
  if (!isGroup() || !largest.matches("[aria-current]")) return;
  select(usual, sizes);
  changeAddress(hero, "replace");
}

/** Marks the animal on the wall. */
function showTile() {
  const tiles = /** @type {HTMLAnchorElement[]} */ (findAll(".tiles a", hero));
  for (const tile of tiles) tile.removeAttribute("aria-current");
  tiles.find(({ href }) => hasPage() && href === addressOf())?.setAttribute("aria-current", "true");
}

/** @param {string} url The picture, in one of its types. */
function showDownloads(url) {
  for (const [index, link] of downloads.entries()) {
    const href = toType(url, link.dataset.download || shown.extension);
    link.dataset.title ??= link.textContent ?? "";
    link.textContent = shown.isDrawn ? link.dataset.title : "Download";
    // A photograph has one file.
    link.hidden = !shown.isDrawn && index > 0;
    Object.assign(link, { href, download: `${stem()}.${extensionOf(href)}` });
  }
}

/** The address of a drawing in another type. A photograph has one. @param {string} url @param {string} type */
function toType(url, type) {
  if (!shown.isDrawn) return url;
  const typed = new URL(url.replace(/\w+(?=\?|$)/, type));
  if (type === "svg") {
    typed.searchParams.delete("size");
    const radius = find("[data-name=radius][aria-current]", hero)?.dataset.value;
    if (radius) typed.searchParams.set("radius", radius);
  }
  return typed.href;
}

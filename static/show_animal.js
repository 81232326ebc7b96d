// @ts-check
/// <reference lib="dom" />
// Shows another animal in the hero. Loaded for the first one.
import { showRequest } from "./cards.js";
import { create, find, findAll } from "./dom.js";
import {
  addressOf,
  downloads,
  extensionOf,
  formOf,
  hasPage,
  hero,
  isTeam,
  name,
  pageOf,
  picture,
  shown,
  stem,
  toLiving,
} from "./hero.js";
import { showName } from "./show_name.js";
import { toNamedAlt } from "./snippets.js";

const team = /** @type {HTMLAnchorElement} */ (find("[data-team]", hero));
/** What the link to a team is as long as no team is typed. */
const example = { href: team.getAttribute("href"), textContent: team.textContent };

/** Opens the page of what is typed. */
export const openPage = () => location.assign(pageOf());

/** Returns what a response is about. A team has one picture, unless there are photographs. @param {any} body */
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
  const src = item.svg ? `data:image/svg+xml,${encodeURIComponent(item.svg)}` : toLiving(toType(item.url, "svg"));
  Object.assign(picture, { src, alt: item.alt });
  // A team is no square.
  picture.style.aspectRatio = isTeam() ? "auto" : "";
  showCaption(item.alt);
  showTeam();
  showTile();
  showDownloads(item.url);
  find("[data-copy-address]", hero).hidden = !hasPage();
  const options = find(".options", hero);
  if (options) options.hidden = !shown.isDrawn;
  showRequest(hero);
}

/** @param {string} alt */
function showCaption(alt) {
  const title = showName(name.value);
  const page = hasPage() ? create("a", { href: pageOf() }, title) : title;
  const words = toNamedAlt("", alt);
  const sentence = isTeam() ? ` are a team: ${alt}.` : words === alt ? ` is ${words}.` : `'s face: ${words}.`;
  find("[data-caption]", hero).replaceChildren(create("b", { dir: "auto" }, page), sentence);
  find("[for=for-one] bdi", hero).textContent = name.value.trim() ? title : "this one";
}

/** Whoever types a team finds the way to its page. */
function showTeam() {
  Object.assign(team, isTeam() ? { href: pageOf(), textContent: "meet these as a team" } : example);
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

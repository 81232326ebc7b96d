// @ts-check
/// <reference lib="dom" />
// What is chosen in the hero, and the addresses that follow from it. A page has one hero.
import { buildUrl } from "./cards.js";
import { find, findAll, findInput, readNames, toSegment } from "./dom.js";
import { toNamedAlt } from "./snippets.js";

export const hero = find("#meet");
export const name = findInput("[name=seed]", hero);
export const picture = findInput("[data-animal]", hero);
export const downloads = findAll("[data-download]", hero);
export const still = find("[data-still]", hero);

/** What the picture is: a photograph is not drawn, and not a PNG. */
export const shown = {
  isDrawn: downloads.length > 1,
  extension: extensionOf(downloads[0]?.getAttribute("href") ?? ""),
};

/** @param {string} url */
export function extensionOf(url) {
  return /\w+(?=\?|$)/.exec(url)?.[0] ?? "png";
}

export const readKind = () => find("[data-name=kind][aria-current]", hero).dataset.value;
export const hasPage = () => typed() && name.validity.valid;
export const isStill = () => still?.getAttribute("aria-pressed") === "true";

/** The name of a file, without its extension. */
export const stem = () => name.value.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)?.join("-").slice(0, 40) ?? "animal";

/** The side that needs no parameter: each animal of a group is smaller. The largest one has twice as many pixels. */
const usualSize = () => isGroup() ? 256 : 512;

/** What is requested. Corners are chosen as if the side were 512, as an SVG has them. @param {number=} side */
export function toRequest(side, usual = usualSize()) {
  const url = new URL(buildUrl(hero), location.href);
  const { searchParams } = url;
  const [radius, chosen] = ["radius", "size"].map((each) => Number(searchParams.get(each)));
  if (typed()) searchParams.set("seed", typed());
  else searchParams.delete("seed");
  const size = side ?? Math.min(chosen || 512, 2 * usual);
  if (radius) searchParams.set("radius", `${Math.round(radius * size / 512)}`);
  if (size === usual) searchParams.delete("size");
  else searchParams.set("size", `${size}`);
  return url;
}

/** The query of a picture, drawn as it is chosen. @param {number=} side @param {number=} usual */
export function toQuery(side, usual) {
  const { searchParams } = toRequest(side, usual);
  searchParams.delete("seed");
  return `${searchParams}` && `?${searchParams}`;
}

/** What is chosen but the size, which only pictures have. */
export const readLook = () => new URLSearchParams(toQuery(usualSize()));

/** What is typed, without the comma or the plus after which another name will be. */
export const typed = () => name.value.trim().replace(/([^+,\s])\s*(?:,[,\s]*|\+)$/, "$1");

/** What is typed, as one animal: its name, or those of its parents. */
export const readTyped = () => readNames(typed());

/** What is typed, as a group, whose animals are between commas: each has a name, or those of its parents. */
export const readMembers = () => typed().split(",").map((part) => part.trim()).filter(Boolean);
export const isGroup = () => readMembers().length > 1;

/** Whether these are too many animals, parents or characters. */
export const isTooMuch = () =>
  readMembers().length > 12 ||
  readMembers().map(readNames).some((names) => names.length > 2 || names.some((each) => [...each].length > 64));

export const addressOf = () => `${location.origin}/${readKind()}/${isGroup() ? toGroup() : toSegment(typed())}`;
const toGroup = () => readMembers().map(toSegment).join().replaceAll("%3A", ":");
/** The page of what is typed. That of a group has no size. */
export const pageOf = () => addressOf() + toQuery(isGroup() ? usualSize() : undefined);

/** The address of the animal in a form, drawn as it is chosen. @param {string} form */
export const formOf = (form) => `${addressOf()}.${form}${toQuery()}`;

/** The address of the living picture, unless it shall be still. @param {string} url */
export const toLiving = (url) => isStill() || !shown.isDrawn ? url : `${url}${url.includes("?") ? "&" : "?"}motion=on`;

/** Describes the request for the code, which stays if there is none. */
export function describe() {
  if (isTooMuch()) return;
  const url = toRequest();
  // Its address is easier to remember. A photograph has other types than it states.
  const isNamed = shown.isDrawn && hasPage();
  url.searchParams.set("format", "image");
  const named = formOf("png");
  return {
    url: isNamed ? named : url.href,
    // A terminal has no sizes and no groups: then the file is wanted.
    terminalUrl: isNamed && !named.includes("?") && !isGroup() ? addressOf() : undefined,
    returns: /** @type {const} */ ("image"),
    // No name means a random animal.
    alt: typed() ? toNamedAlt(isGroup() ? "" : typed(), picture.alt) : `A ${readKind()}`.replace("A a", "An a"),
    file: `${stem()}.${shown.extension}`,
  };
}

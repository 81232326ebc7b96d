// @ts-check
/// <reference lib="dom" />
// What is chosen in the hero, and the addresses that follow from it. A page has one hero.
import { buildUrl } from "./cards.js";
import { find, findAll, findInput, readNames } from "./dom.js";
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
export const hasPage = () => name.value.trim() && name.validity.valid;
export const isStill = () => still?.getAttribute("aria-pressed") === "true";

/** The name of a file, without its extension. */
export const stem = () => name.value.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)?.join("-").slice(0, 40) ?? "animal";

/** What is requested. Corners are chosen as if the side were 512, as an SVG has them. */
export function toRequest() {
  const url = new URL(buildUrl(hero), location.href);
  const [radius, size] = ["radius", "size"].map((each) => Number(url.searchParams.get(each)));
  if (radius && size) url.searchParams.set("radius", `${Math.round(radius * size / 512)}`);
  return url;
}

/** The query of a picture, drawn as it is chosen. */
export function toQuery() {
  const { searchParams } = toRequest();
  searchParams.delete("seed");
  return `${searchParams}` && `?${searchParams}`;
}

/** What is chosen but the size, which only pictures have. */
export function readLook() {
  const { searchParams } = new URL(buildUrl(hero), location.href);
  for (const name of ["seed", "size"]) searchParams.delete(name);
  return searchParams;
}

/** Names between commas are a team. */
const readMembers = () => name.value.split(",").map((part) => part.trim()).filter(Boolean);
export const isTeam = () => readMembers().length > 1;

export const addressOf = () => `${location.origin}/${readKind()}/${toSegment()}`;
const toSegment = () =>
  isTeam()
    ? encodeURIComponent(readMembers().join()).replace(/%(2C|3A|2B)/g, decodeURIComponent)
    : readNames(name).map(encodeURIComponent).join("+");
export const pageOf = () => `${addressOf()}?${readLook()}`.replace(/\?$/, "");

/** The address of the animal in a form, drawn as it is chosen. @param {string} form */
export const formOf = (form) => `${addressOf()}.${form}${toQuery()}`;

/** The address of the living picture, unless it shall be still. @param {string} url */
export const toLiving = (url) => isStill() || !shown.isDrawn ? url : `${url}${url.includes("?") ? "&" : "?"}motion=on`;

/** Describes the request for the code. */
export function describe() {
  const url = toRequest();
  // Its address is easier to remember. A photograph has other types than it states.
  const isNamed = shown.isDrawn && hasPage();
  url.searchParams.set("format", "image");
  const named = formOf("png");
  return {
    url: isNamed ? named : url.href,
    // A terminal has no sizes and no teams: then the file is wanted.
    terminalUrl: isNamed && !named.includes("?") && !isTeam() ? addressOf() : undefined,
    returns: /** @type {const} */ ("image"),
    alt: toNamedAlt(isTeam() ? "" : name.value.trim(), picture.getAttribute("alt") ?? ""),
    file: `${stem()}.${shown.extension}`,
  };
}

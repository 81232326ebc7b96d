// @ts-check
/// <reference lib="dom" />
// The hero: a name, and the animal that belongs to it.
import { buildUrl, changeAddress, register, showRequest } from "./cards.js";
import { addArrowKeys, copy, create, find, findAll, findInput, select } from "./dom.js";
import { createCredit, createError, createUnreachable, send } from "./request.js";

/** How long the visitor must pause before the service is asked, so that a name of ten letters costs few requests. */
const PAUSE_MS = 120;

/** Makes the hero draw while the visitor types. @param {HTMLElement} hero */
export function addMeet(hero) {
  const name = findInput("[name=seed]", hero);
  const picture = find("[data-animal]", hero);
  const caption = find("[data-caption]", hero);
  const downloads = findAll("[data-download]", hero);
  const share = find("[data-copy-address]", hero);
  const size = /** @type {HTMLSelectElement | null} */ (hero.querySelector("[name=size]"));
  const still = /** @type {HTMLInputElement | null} */ (hero.querySelector("[data-still]"));
  // Without the script, the form must not send an empty size.
  if (size) size.disabled = false;
  /** The format of the picture: a photograph is not a PNG. */
  let extension = extensionOf(downloads[0]?.getAttribute("href") ?? "");
  let isDrawn = downloads.length > 1;
  let turns = 0;
  /** The module that draws here, when it is loaded. @type {any} */
  let animals;
  /** @type {Promise<void> | undefined} */
  let loading;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const stem = () => name.value.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)?.join("-").slice(0, 40) ?? "animal";

  /** The names of two parents, or one name. */
  const readNames = () => {
    const parents = name.value.split("+").map((part) => part.trim());
    return parents.length === 2 && parents.every(Boolean) ? parents : [name.value.trim()];
  };

  const readKind = () => find("[data-name][aria-current]", hero).dataset.value;
  const hasPage = () => name.value.trim() && name.validity.valid;
  const addressOf = () => `${location.origin}/${readKind()}/${readNames().map(encodeURIComponent).join("+")}`;

  /** The address of the animal in a form, drawn as it is chosen. @param {string} form */
  const formOf = (form) => {
    const url = new URL(buildUrl(hero), location.href);
    url.searchParams.delete("seed");
    return `${addressOf()}.${form}${url.search}`;
  };

  const describe = () => {
    const url = new URL(buildUrl(hero), location.href);
    // Its address is easier to remember. A photograph has other types than it states.
    const isNamed = isDrawn && hasPage();
    url.searchParams.set("format", "image");
    const named = formOf("png");
    return {
      url: isNamed ? named : url.href,
      // A terminal has no sizes: whoever chooses one wants the file.
      terminalUrl: isNamed && !named.includes("?") ? addressOf() : undefined,
      returns: /** @type {const} */ ("image"),
      alt: picture.getAttribute("alt") ?? "",
      file: `${stem()}.${extension}`,
    };
  };

  /** Loads the module, once. The page does not name it if there are photographs. */
  const load = () => {
    const { module } = hero.dataset;
    return loading ??= module ? import(module).then((all) => animals = all, () => {}) : Promise.resolve();
  };

  const canDraw = () => animals && hasPage();
  const isStill = () => still?.checked;

  /** The address of the living picture, unless it shall be still. @param {string} url */
  const toLiving = (url) => isStill() || !isDrawn ? url : `${url}${url.includes("?") ? "&" : "?"}motion=on`;

  /** Draws the animal. Its options are the parameters of its address, but an SVG has no size. */
  const draw = () => {
    const url = formOf("png");
    const { size: _, ...options } = Object.fromEntries(new URL(url).searchParams);
    const [parent, other] = readNames();
    const args = [readKind(), other ? [parent, other] : parent, options];
    try {
      const svg = animals.drawAnimal(args[0], args[1], isStill() ? options : { ...options, motion: "on" });
      return { url, svg, alt: animals.describeAnimal(...args).alt };
    } catch {
      // The service says what is wrong.
    }
  };

  const run = async () => {
    const turn = ++turns;
    await load();
    const drawn = canDraw() ? draw() : undefined;
    const answer = drawn ? undefined : await ask();
    if (turn === turns) show(drawn ?? answer?.body?.item, answer);
  };

  const ask = () => send(readNames().length === 1 ? buildUrl(hero) : formOf("json")).catch(() => undefined);

  /** @param {any} item @param {import("./request.js").Result=} answer */
  const show = (item, answer) => {
    // Without an answer, no animal is shown rather than that of another name.
    find(".downloads", hero).hidden = !item;
    // Its place remains, because the message is below it.
    picture.style.visibility = item ? "" : "hidden";
    if (!item) return caption.replaceChildren(...(answer ? createError(answer) : createUnreachable(run)));
    // The SVG of a drawing is smaller and sharp on every screen. Photographs have none.
    isDrawn = item.svg !== undefined || /\/images\/animals\/\w+\/\w{8}(-\w{8})?\.\w+(\?.*)?$/.test(item.url);
    const toType = (/** @type {string} */ type) => isDrawn ? item.url.replace(/\w+(?=\?|$)/, type) : item.url;
    extension = extensionOf(item.url);
    const src = item.svg ? `data:image/svg+xml,${encodeURIComponent(item.svg)}` : toLiving(toType("svg"));
    Object.assign(picture, { src, alt: item.alt });
    const page = hasPage() ? create("a", { href: addressOf() }, name.value.trim()) : name.value.trim() || "This one";
    caption.replaceChildren(create("b", { dir: "auto" }, page), ` is ${item.alt}.`);
    share.hidden = !hasPage();
    if (item.credit) caption.append(" ", createCredit(item.credit));
    if (size?.parentElement) size.parentElement.hidden = !isDrawn;
    for (const [index, link] of downloads.entries()) {
      const href = toType(link.dataset.download || extension);
      link.dataset.title ??= link.textContent ?? "";
      link.textContent = isDrawn ? link.dataset.title : "Download";
      // A photograph has one file.
      link.hidden = !isDrawn && index > 0;
      Object.assign(link, { href, download: `${stem()}.${extensionOf(href)}` });
    }
    showRequest(hero);
  };

  register(hero, { run, describe });
  hero.addEventListener("input", () => {
    clearTimeout(timer);
    if (canDraw()) run();
    else timer = setTimeout(run, PAUSE_MS);
  });
  // Whoever clicks the name wants to type another one.
  name.onfocus = () => {
    load();
    // Not yet: WebKit takes a press on selected text for a drag, and deselects it. A second click sets the caret.
    name.onclick = () => {
      if (name.selectionStart === name.selectionEnd) name.select();
      name.onclick = null;
    };
  };
  const kinds = findAll("[data-name]", hero);
  const links = /** @type {HTMLAnchorElement[]} */ (findAll("[data-meet]", hero));
  addArrowKeys(findAll(".tiles a", hero));
  for (const link of links) {
    // Shows the animal here instead of opening its page.
    link.onclick = async (event) => {
      // The dice leads to another page each time.
      const isDice = link.matches(".dice");
      if (isDice) link.href = `/${readKind()}`;
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const page = isDice ? await fetch(link.href, { method: "HEAD" }).catch(() => undefined) : { url: link.href };
      if (!page) return run();
      const [, kind, text = ""] = new URL(page.url).pathname.split("/");
      name.value = decodeURIComponent(text);
      const chosen = kinds.find(({ dataset }) => dataset.value === kind);
      if (chosen) select(chosen, kinds);
      changeAddress(hero, "push");
      run();
    };
  }
  share.onclick = () => copy(addressOf(), share);
}

/** @param {string} url */
const extensionOf = (url) => /\w+(?=\?|$)/.exec(url)?.[0] ?? "png";

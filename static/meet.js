// @ts-check
/// <reference lib="dom" />
// The hero: a name, and the animal that belongs to it.
import { buildUrl, changeAddress, register, showRequest } from "./cards.js";
import {
  addArrowKeys,
  copy,
  create,
  createUnreachable,
  find,
  findAll,
  findInput,
  isPlainClick,
  readNames,
  select,
  setAria,
} from "./dom.js";
import { toNamedAlt } from "./snippets.js";

/** How long the visitor must pause before the service is asked, so that a name of ten letters costs few requests. */
const PAUSE_MS = 120;

/** Makes the hero draw while the visitor types. @param {HTMLElement} hero */
export function addMeet(hero) {
  const name = findInput("[name=seed]", hero);
  const picture = findInput("[data-animal]", hero);
  const caption = find("[data-caption]", hero);
  const downloads = findAll("[data-download]", hero);
  const share = find("[data-copy-address]", hero);
  const still = find("[data-still]", hero);
  const tiles = /** @type {HTMLAnchorElement[]} */ (findAll(".tiles a", hero));
  /** The module with the code for each user, when someone has looked at it. @type {any} */
  let users;
  /** The format of the picture: a photograph is not a PNG. */
  let extension = extensionOf(downloads[0]?.getAttribute("href") ?? "");
  let isDrawn = downloads.length > 1;
  let turns = 0;
  /** The name as it is shown. */
  let title = "";
  /** The module that draws here, when it is loaded. @type {any} */
  let animals;
  /** @type {Promise<void> | undefined} */
  let loading;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const stem = () => name.value.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)?.join("-").slice(0, 40) ?? "animal";

  const readKind = () => find("[data-name=kind][aria-current]", hero).dataset.value;
  const hasPage = () => name.value.trim() && name.validity.valid;
  const addressOf = () => `${location.origin}/${readKind()}/${readNames(name).map(encodeURIComponent).join("+")}`;

  /** What is requested. Corners are chosen as if the side were 512, as an SVG has them. */
  const toRequest = () => {
    const url = new URL(buildUrl(hero), location.href);
    const [radius, size] = ["radius", "size"].map((each) => Number(url.searchParams.get(each)));
    if (radius && size) url.searchParams.set("radius", `${Math.round(radius * size / 512)}`);
    return url;
  };

  /** The query of a picture, drawn as it is chosen. */
  const toQuery = () => {
    const { searchParams } = toRequest();
    searchParams.delete("seed");
    return `${searchParams}` && `?${searchParams}`;
  };

  /** The address of the animal in a form, drawn as it is chosen. @param {string} form */
  const formOf = (form) => `${addressOf()}.${form}${toQuery()}`;

  const describe = () => {
    const url = toRequest();
    // Its address is easier to remember. A photograph has other types than it states.
    const isNamed = isDrawn && hasPage();
    url.searchParams.set("format", "image");
    const named = formOf("png");
    return {
      url: isNamed ? named : url.href,
      // A terminal has no sizes: whoever chooses one wants the file.
      terminalUrl: isNamed && !named.includes("?") ? addressOf() : undefined,
      returns: /** @type {const} */ ("image"),
      alt: toNamedAlt(name.value.trim(), picture.getAttribute("alt") ?? ""),
      file: `${stem()}.${extension}`,
    };
  };

  /** Loads the module, once. The page does not name it if there are photographs. */
  const load = () => {
    const { module } = hero.dataset;
    return loading ??= module ? import(module).then((all) => animals = all, () => {}) : Promise.resolve();
  };

  const canDraw = () => animals && hasPage();
  const isStill = () => still?.getAttribute("aria-pressed") === "true";

  /** The address of the living picture, unless it shall be still. @param {string} url */
  const toLiving = (url) => isStill() || !isDrawn ? url : `${url}${url.includes("?") ? "&" : "?"}motion=on`;

  /** What is chosen but the size, which only pictures have. */
  const readLook = () => {
    const { searchParams } = new URL(buildUrl(hero), location.href);
    for (const name of ["seed", "size"]) searchParams.delete(name);
    return searchParams;
  };

  const pageOf = () => `${addressOf()}?${readLook()}`.replace(/\?$/, "");

  /** Draws the animal. Its options are the parameters of its address. */
  const draw = () => {
    const entries = [...readLook()].map((
      [name, value],
    ) => [name, name === "radius" ? Number(value) || value : value]);
    const options = Object.fromEntries(entries);
    const [parent, other] = readNames(name);
    const args = [readKind(), other ? [parent, other] : parent, options];
    try {
      const svg = animals.drawAnimal(args[0], args[1], isStill() ? options : { ...options, motion: "on" });
      return { url: formOf("png"), svg, alt: animals.describeAnimal(...args).alt };
    } catch {
      // The service says what is wrong.
    }
  };

  const run = async () => {
    const turn = ++turns;
    await load();
    const drawn = canDraw() ? draw() : undefined;
    const asked = drawn ? undefined : await ask().catch(() => undefined);
    // Most names show what they are.
    const isPlain = !/[\p{C}\p{Zl}\p{Zp}]/u.test(name.value);
    const shows = isPlain ? undefined : await import("./show_name.js").catch(() => undefined);
    title = shows?.showName(name.value) ?? name.value.trim();
    if (turn === turns) show(drawn ?? asked?.answer.body?.item, asked);
  };

  /** Asks the service. Few visitors need the script for that, so it is loaded then. */
  const ask = async () => {
    const { createCredit, createError, send } = await import("./request.js");
    const answer = await send(readNames(name).length === 1 ? toRequest().href : formOf("json"));
    return { answer, createCredit, createError };
  };

  /** @param {any} item @param {Awaited<ReturnType<typeof ask>>=} asked */
  const show = (item, asked) => {
    // Without an answer, no animal is shown rather than that of another name.
    find(".downloads", hero).hidden = !item;
    // Its place remains, because the message is below it.
    picture.style.visibility = item ? "" : "hidden";
    if (!item) return caption.replaceChildren(...(asked ? asked.createError(asked.answer) : createUnreachable(run)));
    // The SVG of a drawing is smaller and sharp on every screen. Photographs have none.
    isDrawn = item.svg !== undefined || /\/images\/animals\/\w+\/\w{8}(-\w{8})?\.\w+(\?.*)?$/.test(item.url);
    const toType = (/** @type {string} */ type) => {
      if (!isDrawn) return item.url;
      const url = new URL(item.url.replace(/\w+(?=\?|$)/, type));
      if (type === "svg") {
        url.searchParams.delete("size");
        const radius = find("[data-name=radius][aria-current]", hero)?.dataset.value;
        if (radius) url.searchParams.set("radius", radius);
      }
      return url.href;
    };
    extension = extensionOf(item.url);
    const src = item.svg ? `data:image/svg+xml,${encodeURIComponent(item.svg)}` : toLiving(toType("svg"));
    Object.assign(picture, { src, alt: item.alt });
    const page = hasPage() ? create("a", { href: pageOf() }, title) : title || "This one";
    const words = toNamedAlt("", item.alt);
    const sentence = words === item.alt ? ` is ${words}.` : `'s face: ${words}.`;
    caption.replaceChildren(create("b", { dir: "auto" }, page), sentence);
    find("[for=for-one] bdi", hero).textContent = title || "this one";
    for (const tile of tiles) tile.removeAttribute("aria-current");
    tiles.find(({ href }) => hasPage() && href === addressOf())?.setAttribute("aria-current", "true");
    showTeam();
    share.hidden = !hasPage();
    if (item.credit && asked) caption.append(" ", asked.createCredit(item.credit));
    const options = find(".options", hero);
    if (options) options.hidden = !isDrawn;
    for (const [index, link] of downloads.entries()) {
      const href = toType(link.dataset.download || extension);
      link.dataset.title ??= link.textContent ?? "";
      link.textContent = isDrawn ? link.dataset.title : "Download";
      // A photograph has one file.
      link.hidden = !isDrawn && index > 0;
      Object.assign(link, { href, download: `${stem()}.${extensionOf(href)}` });
    }
    showRequest(hero);
    showUsers();
  };

  /** A comma is a part of a name here. Whoever means a team finds the way to it. */
  const showTeam = () => {
    const members = name.value.split(",").map((part) => part.trim()).filter(Boolean);
    if (members.length < 2) return;
    const path = encodeURIComponent(members.join()).replace(/%(2C|3A|2B)/g, decodeURIComponent);
    Object.assign(find("[data-team]", hero), { href: `/${readKind()}/${path}`, textContent: "meet these as a team" });
  };

  /** Shows the code for each user as it is chosen, if someone has looked at it. */
  const showUsers = () => {
    const address = { start: `${location.origin}/${readKind()}/`, query: isDrawn ? toQuery() : "" };
    for (const [language, code] of Object.entries(users?.toUserCode(address) ?? {})) {
      find(`[data-language="${language}"]`, hero).textContent = code;
    }
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
  find(".codes", hero).oninput = (event) => event.stopPropagation();
  find("#for-each", hero).onchange = async () => {
    users = await import("./user_code.js");
    showUsers();
  };
  const colour = findInput("#colour", hero);
  if (colour) {
    const own = find("[data-own]", hero);
    colour.oninput = () => {
      own.dataset.value = colour.value.slice(1);
      select(own, findAll("[data-name=background]", hero));
    };
  }
  if (still) {
    still.onclick = () => {
      setAria(still, "pressed", !isStill());
      // Without a name, the service would choose another animal.
      if (hasPage()) run();
      else picture.src = toLiving(picture.src.replace(/.motion=on/, ""));
    };
  }
  const kinds = findAll("[data-name=kind]", hero);
  const links = /** @type {HTMLAnchorElement[]} */ (findAll("[data-meet]", hero));
  addArrowKeys(tiles);
  for (const link of links) {
    // Shows the animal here instead of opening its page.
    link.onclick = async (event) => {
      // The dice leads to another page each time.
      const isDice = link.matches(".dice");
      if (isDice) link.href = `/${readKind()}`;
      if (!isPlainClick(event)) return;
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
  share.onclick = () => copy(pageOf(), share);
}

/** @param {string} url */
const extensionOf = (url) => /\w+(?=\?|$)/.exec(url)?.[0] ?? "png";

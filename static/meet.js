// @ts-check
/// <reference lib="dom" />
// The script of Meet.tsx: the form of an animal becomes the form of another address, while a visitor types and chooses.

/** Finds one element. @type {(selector: string, root?: ParentNode) => any} */
const find = (selector, root = document) => root.querySelector(selector);

/** Announces a text to people who do not see the page. @param {string} text */
const say = (text) => find("#said").textContent = text;

/** @type {HTMLFormElement} */
const meet = find("#meet");

/** The module that draws the same animals as the service. It is loaded when a visitor uses the form. @type {any} */
let animals;
const MODULE = "/animals.js";

/** The field in which the visitor is typing. Its text must not be replaced. @type {Element | null} */
let typed = null;

/** The address of the drawing in a picture, in a form that can be compared. @param {HTMLImageElement} img */
const addressOf = (img) => {
  const address = new URL(img.dataset.address ?? img.getAttribute("src") ?? "", location.href);
  address.searchParams.sort();
  return address;
};

/** Draws one animal without the service. @param {URL} address @returns {string | undefined} the URL of its picture */
const draw = ({ pathname, searchParams }) => {
  const [, kind, names] = /^\/(\w+)\/([^/,:]+)\.svg$/.exec(pathname) ?? [];
  const { size = 512, radius, ...look } = Object.fromEntries(searchParams);
  if (animals === undefined || names === undefined || look.view === "card") return;
  // The corners are scaled, so that the SVG looks like a PNG of this size.
  const scaled = Number(radius) ? Math.round(Number(radius) * 512 / Number(size)) : radius;
  try {
    const svg = animals.drawAnimal(kind, names.split("+").map(decodeURIComponent), { ...look, radius: scaled });
    return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  } catch { /* The service says what is wrong. */ }
};

/** Shows the drawing of an address. @param {HTMLImageElement} img @param {URL} address @param {string} [drawn] */
const paint = (img, address, drawn) => {
  const before = img.src;
  img.dataset.address = address.href;
  img.src = drawn ?? address.href;
  if (before.startsWith("blob:")) URL.revokeObjectURL(before);
};

/** The attributes that the script or the visitor changes, and that a new page must not replace. */
const KEPT = ["open", "src", "data-address"];

/**
 * Changes an element into the same element of another page. The focus stays, and open parts stay open.
 * @param {any} old @param {any} next
 */
const morph = (old, next) => {
  if (old.nodeName !== next.nodeName || old.id !== next.id) return old.replaceWith(next.cloneNode(true));
  if (!(old instanceof Element)) return old.data === next.data || (old.data = next.data);
  if (old.matches("[data-keep]")) return;
  for (const name of new Set([...old.getAttributeNames(), ...next.getAttributeNames()])) {
    if (KEPT.includes(name)) continue;
    if (next.hasAttribute(name)) old.setAttribute(name, next.getAttribute(name));
    else old.removeAttribute(name);
  }
  if (old instanceof HTMLImageElement && addressOf(old).href !== addressOf(next).href) {
    paint(old, addressOf(next), old.closest("details:not([open])") ? undefined : draw(addressOf(next)));
  }
  if (old instanceof HTMLInputElement && old !== typed) {
    Object.assign(old, { value: next.value, checked: next.checked });
  }
  for (const [index, child] of [...next.childNodes].entries()) {
    const place = old.childNodes[index] ?? null;
    const same = [...old.children].find(({ id }) => id !== "" && id === child.id) ?? place;
    if (same !== place) old.insertBefore(/** @type {Node} */ (same), place);
    if (same === null) old.append(child.cloneNode(true));
    else morph(same, child);
  }
  while (old.childNodes.length > next.childNodes.length) old.lastChild?.remove();
};

/** @type {HTMLInputElement} */
const name = find("[name=name]", meet);
let request = new AbortController();
let timer = 0;
const current = () => location.pathname + location.search;
let shown = current();
/** The form that the service sent last. It is in another document, where its pictures do not load. @type {Element} */
let last = document.implementation.createHTMLDocument().importNode(find("#meet"), true);
/** The address of the picture that was drawn after that, or nothing. */
let drawn = "";

/**
 * Shows the animals of an address, and what is wrong with another address.
 * @param {string} address @param {"push" | "type" | "back"} entry @param {string} [problem]
 */
const show = async (address, entry, problem = "") => {
  clearTimeout(timer);
  request.abort();
  const { signal } = request = new AbortController();
  try {
    const response = await fetch(address, { signal, headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const message = problem || (find("#message", page)?.textContent ?? "");
    // After an error, picture, words and code belong to one animal: to the one that was drawn last.
    if (!response.ok && !["", address].includes(drawn)) return show(drawn, "type", message);
    if (response.ok) last = find("#meet", page);
    if (response.ok && entry !== "type") typed = null;
    settle(message);
    if (!response.ok) return;
    document.title = page.title;
    // While a visitor types, one entry of the history is replaced, but not the page before it.
    if (entry !== "back" && response.url !== location.href) {
      history[entry === "type" && history.state ? "replaceState" : "pushState"](true, "", response.url);
    }
    shown = current();
    say(find("figcaption p")?.textContent ?? page.title);
  } catch {
    if (!signal.aborted) settle("Cannot reach the service. Please try again.");
  }
};

/** Shows what the service sent last, and what is wrong. @param {string} message */
const settle = (message) => {
  morph(meet, last);
  drawn = "";
  find("#wrong").textContent = message;
};

/** Returns the address to which the form leads. */
const describe = () => {
  const given = [...new FormData(meet)].flatMap(([name, value]) => value === "" ? [] : [[name, String(value)]]);
  return `${meet.action}?${new URLSearchParams(given)}`;
};

/** Shows the animal of what is typed. Without a name, a random animal would appear before another name is typed. */
const send = () => {
  if (name.value.trim() !== "") return show(describe(), "type");
  return show(drawn || shown, "type", "Without a name, Meet leads to a random animal.");
};

/** Draws a change of a field at once, before the service responds. @param {HTMLInputElement} field */
const preview = ({ name, value }) => {
  const form = new FormData(meet);
  const names = String(form.get("name"));
  // Only the service draws a group, or a name with an escape.
  if (/[,:%]/.test(names)) return;
  const members = names.split("+").map((each) => encodeURIComponent(each.trim()));
  const path = `/${form.get("kind")}/${members.join("+")}.svg`;
  /** @type {NodeListOf<HTMLImageElement>} */
  const images = meet.querySelectorAll("img[data-of=picture], details[open] img[data-of]");
  for (const img of images) {
    const address = addressOf(img);
    address.pathname = path;
    // A thumbnail shows its own value of a trait, and it never has the view, corners, size and motion of the picture.
    const isKept = img.dataset.of === name || ["view", "radius", "size", "motion"].includes(name);
    const isLook = name !== "name" && name !== "kind" && (img.dataset.of === "picture" || !isKept);
    if (isLook) address.searchParams.set(name, value || (name === "motion" ? "on" : ""));
    if (address.searchParams.get(name) === "") address.searchParams.delete(name);
    const url = draw(address);
    if (url === undefined) continue;
    drawn = describe();
    paint(img, address, url);
  }
};

// Who clicks into the field wants to type another name.
name.addEventListener("click", () => name.select(), { once: true });
meet.addEventListener("focusin", () => import(MODULE).then((module) => animals = module, () => {}), { once: true });
meet.addEventListener("submit", (event) => {
  event.preventDefault();
  show(describe(), "push");
});
meet.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  // This chooses the empty radio button. Otherwise a scene that was chosen before would win.
  if (target.name === "background" && target.type === "text") find("[name=background]", meet).checked = true;
  // A kind that is chosen replaces the kind of "dog:Rex".
  if (target.name === "kind" && name.value.endsWith(`:${name.defaultValue}`)) name.value = name.defaultValue;
  preview(target);
  clearTimeout(timer);
  request.abort();
  if (target.type === "radio") return show(describe(), "push");
  typed = target;
  timer = Number(setTimeout(send, 150));
});
meet.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPage = link !== null && !/^\/docs|\.(svg|png|webp|jpg)$/.test(link.pathname);
  if (!isPage || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await show(link.href, "push");
  meet.scrollIntoView();
});
meet.addEventListener("toggle", ({ target }) => {
  if (animals === undefined || !(target instanceof HTMLDetailsElement) || !target.open) return;
  for (const img of target.querySelectorAll("img")) paint(img, addressOf(img), draw(addressOf(img)));
}, true);
addEventListener("popstate", () => current() !== shown && show(location.href, "back"));

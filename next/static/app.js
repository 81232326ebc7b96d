// @ts-check
/// <reference lib="dom" />
// The script of every page. Without the script, the same forms and links open pages and pictures.

/** Finds one element. @type {(selector: string, root?: ParentNode) => any} */
const find = (selector, root = document) => root.querySelector(selector);

/** Announces a text to people who do not see the page. @param {string} text */
const say = (text) => find("#said").textContent = text;

document.documentElement.classList.add("scripted");

// --- Copy: buttons that copy the code beside them ---

addEventListener("click", async ({ target }) => {
  if (!(target instanceof Element) || !target.matches("[data-copy]")) return;
  const code = find("code", target.parentElement ?? document);
  // A script can copy only on pages with HTTPS. On other pages the code is selected, so that a visitor can copy it.
  const isCopied = await navigator.clipboard?.writeText(code.textContent).then(() => true, () => false);
  if (!isCopied) getSelection()?.selectAllChildren(code);
  say(target.textContent = isCopied ? "Copied" : "Selected");
  setTimeout(() => target.textContent = "Copy", 1500);
});

// --- Endpoints: an address with the id of an endpoint opens it and its group, and buttons show live answers ---

const openTarget = () => {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let each = target?.closest("details"); each; each = each.parentElement?.closest("details")) each.open = true;
  if (target instanceof HTMLDetailsElement) target.scrollIntoView();
};
addEventListener("hashchange", openTarget);
openTarget();

/** The most characters of an answer that the page shows. */
const MAX_ANSWER = 5000;

addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches(".run")) return;
  event.preventDefault();
  const output = find("output", /** @type {ParentNode} */ (form.parentNode));
  try {
    const response = await fetch(find("input", form).value);
    const type = response.headers.get("content-type") ?? "";
    const shown = document.createElement(type.startsWith("image/") ? "img" : "pre");
    if (shown instanceof HTMLImageElement) shown.src = URL.createObjectURL(await response.blob());
    else {
      const text = await response.text();
      const isJson = type === "application/json";
      shown.textContent = (isJson ? JSON.stringify(JSON.parse(text), null, 2) : text).slice(0, MAX_ANSWER);
    }
    output.replaceChildren(`${response.status} ${type}`, shown);
  } catch {
    output.textContent = "Cannot call this address. It must be an address of this service.";
  }
});

// "Open" leads to the address that "Run" calls.
addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.form?.matches(".run")) find("a", target.form).href = target.value;
});

// --- Block lists: the form shows in place which lists block a name ---

/** @type {HTMLFormElement | null} */
const lookup = find("#lookup");

lookup?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const response = await fetch(`${lookup.action}?domain=${encodeURIComponent(find("[name=domain]", lookup).value)}`);
  const { message, domain, lists = [] } = await response.json();
  const folders = [...new Set(lists.map((/** @type {{ path: string }} */ { path }) => path.split("/")[0]))];
  const because = lists[0]?.entry === domain ? "" : `, because it is below ${lists[0]?.entry}`;
  const found = lists.length === 0 ? `No list blocks ${domain}.` : `Blocked by ${folders.join(", ")}${because}.`;
  find("output", lookup).textContent = message ?? found;
});

// --- Meet: the form of an animal becomes the form of another address ---

/** @type {HTMLFormElement | null} */
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

if (meet !== null) {
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
    const isPage = link !== null && !/\.(svg|png|webp|jpg)$/.test(link.pathname);
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
}

// --- Filters: buttons and sliders write a chain of filters as a text, and the picture follows the text ---

/** @type {HTMLElement | null} */
const filter = find("#filter");

if (filter !== null) {
  const ids = ["#upload", "#chain", "#steps", "#rows", "#row", "#chained", "#split", "#facts", "#save", "#problem"];
  const [upload, form, steps, rows, row, chained, split, facts, save, problem] = ids.map((id) => find(id));
  const [box, before, after] = [".compare", ".before", ".after"].map((name) => find(name, filter));
  const { image: file } = upload.elements;
  const { image, width, height, format } = form.elements;
  /** The buttons by their names. @type {Map<string, HTMLButtonElement>} */
  const thumbs = new Map([...form.querySelectorAll(".thumbs button")].map((each) => [each.textContent.trim(), each]));
  let request = new AbortController();
  let timer = 0;
  /** The file or the address of the picture that is shown as "before". @type {File | string} */
  let source = image.defaultValue;

  /** The chain that a button writes. @param {HTMLButtonElement} button */
  const chainOf = ({ formAction }) => formAction.slice(formAction.lastIndexOf("/") + 1);

  /** The steps of the text. @returns {string[]} */
  const chain = () => steps.value.split(",");

  /** Lights the buttons that the text names: a look, or the filters. */
  const light = () => {
    const names = chain().map((step) => step.split(":")[0]);
    const exact = [...thumbs.values()].find((each) => chainOf(each) === steps.value);
    for (const [name, each] of thumbs) each.ariaPressed = `${exact ? each === exact : names.includes(name)}`;
  };

  /** Creates the row of a step. @param {string} step @param {number} index */
  const createRow = (step, index) => {
    const item = document.createElement("div");
    item.append(row.content.cloneNode(true));
    const [label, field, shown, remove] = ["span", "input", "output", "button"].map((tag) => find(tag, item));
    const [name = "", given] = step.split(":");
    const { value: usual, ...range } = thumbs.get(name)?.dataset ?? {};
    const value = given ?? usual ?? "";
    label.textContent = field.ariaLabel = name;
    Object.assign(field, usual ? { type: "range", ...range, value } : { hidden: given === undefined, value });
    shown.textContent = usual ? value : "";
    remove.ariaLabel = `Remove ${name}`;
    remove.hidden = chain().length === 1;
    field.addEventListener("input", () => {
      const isUsual = usual !== undefined && Number(field.value) === Number(usual);
      steps.value = chain().with(index, isUsual ? name : `${name}:${field.value}`).join();
      light();
      if (!usual) return;
      shown.textContent = field.value;
      clearTimeout(timer);
      timer = Number(setTimeout(show, 200));
    });
    remove.addEventListener("click", () => {
      steps.value = chain().toSpliced(index, 1).join();
      follow();
      show();
      (find("button:not([hidden])", rows.children[index] ?? rows.lastChild) ?? chained).focus();
    });
    return item;
  };

  /** Lets the buttons and the rows show what the text says. */
  const follow = () => {
    light();
    rows.replaceChildren(...chain().map(createRow));
  };

  /** Shows an error beside its field. An empty text removes it. @param {string} message @param {HTMLElement} [field] */
  const complain = (message, field) => {
    for (const each of [file, image, steps, width, height, format]) each.ariaInvalid = `${each === field}`;
    problem.textContent = message;
    field?.closest("label")?.after(problem);
    box.classList.toggle("old", message !== "");
    if (message === "") return;
    facts.textContent = "This is the previous picture.";
    say(message);
  };

  /** Shows another picture in an image. @param {HTMLImageElement} img @param {string} address */
  const put = (img, address) => {
    const old = img.src;
    img.loading = "eager";
    img.src = address;
    if (old.startsWith("blob:")) URL.revokeObjectURL(old);
  };

  /** Encodes the characters that have a meaning in an address, a shell or HTML. @param {string} text */
  const encode = (text) =>
    encodeURIComponent(text).replaceAll(/%(?:2C|2F|3A)/g, decodeURIComponent)
      .replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);

  /** Shows the picture before it is filtered: the file, or the picture at the address. @param {File | undefined} own */
  const showSource = (own) => {
    if (source === (own ?? image.value)) return;
    source = own ?? image.value;
    // The page must not load a picture from another origin, so the service sends it.
    const isHere = new URL(image.value, location.href).origin === location.origin;
    const address = isHere ? image.value : `/api/v2/filter/resize?width=1024&image=${encode(image.value)}`;
    put(before, own ? URL.createObjectURL(own) : address);
  };

  /**
   * Shows the filtered picture, its size, and the code that returns it.
   * @param {HTMLImageElement} picture @param {Blob} result @param {string} link @param {File | undefined} own
   */
  const showResult = ({ src, naturalWidth, naturalHeight }, { type, size }, link, own) => {
    const extension = type.replace("image/", "").replace("jpeg", "jpg");
    put(after, src);
    after.alt = `The picture after ${steps.value}`;
    box.style.setProperty("--ratio", `${naturalWidth / naturalHeight}`);
    facts.textContent = `${naturalWidth} × ${naturalHeight} px, ${(size / 1000).toFixed(1)} KB`;
    Object.assign(save, { href: src, download: `filtered.${extension}` });
    const sides = `width="${naturalWidth}" height="${naturalHeight}"`;
    const html = `<img src="${link.replaceAll("&", "&amp;")}" ${sides} alt="">`;
    const body = own === undefined ? "" : `--data-binary "@${own.name.replaceAll(/["$`\\]/g, "\\$&")}" `;
    const texts = [link, html, `curl ${body}-o filtered.${extension} "${link}"`];
    for (const [index, code] of filter.querySelectorAll(".code code").entries()) {
      code.textContent = texts[index] ?? "";
      // A file has no address that a page could show.
      code.closest("div")?.toggleAttribute("hidden", own !== undefined && index < 2);
    }
  };

  /** Filters the picture as the fields say. The old result stays until a new result is loaded, also after an error. */
  const show = async () => {
    clearTimeout(timer);
    request.abort();
    const { signal } = request = new AbortController();
    /** @type {File | undefined} */
    const own = file.files[0];
    const query = [...new FormData(form)].filter(([, value]) => value !== "")
      .map(([name, value]) => `${name}=${encode(String(value))}`).join("&");
    const address = `/api/v2/filter/${encode(steps.value)}${query && `?${query}`}`;
    box.ariaBusy = "true";
    try {
      const headers = { accept: "application/json, image/*;q=0.5" };
      const response = await fetch(address, { signal, headers, ...own && { method: "POST", body: own } });
      if (!response.ok) {
        const { message, details: { parameter = "" } = {} } = await response.json();
        const fields = new Map(Object.entries({ steps, strength: steps, width, height, format }));
        return complain(message, fields.get(parameter) ?? (own ? file : image));
      }
      const result = await response.blob();
      const picture = new Image();
      picture.src = URL.createObjectURL(result);
      await picture.decode();
      signal.throwIfAborted();
      showSource(own);
      showResult(picture, result, location.origin + address, own);
      complain("");
    } catch {
      if (!signal.aborted) complain("Cannot reach the service. Please try again.", steps);
    } finally {
      if (request.signal === signal) box.ariaBusy = "false";
    }
  };

  /** Takes the file that somebody dropped or pasted. @param {Event} event @param {DataTransfer | null} transfer */
  const take = (event, transfer) => {
    if (!transfer?.files.length) return;
    event.preventDefault();
    file.files = transfer.files;
    file.dispatchEvent(new Event("change"));
    filter.scrollIntoView();
  };

  for (const each of thumbs.values()) {
    each.type = "button";
    each.addEventListener("click", () => {
      steps.value = (chained.checked && steps.value ? `${steps.value},` : "") + chainOf(each);
      follow();
      show();
    });
  }
  form.addEventListener("click", (/** @type {any} */ { target }) => {
    if (!target.matches(".samples button")) return;
    image.value = target.value;
    file.value = "";
    show();
  });
  split.addEventListener("input", () => box.style.setProperty("--split", `${split.value}%`));
  steps.addEventListener("input", follow);
  image.addEventListener("input", () => file.value = "");
  file.addEventListener("change", () => {
    image.value = file.files.length > 0 ? "" : image.defaultValue;
    show();
  });
  form.addEventListener(
    "change",
    (/** @type {any} */ { target }) => target.matches("#chained, [type=range]") || show(),
  );
  addEventListener("paste", (event) => take(event, event.clipboardData));
  filter.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  filter.addEventListener("drop", (event) => take(event, event.dataTransfer));
  // The picture is filtered when a visitor scrolls to it. With `loading="lazy"`, a browser would load it much earlier.
  new IntersectionObserver(async ([entry], observer) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    follow();
    await show();
    filter.classList.add("near");
  }, { rootMargin: "0px 0px -25%" }).observe(filter);
}

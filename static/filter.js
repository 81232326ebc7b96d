// @ts-check
/// <reference lib="dom" />
// The script of Filter.tsx: buttons and sliders write a chain of filters as a text, and the picture follows the text.

/** Finds one element. @type {(selector: string, root?: ParentNode) => any} */
const find = (selector, root = document) => root.querySelector(selector);

/** Announces a text to people who do not see the page. @param {string} text */
const say = (text) => find("#said").textContent = text;

/** @type {HTMLElement} */
const filter = find("#filter");

const ids = ["#upload", "#chain", "#steps", "#rows", "#row", "#add", "#split", "#facts", "#save", "#problem"];
const [upload, form, steps, rows, row, add, split, facts, save, problem] = ids.map((id) => find(id));
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
  const [label, field, shown] = ["span", "input", "output"].map((tag) => find(tag, item));
  const [raise, remove] = /** @type {any} */ (item.querySelectorAll("button"));
  const [name = "", given] = step.split(":");
  const { value: usual, ...range } = thumbs.get(name)?.dataset ?? {};
  const value = given ?? usual ?? "";
  label.textContent = field.ariaLabel = name;
  Object.assign(field, usual ? { type: "range", ...range, value } : { hidden: given === undefined, value });
  shown.textContent = usual ? value : "";
  raise.ariaLabel = `Move ${name} up`;
  raise.hidden = index === 0;
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
  raise.addEventListener(
    "click",
    () => replace(index, chain().toSpliced(index - 1, 2, step, chain()[index - 1] ?? "")),
  );
  remove.addEventListener("click", () => replace(index, chain().toSpliced(index, 1)));
  return item;
};

/** Writes another chain, and focuses a button of a row. @param {number} index @param {string[]} next */
const replace = (index, next) => {
  steps.value = next.join();
  follow();
  show();
  (find("button:last-child:not([hidden])", rows.children[index] ?? rows.lastChild) ?? add).focus();
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
  filter.classList.toggle("old", message !== "");
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
  const curl = `curl ${body}-o filtered.${extension} "${link}"`;
  const texts = [link, html, `![](${link})`, curl, `const picture = await (await fetch("${link}")).blob();`];
  for (const [index, code] of filter.querySelectorAll(".code code").entries()) {
    code.textContent = texts[index] ?? "";
    // A file has no address that a page could show.
    code.closest("div")?.toggleAttribute("hidden", own !== undefined && code.textContent !== curl);
  }
};

/** Filters the picture as the fields say. The old result stays until a new result is loaded, also after an error. */
const show = async () => {
  clearTimeout(timer);
  request.abort();
  if (steps.value.trim() === "") return complain("Choose a filter.", steps);
  const { signal } = request = new AbortController();
  /** @type {File | undefined} */
  const own = file.files[0];
  const query = [...new FormData(form)].filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${encode(String(value))}`).join("&");
  const address = `/api/v2/filter/${encode(steps.value)}${query && `?${query}`}`;
  box.ariaBusy = "true";
  try {
    const headers = { accept: "application/json, image/*;q=0.5" };
    const start = performance.now();
    const response = await fetch(address, { signal, headers, ...own && { method: "POST", body: own } });
    if (!response.ok) {
      const { message, details: { parameter = "" } = {} } = await response.json();
      const fields = new Map(Object.entries({ steps, strength: steps, width, height, format }));
      return complain(message, fields.get(parameter) ?? (own ? file : image));
    }
    const result = await response.blob();
    const ms = Math.round(performance.now() - start);
    const picture = new Image();
    picture.src = URL.createObjectURL(result);
    await picture.decode();
    signal.throwIfAborted();
    showSource(own);
    showResult(picture, result, location.origin + address, own);
    facts.textContent += `, ${ms} ms`;
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
    steps.value = chainOf(each);
    follow();
    show();
  });
}
form.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
form.addEventListener("click", (/** @type {any} */ { target }) => {
  if (!target.matches(".samples button")) return;
  image.value = target.value;
  file.value = "";
  show();
});
add.addEventListener("change", () => {
  steps.value = [...chain().filter(Boolean), add.value].join();
  add.value = "";
  follow();
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
  (/** @type {any} */ { target }) => target.matches("#add, [type=range]") || show(),
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

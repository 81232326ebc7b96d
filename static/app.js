// @ts-check
/// <reference lib="dom" />
// The script of every page. Without it, the same forms and links open pages and pictures. meet.js and filter.js belong to
// their parts of the page.

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
  const { value } = find("[name=domain]", lookup);
  // A visitor may paste the address of a page.
  const name = /^https?:/.test(value) ? URL.parse(value)?.hostname ?? value : value;
  const response = await fetch(`${lookup.action}?domain=${encodeURIComponent(name)}`);
  const { message, domain, lists = [] } = await response.json();
  const folders = [...new Set(lists.map((/** @type {{ path: string }} */ { path }) => path.split("/")[0]))];
  const because = lists[0]?.entry === domain ? "" : `, because it is below ${lists[0]?.entry}`;
  const found = lists.length === 0 ? `No list blocks ${domain}.` : `Blocked by ${folders.join(", ")}${because}.`;
  find("output", lookup).textContent = message ?? found;
});

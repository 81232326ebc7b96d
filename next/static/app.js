// @ts-check
// The script of every page. Without it, forms and links lead to pages and pictures.

/** Finds one element. @type {(selector: string, root?: ParentNode) => any} */
const find = (selector, root = document) => root.querySelector(selector);

/** Says something to people who do not see the page. @param {string} text */
const say = (text) => find("#said").textContent = text;

// --- Copy: buttons that copy the code beside them ---

const showCopyButtons = () => document.querySelectorAll("[data-copy]").forEach((button) => button.hidden = false);

addEventListener("click", async ({ target }) => {
  if (!(target instanceof Element) || !target.matches("[data-copy]")) return;
  await navigator.clipboard.writeText(find("code", target.parentElement ?? document).textContent);
  target.textContent = "Copied";
  say("Copied");
  setTimeout(() => target.textContent = "Copy", 1500);
});
showCopyButtons();

// --- Endpoints: an address with the id of an endpoint opens it and its group ---

const openTarget = () => {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let each = target?.closest("details"); each; each = each.parentElement?.closest("details")) each.open = true;
  if (target instanceof HTMLDetailsElement) target.scrollIntoView();
};
addEventListener("hashchange", openTarget);
openTarget();

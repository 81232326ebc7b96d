// @ts-check
/// <reference lib="dom" />
// Meets the animal of a name in the hero, while the visitor types.
import { createUnreachable, register } from "./cards.js";
import { addArrowKeys, copy, find, findAll, findInput, isPlainClick, select, setAria } from "./dom.js";
import {
  describe,
  hasPage,
  hero,
  isGroup,
  isStill,
  isTooMuch,
  name,
  pageOf,
  picture,
  readKind,
  shown,
  still,
  toLiving,
  toQuery,
} from "./hero.js";

/** How long the visitor must pause before the service is asked: a name costs few requests. */
const PAUSE_MS = 120;

/** The module that draws here, when it is loaded. @type {any} */
let animals;
/** @type {Promise<unknown> | undefined} */
let loading;
/** The module with the code for each user, when someone has looked at it. @type {any} */
let users;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** What finds the animal of the name. It ends when another one is wanted. */
let running = new AbortController();

/** Makes the hero work. */
export function addMeet() {
  register(hero, { run, describe });
  hero.onsubmit = (event) => {
    event.preventDefault();
    if (hasPage() && !isTooMuch()) location.assign(pageOf());
    else run();
  };
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
  const share = find("[data-copy-address]", hero);
  share.onclick = () => copy(pageOf(), share);
  if (still) still.onclick = changeMotion;
  addColour();
  addArrowKeys(findAll(".tiles a", hero));
  for (const link of findAll("[data-meet]", hero)) {
    link.onclick = (event) => meet(event, /** @type {HTMLAnchorElement} */ (link));
  }
}

/** Makes the own colour of the visitor a choice like the others. */
function addColour() {
  const colour = findInput("#colour", hero);
  if (!colour) return;
  const own = find("[data-own]", hero);
  colour.oninput = () => {
    own.dataset.value = colour.value.slice(1);
    select(own, findAll("[data-name=background]", hero));
  };
}

function changeMotion() {
  setAria(still, "pressed", !isStill());
  // Without a name, the service would choose another animal.
  if (hasPage()) run();
  else picture.src = toLiving(picture.src.replace(/.motion=on/, ""));
}

/** Shows an animal here instead of opening its page. @param {MouseEvent} event @param {HTMLAnchorElement} link */
async function meet(event, link) {
  // The dice leads to another page each time.
  if (link.matches(".dice")) link.href = `/${readKind()}`;
  if (!isPlainClick(event)) return;
  event.preventDefault();
  const shows = await import("./show_animal.js").catch(() => undefined);
  await shows?.chooseAnimal(link.href);
  run();
}

/** Finds the animal of the name and shows it. */
async function run() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  await load();
  const shows = await import("./show_animal.js").catch(() => undefined);
  if (isTooMuch()) return shows?.showHint();
  const drawn = canDraw() ? shows?.draw(animals) : undefined;
  const asked = drawn || !shows ? undefined : await shows.ask(signal).catch(() => undefined);
  if (signal.aborted) return;
  const item = shows && (drawn ?? shows.toItem(asked?.answer.body));
  // Without an answer, no animal is shown rather than that of another name.
  find(".downloads", hero).hidden = !item;
  picture.style.visibility = item ? "" : "hidden";
  const caption = find("[data-caption]", hero);
  // A message is at the top, in view.
  caption.style.order = item ? "" : "-1";
  if (!item) return caption.replaceChildren(...(asked?.createError(asked.answer) ?? createUnreachable(run)));
  shows.showAnimal(item);
  if (item.credit && asked) caption.append(" ", asked.createCredit(item.credit));
  showUsers();
}

/** Loads the module that draws, once, and the one that shows. The page does not name it if there are photographs. */
function load() {
  const { module } = hero.dataset;
  return loading ??= Promise.allSettled([
    import("./show_animal.js"),
    module && import(module).then((all) => animals = all),
  ]);
}

const canDraw = () => animals && hasPage() && !isGroup();

/** Shows the code for each user as it is chosen, if someone has looked at it. */
function showUsers() {
  // Each user has one animal, whatever is typed.
  const query = shown.isDrawn ? toQuery(undefined, 512) : "";
  const address = { start: `${location.origin}/${readKind()}/`, query };
  for (const [language, code] of Object.entries(users?.toUserCode(address) ?? {})) {
    find(`[data-language="${language}"]`, hero).textContent = code;
  }
}

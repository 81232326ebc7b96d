import { Buffer } from "node:buffer";
import type { HTTPRequest, Page } from "puppeteer-core";
import sharp from "sharp";
import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";
import { type FilterName, FILTERS, getFilter } from "@pawkit/images";
import { toSections } from "@/lib/page/model.ts";
import { applyFilter, paintNoise, paintPhoto, toDistance } from "@/lib/images/tests/pictures.ts";
import {
  createAxe,
  emulateColorScheme,
  findRepeatedIds,
  shareTestSite,
  waitUntilLoaded,
} from "@/tests/browser/browser.ts";
import { type Elements, find, until, waitForUrl } from "@/tests/browser/elements.ts";

const { site, test } = shareTestSite();

/** The endpoints on the page. */
const OPEN_ENDPOINTS = ENDPOINTS.filter(({ group }) => group !== "operator");

/** Whether an endpoint is called with GET, so that it can be tried. */
function isGet(endpoint: Endpoint): boolean {
  return !("method" in endpoint) || endpoint.method === "GET";
}

const FACTS = /^200 OK\s*\d+ ms\s*[\d.]+ K?B(\s*\d+ points left)?$/;

/** Runs in the browser: waits for an image and returns whether it has any pixels. */
async function isLoaded(element: unknown): Promise<boolean> {
  const img = element as { decode(): Promise<void>; naturalWidth: number };
  await img.decode();
  return img.naturalWidth > 0;
}

/** Opens the sections that are folded. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate("for (const section of document.querySelectorAll('.folded')) section.open = true");
}

/** Clicks "Try it" and waits for the response. */
async function tryIt(page: Page, id: string): Promise<Elements> {
  await unfold(page);
  const card = find(page, `article[id="${id}"]`);
  await card.find("button", /^Try it/).click();
  await card.find("[data-facts] b").wait();
  return card;
}

interface ShownCard {
  readonly id: string;
  readonly summary: string;
  readonly code: string;
  readonly facts: string;
  readonly result: string;
  readonly headers: string;
  readonly isColoured: boolean;
}

/** Runs in the browser: reads all cards in one call, because a call per element takes a second per card. */
function readCards(cards: HTMLElement[]): ShownCard[] {
  const textOf = (card: HTMLElement, part: string) => card.querySelector<HTMLElement>(part)?.textContent ?? "";
  return cards.map((card) => ({
    id: card.id,
    summary: textOf(card, "summary"),
    code: textOf(card, "[data-code]"),
    facts: textOf(card, "[data-facts]"),
    result: textOf(card, "[data-result]"),
    headers: textOf(card, ".result > details pre"),
    isColoured: card.querySelector("[data-result] .k") !== null,
  }));
}

/** Runs in the browser: returns the id and the text of each element. */
function readTexts(elements: HTMLElement[]): [id: string, text: string][] {
  return elements.map((element) => [element.id, element.textContent ?? ""]);
}

/** Runs in the browser: clicks "Try it" in every card that has an id of the list. */
function clickTryIt(cards: HTMLElement[], ids: readonly string[]): void {
  for (const card of cards.filter(({ id }) => ids.includes(id))) {
    const buttons = [...card.querySelectorAll<HTMLElement>("button")];
    buttons.find(({ textContent }) => textContent?.includes("Try it"))!.click();
  }
}

/** Scrolls to the playground, whose script is loaded when it comes into view. */
async function openPlayground(page: Page): Promise<Elements> {
  const playground = find(page, "#playground");
  await playground.aim();
  await playground.find("img", /^After/).wait();
  return playground;
}

/** Chooses what the playground shows first, by the address of the page, because other tests have left something else. */
async function resetPlayground(page: Page): Promise<Elements> {
  const playground = find(page, "#playground");
  // The same address again would change nothing.
  await page.goto(`${site.origin}/#playground`);
  const answer = page.waitForResponse((response) => response.url().includes("filter/blur?"));
  await page.goto(`${site.origin}/#playground?image=/images/animals/cat/haogylvz.png%3Fsize%3D64&steps=blur&format=`);
  await answer;
  await playground.find(".compare:not(.busy)").find("img", "After blur; strength=5").wait();
  return playground;
}

/**
 * Ends the network of a page, until the returned function is called. Not with Puppeteer's own method: it tells the page
 * that it is online before it is, so that the page tries again too early.
 */
async function goOffline(page: Page): Promise<() => Promise<void>> {
  const session = await page.createCDPSession();
  const setOffline = async (offline: boolean) => {
    const state = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    const rules = { matchedNetworkConditions: [{ urlPattern: "", ...state }] };
    await session.send("Network.emulateNetworkConditionsByRule", rules);
    await session.send("Network.overrideNetworkState", state);
  };
  await session.send("Network.enable");
  await setOffline(true);
  return async () => {
    await setOffline(false);
    await session.detach();
  };
}

/** Decides about the requests of a page to a path, until the returned function is called. */
async function intercept(
  page: Page,
  path: string,
  decide: (request: HTTPRequest) => void | Promise<void>,
): Promise<() => Promise<void>> {
  const onRequest = (request: HTTPRequest) =>
    new URL(request.url()).pathname.startsWith(path) ? decide(request) : request.continue();
  page.on("request", onRequest);
  await page.setRequestInterception(true);
  return async () => {
    page.off("request", onRequest);
    await page.setRequestInterception(false);
  };
}

/** Returns whether the middle of an element is visible without scrolling. */
async function isInViewport(element: Elements): Promise<boolean> {
  const { y, height } = await element.box();
  const middle = y + height / 2;
  return middle > 0 && middle < element.page.viewport()!.height;
}

interface Transfer {
  readonly type: "drop" | "paste";
  readonly place: string;
  readonly name: string;
  readonly bytes: readonly number[];
}

/** Runs in the browser: drops or pastes a file. */
function transferFile({ type, place, name, bytes }: Transfer): void {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(bytes)], name));
  const init = { bubbles: true, cancelable: true };
  const event = type === "drop"
    ? new DragEvent(type, { ...init, dataTransfer: data })
    : new ClipboardEvent(type, { ...init, clipboardData: data });
  document.querySelector(place)!.dispatchEvent(event);
}

/** The endpoints that have a card. The v1 forms of v2 endpoints are a line in the card of v2. */
const CARDS = toSections(OPEN_ENDPOINTS).flatMap(({ cards }) => cards).filter(({ endpoint }) => isGet(endpoint));

test("on a phone, a menu leads to the sections, also without JavaScript", {
  viewport: { width: 360, height: 740 },
  hasScripts: false,
}, async (page) => {
  const menu = find(page, "#sections");
  assertEquals(await menu.isVisible(), false);
  await find(page, "button", "Menu").click();
  const { height } = await menu.find("a", "Block lists").box();
  assert(height >= 44, `${height}`);
  await menu.find("a", "Block lists").click();
  await waitForUrl(page, /#lists$/);
});

test("without JavaScript, every endpoint is a closed card with its command and example", {
  hasScripts: false,
  continues: true,
}, async (page) => {
  const shown = new Map((await find(page, "article").evaluateAll(readCards)).map((card) => [card.id, card]));
  const v1Ids = CARDS.flatMap(({ v1Endpoint }) => v1Endpoint ? [`[id="${v1Endpoint.id}"]`] : []);
  const v1Texts = new Map(await find(page, v1Ids.join()).evaluateAll(readTexts));
  for (const { endpoint: { id, path, example, responses }, v1Endpoint } of CARDS) {
    const card = shown.get(id);
    assertStringIncludes(card?.summary ?? "", path.replace("{app_name}", "app"));
    assertStringIncludes(card?.code ?? "", `http://localhost:8000${example}`);
    if (responses[0]?.example !== undefined) assert((card?.result ?? "").length > 20, id);
    if (v1Endpoint) assertStringIncludes(v1Texts.get(v1Endpoint.id) ?? "", v1Endpoint.path);
  }
  assertEquals(await find(page, "article details[open]").count(), 0);
  await find(page, "#v2-random-kaomoji summary").click();
  await find(page, "#v2-random-kaomoji a", "uwu").click();
  await waitForUrl(page, /\/api\/v2\/random\/kaomoji\/uwu$/);
  assertEquals(JSON.parse(await find(page, "body").text()).info.endpoint, "uwu");
});

test("commands, lists and examples have the address of the address bar", {}, async (page) => {
  await unfold(page);
  await find(page, "#v1-uptime > details > summary").click();
  const texts = await Promise.all(
    ["#meet [data-code]", "#list-hosts code", "#v1-uptime [data-code]", "#v2-random-animal [data-json]"]
      .map((place) => find(page, place).evaluate((element) => element.textContent)),
  );
  for (const text of texts) assertStringIncludes(text, `${site.origin}/`);
  assertEquals(await find(page, "[data-origin]", /localhost:8000/).count(), 0);
});

test(
  "without JavaScript, the name form leads to the page of the animal",
  { hasScripts: false },
  async (page) => {
    await find(page, "#meet-name").fill("Zoë & Co");
    await find(page, "button", "Meet").click();
    await waitForUrl(page, /\/cat\/Zo%C3%AB%20%26%20Co$/);
    assertEquals(await find(page, "h1").text(), "Zoë & Co");
  },
);

test("without JavaScript, the form of the lists explains a name", { hasScripts: false }, async (page) => {
  await find(page, "input", "Why is this name blocked?").fill("stats.g.doubleclick.net");
  await find(page, "button", "Look it up").click();
  await waitForUrl(page, /doubleclick/);
  assertEquals(JSON.parse(await find(page, "body").text()).blocked, true);
});

test("the hero offers the drawing as SVG, PNG and WebP in a chosen size", { inFirefox: true }, async (page) => {
  const size = find(page, "#meet select");
  const standard = await size.value();
  await size.choose("128 px");
  await find(page, "#meet [data-download=webp][href$='?size=128']").wait();
  assertMatch(await find(page, "#meet [data-code]").text(), /^curl -o ada\.png '.*\/cat\/Ada\.png\?size=128'$/);
  for (const type of ["svg", "png", "webp"]) {
    const link = find(page, `#meet [data-download=${type}]`);
    assertEquals(await link.attribute("download"), `ada.${type}`);
    const response = await fetch(new URL(await link.attribute("href"), site.origin));
    await response.body?.cancel();
    assertStringIncludes(response.headers.get("content-type") ?? "", `image/${type}`);
  }
  await size.choose(standard);
});

test("an animal of the wall moves to the front", { continues: true, inFirefox: true }, async (page) => {
  await find(page, ".tiles a[href$=Hedy]").click();
  await find(page, "[data-caption]").waitForText("Hedy is");
  assertEquals(await find(page, "#meet-name").value(), "Hedy");
});

test(
  "the hero draws the animal of a name, and its address brings it back",
  { continues: true, inFirefox: true },
  async (page) => {
    const picture = find(page, "[data-animal]");
    const first = await picture.attribute("src");
    await find(page, "#meet-name").fill("Zoë");
    await find(page, "#meet [data-value=fox]").click();
    await find(page, "[data-caption]").waitForText(/^Zoë is an? .*fox/);
    assert(await picture.evaluate(isLoaded));
    const drawn = await picture.attribute("src");
    assertNotEquals(drawn, first);
    assertMatch(await find(page, "#meet [data-code]").text(), /^curl .*\/fox\/Zo%C3%AB$/);
    await page.goto("about:blank");
    await page.goto(`${site.origin}/#meet?kind=fox&seed=Zo%C3%AB`);
    await find(page, "[data-caption]").waitForText("Zoë");
    assertEquals(await picture.attribute("src"), drawn);
  },
);

test(
  "the dice shows another animal of the kind, and Copy link copies the address of its page",
  { continues: true, inFirefox: true },
  async (page) => {
    const before = await find(page, "#meet-name").value();
    await find(page, "#meet .dice").click();
    await until(async () => !(await find(page, "[data-caption]").text()).includes(before));
    const name = await find(page, "#meet-name").value();
    const kind = await find(page, "#meet [data-name][aria-current]").text();
    assertEquals(kind, "fox");
    await find(page, "#meet [name=background]").click();
    await find(page, "[data-animal][src$='.svg?background=none']").wait();
    const href = await find(page, "#meet [data-download=png]").attribute("href");
    assertMatch(href ?? "", new RegExp(`/images/animals/${kind}/\\w{8}\\.png\\?background=none$`));
    await find(page, "button", "Copy link").click();
    await find(page, "button", "Copied").wait();
    const link = String(await page.evaluate("navigator.clipboard.readText()"));
    assertEquals(link, `${site.origin}/${kind}/${encodeURIComponent(name)}`);
    await page.goto(link);
    assertEquals(await find(page, "h1").text(), name);
  },
);

test("Try it shows status, time, size, points left, headers and body for every endpoint", {}, async (page) => {
  // All at once, because a click of a real mouse, as in the other tests, takes most of a second per card.
  await find(page, "article").evaluateAll(clickTryIt, CARDS.map(({ endpoint: { id } }) => id));
  await until(async () => await find(page, "article [data-facts] b").count() === CARDS.length);
  const shown = new Map((await find(page, "article").evaluateAll(readCards)).map((card) => [card.id, card]));
  for (const { endpoint: { id, responses } } of CARDS) {
    const card = shown.get(id);
    assert(card !== undefined);
    // A browser does not show a redirect to a script.
    if (responses[0]?.status === 302) continue;
    assertMatch(card.facts, FACTS, id);
    assertStringIncludes(card.headers, `content-type: ${responses[0]?.type}`);
    assertEquals(card.isColoured, responses[0]?.type === "application/json" && card.result.length < 50_000, id);
  }
});

test("/ has no id twice, with all responses shown", { continues: true }, async (page) => {
  assertEquals(await findRepeatedIds(page), []);
});

test(
  "choices and fields change the code, the link and the address of the page, and Back undoes them",
  { inFirefox: true },
  async (page) => {
    const card = find(page, "#v2-random-animal");
    await card.find("summary").at(0).click();
    await find(page, "#v2-random-animal-count").fill("3");
    await find(page, "#v2-random-animal-seed").fill("a b");
    await card.find("[data-value=fox]").click();
    const path = "/api/v2/random/animal/fox?count=3&seed=a+b";
    assertEquals((await card.find("[data-code]").text()).trim(), `curl '${site.origin}${path}'`);
    assertEquals(await card.find("[data-open]").attribute("href"), site.origin + path);
    assertEquals(new URL(page.url()).hash, "#v2-random-animal?kind=fox&count=3&seed=a+b");
    await card.find("[data-value=bird]").click();
    await page.goBack();
    await card.find('[aria-current][data-value="fox"]').wait();
  },
);

test(
  "a tap on a kaomoji copies it, and Copy copies code and response",
  { continues: true, inFirefox: true },
  async (page) => {
    const read = () => page.evaluate("navigator.clipboard.readText()");
    const card = await tryIt(page, "v2-random-kaomoji");
    const kaomoji = await card.find(".spoken").text();
    await card.find(".spoken").click();
    assertEquals(await read(), kaomoji);
    await card.find("button", "Copy the response").click();
    assertEquals(JSON.parse(String(await read())).message, kaomoji);
    await card.find("button", "Copy the code").click();
    assertEquals(await read(), `curl ${site.origin}/api/v2/random/kaomoji/cat`);
  },
);

test("the entries of a folder open in the same card", { continues: true }, async (page) => {
  await find(page, "#v1-static-generated > details > summary").click();
  await find(page, "#v1-static-generated-path").fill("");
  const card = await tryIt(page, "v1-static-generated");
  await card.find("[data-file=ads]").click();
  await card.find("[data-file='ads/domains.txt']").click();
  await card.waitForText('"mediaType"');
});

test("the code is available in seven languages, chosen once for all cards", { continues: true }, async (page) => {
  const card = find(page, "#v2-random-animal");
  await page.goto(`${site.origin}/#v2-random-animal`);
  for (
    const [language, part] of Object.entries({
      HTML: "<img src=",
      Markdown: "![",
      Python: "requests",
      "C#": "HttpClient",
    })
  ) {
    await card.find("button", language).click();
    assertStringIncludes(await card.find("[data-code]").text(), part);
  }
  assertStringIncludes(await find(page, "#meet [data-code]").text(), "HttpClient");
});

test("an address with choices opens the card and sends the request", {
  path: "/#v2-random-kaomoji?type=love&count=14",
  inFirefox: true,
}, async (page) => {
  const card = find(page, "#v2-random-kaomoji");
  await card.find("button", "and 2 more").click();
  assertEquals(await card.find(".spoken").count(), 14);
  assertEquals(await find(page, "#v2-random-kaomoji-count").value(), "14");
});

test(
  "Try it shows pictures, video links, texts and redirects according to their type",
  { continues: true, inFirefox: true },
  async (page) => {
    const animal = await tryIt(page, "v2-random-animal");
    // An image has a size, and so is visible, only after it has loaded.
    await animal.find("img").wait();
    const video = await tryIt(page, "v2-random-yt-video");
    assertMatch(await video.find(".spoken a").attribute("href"), /^https:\/\/www\.youtube\.com\/watch/);
    await find(page, "#v2-random-animal-format").choose("redirect");
    const redirect = await tryIt(page, "v2-random-animal");
    assertStringIncludes(await redirect.find("[data-facts]").text(), "302 Found");
    await find(page, "#v2-random-animal-format").choose("");
  },
);

test(
  "a link to an endpoint, to its v1 endpoint or to an error code opens what it names",
  { path: "/#v1-kaomoji", continues: true },
  async (page) => {
    await find(page, "#v1-kaomoji").wait();
    await page.goto(`${site.origin}/#v2-filter`);
    await find(page, "#v2-filter[id] > details[open]").wait();
    await page.goto(`${site.origin}/#error-rate_limited`);
    await find(page, "#error-rate_limited").wait();
  },
);

/** Runs in the browser: searches for each text, and returns it with the address of the first hit. */
function searchAll(dialog: HTMLElement, texts: readonly string[]): [text: string, href: string | undefined][] {
  const input = dialog.querySelector<HTMLInputElement>("input")!;
  return texts.map((text) => {
    input.value = text;
    input.dispatchEvent(new Event("input"));
    return [text, dialog.querySelector(".hits > :first-child")?.getAttribute("href") ?? undefined];
  });
}

/** What people type, and the start of the address of the first hit. The first four are in the placeholder. */
const SEARCHES: Readonly<Record<string, string>> = {
  cat: "#animal?kind=cat",
  blur: "#playground?steps=blur",
  "/healthz": "#healthz",
  429: "#error-rate_limited",
  "random cat": "#v2-random-animal?",
  kitten: "#animal?kind=cat",
  FOX: "#animal?kind=fox",
  avatar: "#animal",
  uwu: "#v2-random-kaomoji?",
  "8ball": "#v2-random-string?",
  video: "#",
  greyscale: "#playground?steps=greyscale",
  grayscale: "#playground?steps=greyscale",
  strength: "#v2-filter",
  seed: "#v2-random-animal",
  upload: "#playground",
  heic: "#v2-filter",
  avif: "#limit-image-formats",
  pixels: "#limit-pixels",
  redirects: "#limit-redirects",
  quota: "#limits",
  "rate limited": "#error-rate_limited",
  404: "#error-not_found",
  "payload too large": "#error-payload_too_large",
  "pi-hole": "#list-adblock",
  pihole: "#list-adblock",
  unbound: "#list-unbound",
  dnsmasq: "#list-dnsmasq",
  tauri: "#v5-feed-tauri",
  electron: "#v5-feed",
  sparkle: "#v5-feed",
  discord: "#question-discord",
  cors: "#question-cors",
  "api key": "#question-cors",
  privacy: "#privacy",
  license: "#question-drawings",
  commercial: "#question-drawings",
  java: "#question-java",
  policy: "#policy",
  terms: "#policy",
  "/api/v1/kaomoji": "#v1-kaomoji",
};

test(
  "search finds what people type, and the examples of its placeholder",
  { continues: true, inFirefox: true },
  async (page) => {
    await page.keyboard.press("/");
    const start = find(page, ".hits > :first-child");
    await start.wait();
    assertEquals(await start.attribute("href"), "#playground");
    const first = await find(page, "[data-finder]").evaluate(searchAll, Object.keys(SEARCHES));
    assertEquals(first.filter(([words, href]) => !href?.startsWith(SEARCHES[words]!)), []);
    assertEquals(
      await find(page, "[data-finder] input").attribute("placeholder"),
      `${["cat", "blur", "429"].join(", ")}…`,
    );
    await page.keyboard.press("Escape");
  },
);

test("search finds an endpoint by its path and opens it", { continues: true, inFirefox: true }, async (page) => {
  await page.keyboard.press("/");
  await page.keyboard.type("launcher news");
  await page.keyboard.press("Enter");
  await find(page, "#v5-news > details[open]").wait();
  await page.keyboard.down("Control");
  await page.keyboard.press("k");
  await page.keyboard.up("Control");
  await page.keyboard.type("no such thing");
  await find(page, "body").waitForText("Nothing was found.");
  await page.keyboard.press("Escape");
});

test(
  "the table of contents follows the endpoint in view",
  { continues: true, viewport: { width: 1400, height: 900 } },
  async (page) => {
    await page.goto(`${site.origin}/#v5-news`);
    await find(page, '.contents a[href="#v5-news"][aria-current]').wait();
    await find(page, 'header a[href="/#errors"]').click();
    await find(page, 'header a[href="/#errors"][aria-current]').wait();
  },
);

test("the box explains why a name is blocked, or that it is not", { continues: true }, async (page) => {
  await find(page, "#lookup").aim();
  await find(page, "#lookup-domain").fill("stats.g.doubleclick.net");
  await find(page, "button", "Look it up").click();
  await find(page, "body").waitForText("is blocked by");
  await find(page, "#lookup-domain").fill("paw.example");
  await find(page, "#lookup-domain").press("Enter");
  await find(page, "body").waitForText("is not blocked");
});

test("the box explains a name that was sent before its script was loaded", {}, async (page) => {
  await page.evaluate(() => {
    document.querySelector<HTMLInputElement>("#lookup-domain")!.value = "paw.example";
    document.querySelector<HTMLFormElement>("#lookup")!.requestSubmit();
  });
  const result = find(page, "#lookup [data-result]");
  await result.waitForText("is not blocked");
  await until(() => isInViewport(result));
});

test("the playground applies each filter and shows timings, code, range and download", {
  continues: true,
  inFirefox: true,
}, async (page) => {
  const playground = await openPlayground(page);
  // A small picture, because the filters themselves have their own tests.
  await find(page, "#playground-url").fill(`${site.origin}/images/animals/cat/haogylvz.png?size=32`);
  await find(page, "#playground-url").press("Enter");
  await playground.waitForText("32 × 32");
  for (const filter of FILTERS) {
    await playground.find(`[data-filter=${filter}]`).click();
    // The picture of the filter before stays until the next one has arrived, the facts do not.
    const timings = /decode [\d.]+ ms\s*filter [\d.]+ ms\s*encode [\d.]+ ms|cache hit/;
    await playground.find("[data-facts]").waitForText(timings);
    const after = playground.find("img", new RegExp(`^After ${filter}`));
    assert(await after.evaluate(isLoaded), filter);
    assertMatch(await playground.find("[data-code]").text(), new RegExp(`/api/v2/filter/${filter}[?:]`));
    const download = playground.find("a", "Download");
    assertMatch(await download.attribute("download"), new RegExp(`-${filter}\\.png$`));
    const strengths = await playground.find(".steps :is(input:not([type=range]), select)").evaluateAll((fields) =>
      fields.map((field) => (field as HTMLInputElement).value.replace("#", ""))
    );
    const defaults = Object.values(getFilter(filter).parameters)
      .flatMap(({ fallback, example }) => `${fallback ?? example}`.split("-"));
    assertEquals(strengths, defaults);
  }
});

test("the playground crops a part, fills the corners, and shows the last picture with an error", {
  expectsErrors: true,
  continues: true,
}, async (page) => {
  const playground = await resetPlayground(page);
  const values = { width: "32", height: "16", radius: "4", background: "ff8800" };
  await playground.find("[name=fit]").choose("cover");
  await playground.find("[name=position]").choose("top");
  for (const [name, value] of Object.entries(values)) await playground.find(`[name=${name}]`).fill(value);
  await page.keyboard.press("Enter");
  await playground.find("img", "After blur; strength=5; radius=4; background=ff8800").wait();
  assertMatch(await playground.find("[data-code]").text(), /fit=cover&position=top/);
  await playground.find("[name=radius]").fill("0");
  await page.keyboard.press("Enter");
  await playground.waitForText("400 Bad Request");
  assert(await playground.find("[data-after]").isVisible());
  for (const name of ["fit", "position"]) {
    await playground.find(`[name=${name}]`).evaluate((field) => (field as HTMLSelectElement).selectedIndex = 0);
  }
  for (const name of Object.keys(values)) await playground.find(`[name=${name}]`).fill("");
});

test(
  "arrow keys move each slider by one step, which readers hear, and a number can be typed",
  { continues: true, inFirefox: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const slider = playground.find(".steps [type=range]");
    for (const [filter, value] of [["blur", "8"], ["contrast", "0.13"]] as const) {
      await playground.find(`[data-filter=${filter}]`).click();
      await slider.focus();
      for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowRight");
      assertEquals(await slider.attribute("aria-valuetext"), value);
      await playground.find("img", `After ${filter}; strength=${value}`).wait();
    }
    await playground.find(".steps [type=number]").fill("-0.5");
    await page.keyboard.press("Enter");
    await playground.find("img", /strength=-0.5/).wait();
    assertEquals(
      new URL(page.url()).hash.split("&")[0],
      "#playground?image=/images/animals/cat/haogylvz.png%3Fsize%3D64",
    );
  },
);

test(
  "the playground accepts another picture, a URL and a file, which it sends unchanged",
  { continues: true, inFirefox: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const code = playground.find("[data-code]");
    await playground.find("[type=radio]").at(2).click();
    await code.waitForText("fox");
    await find(page, "#playground-url").fill(`${site.origin}/images/animals/bird/k3v09x2a.png`);
    await find(page, "#playground-url").press("Enter");
    await code.waitForText("bird");
    await playground.waitForText("200 OK");
    const buffer = noisyPicture();
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await find(page, "#playground-file").upload("my photo.bmp", buffer);
    assertEquals((await answer).request().headers()["content-length"], `${buffer.length}`);
    // Until then, the picture is on both sides.
    await find(page, "img", /^After blur/).wait();
    await playground.waitForText("300 × ");
    assertStringIncludes(await code.text(), "-T 'my photo.bmp'");
    assertEquals(await playground.find("[data-download]").attribute("download"), "my photo-blur.png");
    await playground.find("[data-filter=invert]").click();
    await find(page, "img", "After invert").wait();
    // The address before names a picture, which replaces the file.
    await page.goBack();
    await code.waitForText("/filter/blur?image=");
    await playground.waitForText("512 × 512");
  },
);

test(
  "the playground returns a file of 9 MB at full size, as the JPEG that it was",
  { continues: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const buffer = await photograph();
    assert(buffer.length > 9_000_000 && buffer.length < 10 * 1024 * 1024, `${buffer.length}`);
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await find(page, "#playground-file").upload("IMG_1.JPG", buffer);
    assertEquals((await answer).headers()["content-type"], "image/jpeg");
    await playground.waitForText("1600 × 1200");
    assertEquals(await playground.find("[data-download]").attribute("download"), "IMG_1-blur.jpg");
  },
);

test(
  "a picture that is dropped or pasted anywhere, and a pasted URL, go to the playground",
  { continues: true },
  async (page) => {
    const playground = find(page, "#playground");
    for (const [type, place] of [["drop", "#meet"], ["paste", "body"]] as const) {
      await page.evaluate(transferFile, { type, place, name: `${type}.bmp`, bytes: [...noisyPicture(8)] });
      await playground.find("[data-code]").waitForText(`-T ${type}.bmp`);
      await playground.waitForText("8 × 8");
    }
    await page.evaluate((url) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", url);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, `${site.origin}/images/animals/bird/k3v09x2a.png`);
    await playground.find("[data-code]").waitForText(/image=.*bird/);
  },
);

test(
  "while a file is sent, it is the picture before, nothing old remains, and Cancel ends it",
  { continues: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const endInterception = await intercept(page, "/api/v2/filter/", () => {});
    await find(page, "#playground-file").upload("mine.bmp", noisyPicture(8));
    await playground.find(".busy [data-before][src^=blob]").wait();
    assertEquals(
      await playground.find("[data-before]").evaluate((img) => (img as HTMLImageElement).naturalWidth),
      8,
    );
    assertEquals(await playground.find("a", "Download").isVisible(), false);
    assert(await playground.find("progress").isVisible());
    await playground.find("button", "Cancel").click();
    await playground.waitForText("Cancelled.");
    assertEquals(await playground.find("progress").isVisible(), false);
    await endInterception();
  },
);

test(
  "a picture beyond the limits is not sent but can be shrunk here, and HEIC is named",
  { continues: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const setMaxPixels = (maxPixels?: string) =>
      playground.evaluate((form, pixels) => [form.dataset.maxPixels, form.dataset.maxPixels = pixels][0], maxPixels);
    const standard = await setMaxPixels("2500");
    const buffer = await sharp({ create: { width: 100, height: 100, channels: 3, background: "red" } }).jpeg()
      .toBuffer();
    await find(page, "#playground-file").upload("big.jpeg", buffer);
    await playground.find("[data-error]").waitForText("the limit is");
    await playground.find("button", /^Shrink it here/).click();
    await playground.find("[data-code]").waitForText("-T big.jpg");
    await playground.find("span", /^(\d|[1-4]\d|50) × \d+$/).wait();
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic");
    await find(page, "#playground-file").upload("IMG.HEIC", heic);
    await playground.waitForText("it is a HEIC picture");
    await setMaxPixels(standard);
  },
);

test("the result is copied as a picture", { continues: true }, async (page) => {
  const playground = await resetPlayground(page);
  await playground.find("[name=format]").choose("jpeg");
  await playground.find("[data-download][download$=jpg]").wait();
  await playground.find("button", "Copy picture").click();
  await playground.find("button", "Copied").wait();
  assertEquals(await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types), ["image/png"]);
});

test(
  "steps of a chain are added, moved and removed, and the address brings them back",
  { continues: true, inFirefox: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const code = (chain: string) => playground.find("[data-code]").waitForText(`/filter/${chain}?`);
    await playground.find("button", "+ Add another filter").click();
    await code("blur,greyscale");
    await playground.find("[data-filter=invert]").click();
    await playground.find("img", "After blur; strength=5, invert").wait();
    await playground.find("button", "Move up invert").click();
    await code("invert,blur");
    await playground.find(".steps [type=number]").fill("2");
    await page.reload();
    await playground.find("img", "After invert, blur; strength=2").wait();
    // By a script, because each click of a real mouse waits until the page is drawn.
    const clickFirst = (selector: string) =>
      playground.evaluate((form, selector) => form.querySelector<HTMLElement>(selector)!.click(), selector);
    for (let done = 0; done < 6; done++) await clickFirst("[data-add-step]");
    assertEquals(await playground.find(".steps li").count(), 8);
    assertEquals(await playground.find("[data-add-step]:disabled").count(), 1);
    for (let done = 0; done < 7; done++) await clickFirst("[aria-label^=Remove]");
    assertEquals(await playground.find(".steps li").count(), 1);
    // The buttons change the step that was added.
    await playground.find("[data-add-step]").click();
    for (const name of ["resize", "sepia"]) await playground.find(`[data-filter=${name}]`).click();
    assertMatch(await playground.find(".steps li").at(-1).text(), /^sepia/);
    // A step that needs a value starts with an example of it.
    await playground.find("[data-filter=resize]").click();
    await playground.find("[data-code]").waitForText("resize:400x300");
  },
);

test("the playground shows the URL that its address contains, and no other picture as chosen", {
  path: "/#playground?steps=blur&image=data:image/png;base64,eA==",
  expectsErrors: true,
  continues: true,
}, async (page) => {
  await find(page, "#playground").waitForText("422 Unprocessable");
  assertEquals(await find(page, "#playground-url").value(), "data:image/png;base64,eA==");
  assertEquals(await find(page, "#playground [name=sample]:checked").count(), 0);
});

test("offline, the playground says so and tries again when the browser is online", {
  expectsErrors: true,
  continues: true,
}, async (page) => {
  const playground = await resetPlayground(page);
  const goOnline = await goOffline(page);
  await playground.find("[data-filter=invert]").click();
  await playground.waitForText("You are offline.");
  assert(await playground.find(".compare").find("img", "After blur; strength=5").isVisible());
  await goOnline();
  await playground.find("img", "After invert").wait();
});

test("a URL without a scheme gets https://", { expectsErrors: true, continues: true }, async (page) => {
  await resetPlayground(page);
  await find(page, "#playground-url").fill("nowhere.invalid/cat.png");
  await find(page, "#playground-url").press("Enter");
  await find(page, "#playground [data-code]").waitForText("image=https://nowhere.invalid/cat.png");
  await find(page, "#playground .explained").wait();
});

test(
  "the playground shows why a URL is rejected, and nothing of the result before",
  { expectsErrors: true, continues: true },
  async (page) => {
    const playground = await resetPlayground(page);
    await find(page, "#playground-url").fill("http://127.0.0.1:9/secret.png");
    await find(page, "#playground-url").press("Enter");
    await playground.waitForText("403 Forbidden");
    const words = await playground.find("[data-error]").text();
    assertStringIncludes(words, "port 9 is not a web port");
    assert(!/details|[A-Z]_[A-Z]/.test(words), words);
    assertEquals(await playground.find("a", "Download").isVisible(), false);
    assertEquals(await playground.find(".compare").isVisible(), false);
  },
);

test("offline, the hero shows no animal under another name, and draws it when it is online again", {
  expectsErrors: true,
  continues: true,
}, async (page) => {
  await find(page, "#meet .languages").wait();
  const goOnline = await goOffline(page);
  await find(page, "#meet-name").click();
  await page.keyboard.type("Zed");
  await find(page, "body").waitForText("You are offline.");
  assertEquals(await find(page, "[data-animal], #meet [data-download]").isVisible(), false);
  // This fails if the wall covers the button.
  await find(page, "[data-caption] button").aim();
  await goOnline();
  await find(page, "[data-caption]").waitForText(/^Zed is/);
  assert(await find(page, "[data-animal]").isVisible());
});

test("an error response shows its exact message first", { expectsErrors: true, continues: true }, async (page) => {
  await page.goto(`${site.origin}/#v2-random-animal`);
  await find(page, "#v2-random-animal-count").fill("51");
  const card = await tryIt(page, "v2-random-animal");
  assertStringIncludes(await card.find(".explained strong").text(), "1 to 50");
  assertStringIncludes(await card.find(".explained").text(), "out of range");
  const tokens = await card.find(".result :is(.k, .s, .n, .b)").evaluateAll((spans) =>
    spans.map(({ className, textContent }) => `${className} ${textContent}`)
  );
  const fields = ["k", "b false", "k", "n 400", "k", 's "invalid_parameter"'];
  assertEquals(tokens.slice(0, 6).map((token) => token.replace(/^k .*:$/, "k")), fields);
});

test("the page states that the service cannot be reached", { expectsErrors: true, continues: true }, async (page) => {
  const endInterception = await intercept(page, "/api/v1/version", (request) => request.abort());
  await unfold(page);
  await find(page, "#v1-version").find("button", /^Try it/).click();
  await find(page, "#v1-version").waitForText("The service cannot be reached.");
  await endInterception();
});

test("a card whose script could not be loaded works at the next click", { expectsErrors: true }, async (page) => {
  const card = find(page, "#v2-random-kaomoji");
  let requests = 0;
  const endInterception = await intercept(page, "/endpoint.js", (request) => {
    requests++;
    return request.abort();
  });
  await card.find("button", /^Try it/).click();
  await until(() => Promise.resolve(requests > 0));
  await endInterception();
  await until(async () => {
    await card.find("button", /^Try it/).click();
    return await card.find("[data-facts]", /200/).count() > 0;
  });
});

test("without JavaScript, the front page fits a phone", {
  viewport: { width: 360, height: 740 },
  hasScripts: false,
}, async (page) => {
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 360);
});

test("without JavaScript, a file and a URL can be filtered", { hasScripts: false }, async (page) => {
  await find(page, "input", "Your picture").upload("a.bmp", noisyPicture(8));
  await find(page, "button", "invert").at(0).click();
  await waitForUrl(page, /\/api\/v2\/filter\/invert$/);
  assertEquals(await page.evaluate("document.contentType"), "image/png");
  await page.goBack();
  await find(page, "[type=url][name=image]").fill(`${site.origin}/images/animals/bird/k3v09x2a.png`);
  await find(page, "button", "tint").at(-1).click();
  await waitForUrl(page, /\/filter\/tint:ff8800\?image=.*bird/);
  assertEquals(await page.evaluate("document.contentType"), "image/png");
});

test("everything can be operated with the keyboard, in few steps", { inFirefox: true }, async (page) => {
  const stops = "[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]" +
    ".filter((each) => each.checkVisibility() && each.tabIndex >= 0 && !each.disabled && each.type !== 'hidden')" +
    // A group of radio buttons is one stop.
    ".filter((each) => each.type !== 'radio' || each.checked).length";
  await until(async () => await find(page, ".languages").count() > 0);
  assert(Number(await page.evaluate(stops)) <= 135, `${await page.evaluate(stops)} Tab stops`);
  await page.keyboard.press("Tab");
  assertEquals(await page.evaluate("document.activeElement.textContent"), "Skip to the content");
  await page.keyboard.press("Enter");
  assertEquals(await page.evaluate("document.activeElement.id"), "main");
  await find(page, "#meet [data-value=cat]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press(" ");
  await find(page, "#meet [data-value=dog][aria-current]").wait();
  await unfold(page);
  await find(page, "#v1-version").find("button", /^Try it/).focus();
  await page.keyboard.press("Enter");
  await find(page, "#v1-version").waitForText("200 OK");
  await openPlayground(page);
  await find(page, "#playground-divider").focus();
  const split = "getComputedStyle(document.querySelector('.compare')).getPropertyValue('--split')";
  await page.keyboard.press("ArrowLeft");
  assertEquals(await page.evaluate(split), "49%");
});

test("the page follows the preferred colour scheme", { colorScheme: "dark" }, async (page) => {
  const colour = "getComputedStyle(document.body).backgroundColor";
  const dark = await page.evaluate(colour);
  await emulateColorScheme(page, "light");
  assertNotEquals(dark, await page.evaluate(colour));
});

test("on paper, every card is open", { continues: true }, async (page) => {
  const parameters = find(page, "#v2-random-animal .parameters");
  const isShown = () => parameters.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  assertEquals(await isShown(), false);
  await page.emulateMediaType("print");
  // The browser shows the change with its next frame.
  await until(isShown);
  const { width } = await find(page, "#v2-random-animal").box();
  assert(width > 1000, `${width}`);
  await page.emulateMediaType("screen");
});

/** The height of the page was 23,116 pixels at 1280 and 37,581 at 360: it must be about half of that, and a third. */
const MAX_HEIGHTS: Readonly<Record<number, number>> = {
  320: 15_000,
  360: 13_000,
  768: 11_558,
  1280: 11_558,
  2560: 12_900,
};

test("the page is short and does not scroll horizontally at any width", {}, async (page) => {
  const measure = async (width: number) => {
    await page.setViewport({ width, height: 740 });
    return await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { scrollWidth, scrollHeight, headerHeight: document.querySelector("header")!.offsetHeight };
    });
  };
  const widths = Object.keys(MAX_HEIGHTS).map(Number);
  for (const width of widths) {
    const { scrollHeight, headerHeight } = await measure(width);
    assert(scrollHeight <= MAX_HEIGHTS[width]!, `${scrollHeight} at ${width}`);
    assert(headerHeight < 80, `The header has more than one row at ${width}`);
  }
  await tryIt(page, "v2-random-animal");
  await tryIt(page, "endpoints");
  for (const width of widths) assertEquals((await measure(width)).scrollWidth, width);
});

test(
  "on a phone, whatever a thumb reaches is 44 pixels high",
  { viewport: { width: 360, height: 740 } },
  async (page) => {
    const playground = await openPlayground(page);
    const small = "[...document.querySelectorAll('a, button, select, summary, input')].filter((each) => " +
      "each.checkVisibility() && each.offsetParent && !each.closest('p:not(.actions, .fields, .downloads, .more), h2, h3, .brand') " +
      "&& !/radio|checkbox|range|hidden/.test(each.type) && !each.matches('.skip') && each.offsetHeight < 44)" +
      ".map((each) => `${each.outerHTML.slice(0, 80)} ${each.offsetHeight}`)";
    await playground.waitForText("200 OK");
    assertEquals(await page.evaluate(small), []);
  },
);

test("on a phone, the animal is on the first screen and a result is next to the tapped choice", {
  continues: true,
  viewport: { width: 360, height: 740 },
}, async (page) => {
  await page.evaluate("scrollTo(0, 0)");
  const { y, height } = await find(page, "[data-animal]").box();
  assert(y + height <= 740, `${y + height}`);
  await find(page, "#v2-random-animal > details > summary").click();
  // Until the card is prepared, its choices are plain links.
  await find(page, "#v2-random-animal form").wait();
  await find(page, "#v2-random-animal [data-value=fox]").click();
  const shown = find(page, "#v2-random-animal .preview img");
  await shown.wait();
  await until(async () => (await shown.box()).y < 700);
});

test("on a phone, the playground shows the result of a file, and that a part of it is missing", {
  continues: true,
  viewport: { width: 360, height: 740 },
}, async (page) => {
  const playground = await openPlayground(page);
  const photo = await sharp({ create: { width: 64, height: 640, channels: 3, background: "red" } }).png().toBuffer();
  await find(page, "#playground-file").aim();
  const file = photo.subarray(0, photo.length - 60);
  await find(page, "#playground-file").upload("cut.png", file);
  const notice = playground.find("[data-error] *", "This file ends early, so a part of the picture is missing.");
  await notice.wait();
  await until(() => isInViewport(notice));
  // The same file can be chosen again after another picture, which ends the notice.
  await playground.find("[type=radio]").at(2).click();
  await notice.waitUntilGone();
  await find(page, "#playground-file").upload("cut.png", file);
  await notice.wait();
});

test("one Esc or the button closes the search, and a hit leads to its value", {
  continues: true,
  viewport: { width: 360, height: 740 },
}, async (page) => {
  const dialog = find(page, "[data-finder]");
  await find(page, "[data-search]").click();
  await page.keyboard.type("fox");
  await find(page, ".hits a").at(0).wait();
  await page.keyboard.press("Escape");
  await dialog.waitUntilGone();
  await find(page, "[data-search]").click();
  await find(page, "button", "Close").click();
  await dialog.waitUntilGone();
  await find(page, "[data-search]").click();
  await page.keyboard.type("dog");
  await find(page, ".hits code", /animal\/dog/).at(0).click();
  await find(page, "#v2-random-animal [aria-current][data-value=dog]").wait();
  await find(page, "#v2-random-animal .preview img").wait();
});

test("the first load is under 56 KB", { continues: true }, async (page) => {
  // Ends the requests of the visit, so that none of them is counted.
  await page.goto("about:blank");
  const session = await page.createCDPSession();
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => bytes += encodedDataLength);
  await page.goto(`${site.origin}/`, { waitUntil: "networkidle0" });
  assert(bytes > 10_000 && bytes < 56 * 1024, `the page and its files have ${bytes} of ${56 * 1024} bytes`);
  await session.detach();
});

/** The endpoints whose responses axe checks: an error, text, JSON and an image. */
const SHOWN = ["v2-random-animal", "v2-random-kaomoji", "v1-version", "v2-filter"];

/**
 * Leaves only these cards, and six entries of each list: the others come from the same components, and axe takes time
 * even for what it excludes.
 */
async function removeCards(page: Page, kept: readonly string[] = []): Promise<void> {
  await find(page, ".endpoint").evaluateAll((cards, ids) => {
    for (const card of cards.filter(({ id }) => !ids.includes(id))) card.remove();
    for (const { children } of document.querySelectorAll("main > :not(#meet) :is(ul, ol, dl, tbody)")) {
      for (const child of [...children].slice(6)) child.remove();
    }
  }, kept);
}

test("axe finds no violations, with responses and errors shown", {
  expectsErrors: true,
  continues: true,
}, async (page) => {
  await find(page, "#v2-random-animal > details > summary").click();
  await find(page, "#v2-random-animal-count").fill("51");
  for (const id of SHOWN) await tryIt(page, id);
  await removeCards(page, [...SHOWN, "v1-static-generated"]);
  // Below the sticky header axe cannot determine the background.
  await page.evaluate("scrollTo(0, 0)");
  await assertAccessible(page);
  // Only colours differ in the dark scheme.
  await emulateColorScheme(page, "dark");
  await assertAccessible(page, ["color-contrast"]);
});

test("axe finds no violations in the search, the menu, a chain and its error at 200 % text", {
  viewport: { width: 360, height: 740 },
  colorScheme: "dark",
  expectsErrors: true,
  continues: true,
}, async (page) => {
  const assertNoViolations = async (place: string) => {
    const { violations } = await createAxe(page).include(place).analyze();
    assertEquals(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
  };
  const playground = await openPlayground(page);
  await playground.find("[data-add-step]").click();
  await find(page, "#playground-url").fill("http://10.0.0.1/a.png");
  await find(page, "#playground-url").press("Enter");
  await playground.find(".explained").wait();
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 360);
  await removeCards(page);
  await assertNoViolations("body");
  await find(page, "button", "Menu").click();
  await assertNoViolations("header");
  await page.keyboard.press("Escape");
  await find(page, "[data-search]").click();
  await page.keyboard.type("blur");
  await find(page, ".hits a").at(0).wait();
  await assertNoViolations("[data-finder]");
});

test("axe finds no violations on the 404 page", { path: "/nowhere", expectsErrors: true }, async (page) => {
  await assertAccessible(page);
  assert(await find(page, "h1", "Page not found").isVisible());
});

/** The filters that CSS has, too: the unit of their strength, and several strengths. */
const CSS: readonly (readonly [FilterName, unit: string, strengths: readonly number[]])[] = [
  ["sepia", "", [0, 0.3, 0.75, 1]],
  ["brightness", "", [0, 0.4, 1, 1.2, 4]],
  ["saturate", "", [0, 0.5, 1.5, 4]],
  ["hue-rotate", "deg", [-360, -200, -90, 0, 30, 90, 180, 271.5, 360]],
];

/** Runs in the browser: draws pixels to a canvas through a CSS filter, and returns the new ones, as text. */
const DRAW = `(filter, width, height, data) => {
  const [source, target] = [0, 1].map(() => new OffscreenCanvas(width, height).getContext("2d"));
  source.putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0);
  target.filter = filter;
  target.drawImage(source.canvas, 0, 0);
  return target.getImageData(0, 0, width, height).data.join();
}`;

test("sepia, brightness, saturate and hue-rotate are within 2 of the CSS filters of Chromium", {
  path: "/robots.txt",
}, async (page) => {
  for (const picture of [paintPhoto(40, 30), paintNoise(48, 40, true)]) {
    const { width, height, data } = picture;
    for (const [name, unit, strengths] of CSS) {
      for (const strength of strengths) {
        const parameters = JSON.stringify([`${name}(${strength}${unit})`, width, height, [...data]]);
        const drawn = await page.evaluate(`(${DRAW})(...${parameters})`) as string;
        const distance = toDistance(applyFilter(name, picture, { strength }), {
          width,
          height,
          data: Uint8ClampedArray.from(drawn.split(","), Number),
        });
        assert(distance <= 2, `${name} ${strength}: ${distance}`);
      }
    }
  }
});

async function assertAccessible(page: Page, rules?: string[]): Promise<void> {
  await waitUntilLoaded(page);
  const axe = createAxe(page).options({ resultTypes: ["violations", "incomplete"] });
  const { violations, incomplete } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  assertEquals(
    [...violations, ...incomplete].map(({ id, nodes }) => [
      id,
      nodes.map(({ html, target, any }) => `${html} ${target} ${any.map((check) => check.message)}`),
    ]),
    [],
  );
}

/** Returns a JPEG of 9 MB, the size of a photograph. Comments fill it: they take no time to read. */
async function photograph(): Promise<Buffer> {
  const plain = { create: { width: 1600, height: 1200, channels: 3, background: "red" } } as const;
  const jpeg = await sharp(plain).jpeg().toBuffer();
  const comment = Buffer.alloc(2 + 65_535, "x");
  comment.set([0xff, 0xfe, 0xff, 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(140).fill(comment), jpeg.subarray(2)]);
}

/** Returns a square image that does not compress: noise in a BMP. */
function noisyPicture(side = 300): Buffer {
  const bytes = new Uint8Array(54 + side * side * 3);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, side, true);
  view.setInt32(22, side, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let at = 54, seed = 1; at < bytes.length; at++) bytes[at] = (seed = seed * 48271 % 2147483647) & 255;
  return Buffer.from(bytes);
}

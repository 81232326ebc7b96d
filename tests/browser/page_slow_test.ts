import { Buffer } from "node:buffer";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { type Endpoint, EXAMPLE_ORIGIN } from "@/lib/endpoints/endpoint.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";
import { type FilterName, FILTERS, getFilter } from "@/lib/images/filters/mod.ts";
import { toSections } from "@/lib/page/model.ts";
import { createAxe, findRepeatedIds, MAX_WAIT_MS, shareTestSite } from "@/tests/browser/browser.ts";
import { applyFilter, paintNoise, paintPhoto, toDistance } from "@/tests/lib/images/pictures.ts";

const { site, test } = shareTestSite({ permissions: ["clipboard-read", "clipboard-write"] });

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

/** Clicks "Try it" and waits for the response. */
async function tryIt(page: Page, id: string): Promise<Locator> {
  const card = page.locator(`article[id="${id}"]`);
  await card.getByRole("button", { name: "Try it" }).click();
  await card.locator("[data-facts] b").waitFor();
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
async function openPlayground(page: Page): Promise<Locator> {
  const playground = page.locator("#playground");
  await playground.scrollIntoViewIfNeeded();
  await playground.getByAltText(/^After/).waitFor();
  return playground;
}

/** Chooses what the playground shows first, by the address of the page, because other tests have left something else. */
async function resetPlayground(page: Page): Promise<Locator> {
  const playground = page.locator("#playground");
  // The same address again would change nothing.
  await page.goto(`${site.origin}/#playground`);
  const answer = page.waitForResponse(/filter\/blur\?/);
  await page.goto(`${site.origin}/#playground?image=/images/animals/cat/haogylvz.png%3Fsize%3D64&steps=blur&format=`);
  await answer;
  await playground.locator(".compare:not(.busy)").getByAltText("After blur; strength=5", { exact: true }).waitFor();
  return playground;
}

/** Returns whether the middle of an element is visible without scrolling. */
async function isInViewport(element: Locator): Promise<boolean> {
  const { y, height } = (await element.boundingBox())!;
  const middle = y + height / 2;
  return middle > 0 && middle < element.page().viewportSize()!.height;
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

/** Waits for a condition that no locator can express. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + MAX_WAIT_MS; !await isTrue(); await sleep(20)) assert(Date.now() < end, "timed out");
}

/** The endpoints that have a card. The v1 forms of v2 endpoints are a line in the card of v2. */
const CARDS = toSections(OPEN_ENDPOINTS).flatMap(({ cards }) => cards).filter(({ endpoint }) => isGet(endpoint));

test("on a phone, a menu leads to the sections, also without JavaScript", {
  viewport: { width: 360, height: 740 },
  javaScriptEnabled: false,
}, async (page) => {
  const menu = page.locator("#sections");
  assertEquals(await menu.isVisible(), false);
  await page.getByRole("button", { name: "Menu" }).click();
  const { height } = (await menu.getByRole("link", { name: "Block lists" }).boundingBox())!;
  assert(height >= 44, `${height}`);
  await menu.getByRole("link", { name: "Block lists" }).click();
  assertEquals(new URL(page.url()).hash, "#lists");
});

test("without JavaScript, every endpoint is a closed card with its command and example", {
  javaScriptEnabled: false,
  continues: true,
}, async (page) => {
  const shown = new Map((await page.locator("article").evaluateAll(readCards)).map((card) => [card.id, card]));
  const v1Ids = CARDS.flatMap(({ v1Endpoint }) => v1Endpoint ? [`[id="${v1Endpoint.id}"]`] : []);
  const v1Texts = new Map(await page.locator(v1Ids.join()).evaluateAll(readTexts));
  for (const { endpoint: { id, path, example, responses }, v1Endpoint } of CARDS) {
    const card = shown.get(id);
    assertStringIncludes(card?.summary ?? "", path.replace("{app_name}", "app"));
    assertStringIncludes(card?.code ?? "", EXAMPLE_ORIGIN + example);
    if (responses[0]?.example !== undefined) assert((card?.result ?? "").length > 20, id);
    if (v1Endpoint) assertStringIncludes(v1Texts.get(v1Endpoint.id) ?? "", v1Endpoint.path);
  }
  assertEquals(await page.locator("article details[open]").count(), 0);
  await page.locator("#v2-random-kaomoji summary").click();
  await page.locator("#v2-random-kaomoji").getByRole("link", { name: "uwu", exact: true }).click();
  const body = JSON.parse(await page.locator("body").innerText());
  assertEquals([page.url(), body.info.endpoint], [`${site.origin}/api/v2/random/kaomoji/uwu`, "uwu"]);
});

test("commands, lists and examples have the address of the address bar", {}, async (page) => {
  await page.locator("#v1-uptime > details > summary").click();
  const texts = await Promise.all(
    ["#meet [data-code]", "#list-hosts code", "#v1-uptime [data-code]", "#v2-random-animal [data-json]"]
      .map(async (place) => await page.locator(place).textContent() ?? ""),
  );
  for (const text of texts) assertStringIncludes(text, `${site.origin}/`);
  assertEquals(await page.locator("code", { hasText: EXAMPLE_ORIGIN }).count(), 0);
});

test(
  "without JavaScript, the name form leads to the page of the animal",
  { javaScriptEnabled: false },
  async (page) => {
    await page.locator("#meet-name").fill("Zoë & Co");
    await page.getByRole("button", { name: "Meet" }).click();
    assertEquals(new URL(page.url()).pathname, "/cat/Zo%C3%AB%20%26%20Co");
    assertEquals(await page.locator("h1").innerText(), "Zoë & Co");
  },
);

test("without JavaScript, the form of the lists explains a name", { javaScriptEnabled: false }, async (page) => {
  await page.getByLabel("Why is this name blocked?").fill("stats.g.doubleclick.net");
  await page.getByRole("button", { name: "Look it up" }).click();
  assertEquals(JSON.parse(await page.locator("body").innerText()).blocked, true);
});

test("the hero offers the drawing as SVG, PNG and WebP in a chosen size", {}, async (page) => {
  const size = page.locator("#meet select");
  const standard = await size.inputValue();
  await size.selectOption("128 px");
  await page.locator("#meet [data-download=webp][href$='?size=128']").waitFor();
  for (const type of ["svg", "png", "webp"]) {
    const link = page.locator(`#meet [data-download=${type}]`);
    assertEquals(await link.getAttribute("download"), `ada.${type}`);
    const response = await page.request.get(
      site.origin + new URL(await link.getAttribute("href") ?? "", site.origin).pathname,
    );
    assertStringIncludes(response.headers()["content-type"] ?? "", `image/${type}`);
  }
  await size.selectOption(standard);
});

test("an animal of the wall moves to the front", { continues: true }, async (page) => {
  await page.locator(".tiles a[href$=Hedy]").click();
  await page.locator("[data-caption]").filter({ hasText: "Hedy is" }).waitFor();
  assertEquals(await page.locator("#meet-name").inputValue(), "Hedy");
});

test("the hero draws the animal of a name, and its address brings it back", { continues: true }, async (page) => {
  const picture = page.locator("[data-animal]");
  const first = await picture.getAttribute("src");
  await page.locator("#meet-name").fill("Zoë");
  await page.locator("#meet").getByRole("button", { name: "fox" }).click();
  await page.locator("[data-caption]").filter({ hasText: /^Zoë is an? .*fox/ }).waitFor();
  assert(await picture.evaluate(isLoaded));
  const drawn = await picture.getAttribute("src");
  assertNotEquals(drawn, first);
  assertStringIncludes(await page.locator("#meet [data-code]").innerText(), "seed=Zo%C3%AB&format=image");
  await page.goto("about:blank");
  await page.goto(`${site.origin}/#meet?kind=fox&seed=Zo%C3%AB`);
  await page.locator("[data-caption]").filter({ hasText: "Zoë" }).waitFor();
  assertEquals(await picture.getAttribute("src"), drawn);
});

test(
  "the dice shows another animal, and Copy link copies the address of its page",
  { continues: true },
  async (page) => {
    const before = await page.locator("#meet-name").inputValue();
    await page.getByRole("link", { name: "Another one" }).click();
    await page.locator("[data-caption]").filter({ hasNotText: before }).waitFor();
    const name = await page.locator("#meet-name").inputValue();
    const kind = await page.locator("#meet [data-name][aria-current]").innerText();
    await page.getByRole("checkbox", { name: "No background" }).check();
    await page.locator("[data-animal][src$='.svg?background=none']").waitFor();
    const href = await page.locator("#meet [data-download=png]").getAttribute("href");
    assertMatch(href ?? "", new RegExp(`/images/animals/${kind}/\\w{8}\\.png\\?background=none$`));
    await page.getByRole("button", { name: "Copy link" }).click();
    const link = String(await page.evaluate("navigator.clipboard.readText()"));
    assertEquals(link, `${site.origin}/${kind}/${encodeURIComponent(name)}`);
    await page.goto(link);
    assertEquals(await page.locator("h1").innerText(), name);
  },
);

test("Try it shows status, time, size, points left, headers and body for every endpoint", {}, async (page) => {
  // All at once, because a click of a real mouse, as in the other tests, takes most of a second per card.
  await page.locator("article").evaluateAll(clickTryIt, CARDS.map(({ endpoint: { id } }) => id));
  await page.locator("article [data-facts] b").nth(CARDS.length - 1).waitFor({ state: "attached" });
  const shown = new Map((await page.locator("article").evaluateAll(readCards)).map((card) => [card.id, card]));
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
  {},
  async (page) => {
    const card = page.locator("#v2-random-animal");
    await card.locator("summary").first().click();
    await page.locator("#v2-random-animal-count").fill("3");
    await page.locator("#v2-random-animal-seed").fill("a b");
    await card.getByRole("button", { name: "fox" }).click();
    const path = "/api/v2/random/animal/fox?count=3&seed=a+b";
    assertEquals((await card.locator("[data-code]").innerText()).trim(), `curl '${site.origin}${path}'`);
    assertEquals(await card.locator("[data-open]").getAttribute("href"), site.origin + path);
    assertEquals(new URL(page.url()).hash, "#v2-random-animal?kind=fox&count=3&seed=a+b");
    await card.getByRole("button", { name: "bird" }).click();
    await page.goBack();
    await card.locator('[aria-current][data-value="fox"]').waitFor();
  },
);

test("a tap on a kaomoji copies it, and Copy copies code and response", { continues: true }, async (page) => {
  const read = () => page.evaluate("navigator.clipboard.readText()");
  const card = await tryIt(page, "v2-random-kaomoji");
  const kaomoji = await card.locator(".spoken").innerText();
  await card.locator(".spoken").click();
  assertEquals(await read(), kaomoji);
  await card.getByRole("button", { name: "Copy the response" }).click();
  assertEquals(JSON.parse(String(await read())).message, kaomoji);
  await card.getByRole("button", { name: "Copy the code" }).click();
  assertEquals(await read(), `curl ${site.origin}/api/v2/random/kaomoji/cat`);
});

test("the entries of a folder open in the same card", { continues: true }, async (page) => {
  await page.locator("#v1-static-generated > details > summary").click();
  await page.locator("#v1-static-generated-path").fill("");
  const card = await tryIt(page, "v1-static-generated");
  await card.locator("[data-file=ads]").click();
  await card.locator("[data-file='ads/domains.txt']").click();
  await card.getByText('"mediaType"').waitFor();
});

test("the code is available in seven languages, chosen once for all cards", { continues: true }, async (page) => {
  const card = page.locator("#v2-random-animal");
  await page.goto(`${site.origin}/#v2-random-animal`);
  for (
    const [language, part] of Object.entries({
      HTML: "<img src=",
      Markdown: "![",
      Python: "requests",
      "C#": "HttpClient",
    })
  ) {
    await card.getByRole("button", { name: language, exact: true }).click();
    assertStringIncludes(await card.locator("[data-code]").innerText(), part);
  }
  assertStringIncludes(await page.locator("#meet [data-code]").innerText(), "HttpClient");
});

test("an address with choices opens the card and sends the request", {
  path: "/#v2-random-kaomoji?type=love&count=14",
}, async (page) => {
  const card = page.locator("#v2-random-kaomoji");
  await card.getByRole("button", { name: "and 2 more" }).click();
  assertEquals(await card.locator(".spoken").count(), 14);
  assertEquals(await page.locator("#v2-random-kaomoji-count").inputValue(), "14");
});

test(
  "Try it shows pictures, video links, texts and redirects according to their type",
  { continues: true },
  async (page) => {
    const animal = await tryIt(page, "v2-random-animal");
    // An image has a size, and so is visible, only after it has loaded.
    await animal.getByRole("img").waitFor();
    const video = await tryIt(page, "v2-random-yt-video");
    assertMatch(await video.locator(".spoken a").getAttribute("href") ?? "", /^https:\/\/www\.youtube\.com\/watch/);
    await page.locator("#v2-random-animal-format").selectOption("redirect");
    const redirect = await tryIt(page, "v2-random-animal");
    assertStringIncludes(await redirect.locator("[data-facts]").innerText(), "302 Found");
    await page.locator("#v2-random-animal-format").selectOption({ index: 0 });
  },
);

test(
  "a link to an endpoint, to its v1 endpoint or to an error code opens what it names",
  { path: "/#v1-kaomoji", continues: true },
  async (page) => {
    await page.locator("#v1-kaomoji").waitFor();
    await page.goto(`${site.origin}/#v2-filter`);
    await page.locator("#v2-filter[id] > details[open]").waitFor();
    await page.goto(`${site.origin}/#error-rate_limited`);
    await page.locator("#error-rate_limited").waitFor();
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
  cat: "#v2-random-animal?",
  blur: "#playground?steps=blur",
  "/healthz": "#healthz",
  429: "#error-rate_limited",
  "random cat": "#v2-random-animal?",
  kitten: "#v2-random-animal?",
  FOX: "#v2-random-animal?",
  avatar: "#",
  uwu: "#v2-random-kaomoji?",
  "8ball": "#v2-random-string?",
  video: "#",
  greyscale: "#playground?steps=greyscale",
  grayscale: "#playground?steps=greyscale",
  strength: "#v2-filter",
  seed: "#v2-random-animal",
  upload: "#v2-filter",
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
  privacy: "#question-storage",
  license: "#question-drawings",
  commercial: "#question-drawings",
  java: "#question-java",
  policy: "#policy",
  terms: "#policy",
  "/api/v1/kaomoji": "#v1-kaomoji",
};

test("search finds what people type, and the four examples of its placeholder", { continues: true }, async (page) => {
  await page.keyboard.press("/");
  const input = page.getByRole("searchbox");
  const start = page.locator(".hits > :first-child");
  await start.waitFor();
  assertEquals(await start.getAttribute("href"), "#playground");
  const first = await page.locator("[data-finder]").evaluate(searchAll, Object.keys(SEARCHES));
  assertEquals(first.filter(([words, href]) => !href?.startsWith(SEARCHES[words]!)), []);
  assertEquals(await input.getAttribute("placeholder"), `${["cat", "blur", "/healthz", "429"].join(", ")}…`);
  await page.keyboard.press("Escape");
});

test("search finds an endpoint by its path and opens it", { continues: true }, async (page) => {
  await page.keyboard.press("/");
  await page.keyboard.type("launcher news");
  await page.keyboard.press("Enter");
  await page.locator("#v5-news > details[open]").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("no such thing");
  await page.getByText("Nothing matches.").waitFor();
  await page.keyboard.press("Escape");
});

test(
  "the table of contents follows the endpoint in view",
  { continues: true, viewport: { width: 1400, height: 900 } },
  async (page) => {
    await page.goto(`${site.origin}/#v5-news`);
    await page.locator('.contents a[href="#v5-news"][aria-current]').waitFor();
    await page.locator('header a[href="/#errors"]').click();
    await page.locator('header a[href="/#errors"][aria-current]').waitFor();
  },
);

test("the box explains why a name is blocked, or that it is not", { continues: true }, async (page) => {
  await page.locator("#lookup").scrollIntoViewIfNeeded();
  await page.locator("#lookup-domain").fill("stats.g.doubleclick.net");
  await page.getByRole("button", { name: "Look it up" }).click();
  await page.getByText("is blocked by").waitFor();
  await page.locator("#lookup-domain").fill("paw.example");
  await page.locator("#lookup-domain").press("Enter");
  await page.getByText("is not blocked").waitFor();
});

test("the playground applies each filter and shows timings, code, range and download", {
  continues: true,
}, async (page) => {
  const playground = await openPlayground(page);
  // A small picture, because the filters themselves have their own tests.
  await page.locator("#playground-url").fill(`${site.origin}/images/animals/cat/haogylvz.png?size=32`);
  await page.locator("#playground-url").press("Enter");
  await playground.getByText("32 × 32").waitFor();
  for (const filter of FILTERS) {
    await playground.getByRole("button", { name: filter, exact: true }).click();
    // The picture of the filter before stays until the next one has arrived, the facts do not.
    const timings = /decode [\d.]+ ms\s*filter [\d.]+ ms\s*encode [\d.]+ ms|cache hit/;
    await playground.locator("[data-facts]").filter({ hasText: timings }).waitFor();
    const after = playground.getByAltText(new RegExp(`^After ${filter}`));
    assert(await after.evaluate(isLoaded), filter);
    assertMatch(await playground.locator("[data-code]").innerText(), new RegExp(`/api/v2/filter/${filter}[?:]`));
    const download = playground.getByRole("link", { name: "Download" });
    assertMatch(await download.getAttribute("download") ?? "", new RegExp(`-${filter}\\.png$`));
    const strengths = await playground.locator(".steps :is(input:not([type=range]), select)").evaluateAll((fields) =>
      fields.map((field) => (field as HTMLInputElement).value.replace("#", ""))
    );
    const defaults = Object.values(getFilter(filter).parameters)
      .flatMap(({ fallback, example }) => `${fallback ?? example}`.split("-"));
    assertEquals(strengths, defaults);
  }
});

test(
  "arrow keys move each slider by one step, which readers hear, and a number can be typed",
  { continues: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const slider = playground.locator(".steps [type=range]");
    for (const [filter, value] of [["blur", "8"], ["contrast", "0.13"]] as const) {
      await playground.getByRole("button", { name: filter, exact: true }).click();
      await slider.focus();
      for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowRight");
      assertEquals(await slider.getAttribute("aria-valuetext"), value);
      await playground.getByAltText(`After ${filter}; strength=${value}`).waitFor();
    }
    await playground.locator(".steps [type=number]").fill("-0.5");
    await page.keyboard.press("Enter");
    await playground.getByAltText("strength=-0.5").waitFor();
    assertEquals(
      new URL(page.url()).hash.split("&")[0],
      "#playground?image=/images/animals/cat/haogylvz.png%3Fsize%3D64",
    );
  },
);

test(
  "the playground accepts another picture, a URL and a file, which it sends unchanged",
  { continues: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const code = playground.locator("[data-code]");
    await playground.getByRole("radio").nth(2).check();
    await code.filter({ hasText: "fox" }).waitFor();
    await page.locator("#playground-url").fill(`${site.origin}/images/animals/bird/k3v09x2a.png`);
    await page.locator("#playground-url").press("Enter");
    await code.filter({ hasText: "bird" }).waitFor();
    await playground.getByText("200 OK").waitFor();
    const buffer = noisyPicture();
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.locator("#playground-file").setInputFiles({ name: "my photo.bmp", mimeType: "image/bmp", buffer });
    assertEquals(await (await sent).headerValue("content-length"), `${buffer.length}`);
    const after = playground.locator("[data-after]");
    await until(() =>
      after.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth === 300)
    );
    assertStringIncludes(await code.innerText(), "-T 'my photo.bmp'");
    assertEquals(await playground.locator("[data-download]").getAttribute("download"), "my photo-blur.png");
    await playground.getByRole("button", { name: "invert", exact: true }).click();
    await page.getByAltText("After invert").waitFor();
    // The address before names a picture, which replaces the file.
    await page.goBack();
    await code.filter({ hasText: "/filter/blur?image=" }).waitFor();
    await playground.getByText("512 × 512").waitFor();
  },
);

test(
  "the playground returns a file of 9 MB at full size, as the JPEG that it was",
  { continues: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const buffer = await photograph();
    assert(buffer.length > 9_000_000 && buffer.length < 10 * 1024 * 1024, `${buffer.length}`);
    // The browser reads the file itself: its bytes as a message of Playwright take seconds.
    const folder = await Deno.makeTempDir();
    await Deno.writeFile(`${folder}/IMG_1.JPG`, buffer);
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.locator("#playground-file").setInputFiles(`${folder}/IMG_1.JPG`);
    assertEquals(await (await answer).headerValue("content-type"), "image/jpeg");
    await playground.getByText("1600 × 1200").waitFor();
    assertEquals(await playground.locator("[data-download]").getAttribute("download"), "IMG_1-blur.jpg");
    await Deno.remove(folder, { recursive: true });
  },
);

test(
  "a picture that is dropped or pasted anywhere, and a pasted URL, go to the playground",
  { continues: true },
  async (page) => {
    const playground = page.locator("#playground");
    for (const [type, place] of [["drop", "#meet"], ["paste", "body"]] as const) {
      await page.evaluate(transferFile, { type, place, name: `${type}.bmp`, bytes: [...noisyPicture(8)] });
      await playground.locator("[data-code]").filter({ hasText: `-T ${type}.bmp` }).waitFor();
      await playground.getByText("8 × 8").waitFor();
    }
    await page.evaluate((url) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", url);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, `${site.origin}/images/animals/bird/k3v09x2a.png`);
    await playground.locator("[data-code]").filter({ hasText: "image=" }).filter({ hasText: "bird" }).waitFor();
  },
);

test(
  "while a file is sent, it is the picture before, nothing old remains, and Cancel ends it",
  { continues: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const held = Promise.withResolvers<void>();
    await page.route("**/api/v2/filter/**", async (route) => {
      await held.promise;
      await route.abort().catch(() => {});
    });
    const file = { name: "mine.bmp", mimeType: "image/bmp", buffer: noisyPicture(8) };
    await page.locator("#playground-file").setInputFiles(file);
    await playground.locator(".busy [data-before][src^=blob]").waitFor();
    assertEquals(
      await playground.locator("[data-before]").evaluate((img) => (img as HTMLImageElement).naturalWidth),
      8,
    );
    assertEquals(await playground.getByRole("link", { name: "Download" }).isVisible(), false);
    assert(await playground.locator("progress").isVisible());
    await playground.getByRole("button", { name: "Cancel" }).click();
    await playground.getByText("Cancelled.").waitFor();
    assertEquals(await playground.locator("progress").isVisible(), false);
    held.resolve();
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
    await page.locator("#playground-file").setInputFiles({ name: "big.jpeg", mimeType: "image/jpeg", buffer });
    await playground.locator("[data-error]").filter({ hasText: "the limit is" }).waitFor();
    await playground.getByRole("button", { name: "Shrink it here" }).click();
    await playground.locator("[data-code]").filter({ hasText: "-T big.jpg" }).waitFor();
    await playground.getByText(/^(\d|[1-4]\d|50) × \d+$/).waitFor();
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic");
    await page.locator("#playground-file").setInputFiles({ name: "IMG.HEIC", mimeType: "", buffer: heic });
    await playground.getByText("it is a HEIC picture").waitFor();
    await setMaxPixels(standard);
  },
);

test("the result is copied as a picture", { continues: true }, async (page) => {
  const playground = await resetPlayground(page);
  await playground.locator("[name=format]").selectOption("jpeg");
  await playground.locator("[data-download][download$=jpg]").waitFor();
  await playground.getByRole("button", { name: "Copy picture" }).click();
  await playground.getByRole("button", { name: "Copied" }).waitFor();
  assertEquals(await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types), ["image/png"]);
});

test(
  "steps of a chain are added, moved and removed, and the address brings them back",
  { continues: true },
  async (page) => {
    const playground = await resetPlayground(page);
    const code = (chain: string) =>
      playground.locator("[data-code]").filter({ hasText: `/filter/${chain}?` }).waitFor();
    await playground.getByRole("button", { name: "+ Add another filter" }).click();
    await code("blur,greyscale");
    await playground.getByRole("button", { name: "invert", exact: true }).click();
    await playground.getByAltText("After blur; strength=5, invert").waitFor();
    await playground.getByRole("button", { name: "Move up invert" }).click();
    await code("invert,blur");
    await playground.locator(".steps [type=number]").fill("2");
    await page.reload();
    await playground.getByAltText("After invert, blur; strength=2").waitFor();
    // By a script, because each click of a real mouse waits until the page is drawn.
    const clickFirst = (name: RegExp, times: number) =>
      playground.evaluate((form, [pattern, clicks]) => {
        for (let done = 0; done < clicks; done++) {
          [...form.querySelectorAll("button")].find((each) => pattern.test(each.ariaLabel ?? each.innerText))!.click();
        }
      }, [name, times] as const);
    await clickFirst(/^\+ Add/, 6);
    assertEquals(await playground.locator(".steps li").count(), 8);
    assert(await playground.locator("[data-add-step]").isDisabled());
    await clickFirst(/^Remove/, 7);
    assertEquals(await playground.locator(".steps li").count(), 1);
    // The buttons change the step that was added.
    await playground.locator("[data-add-step]").click();
    for (const name of ["resize", "sepia"]) await playground.getByRole("button", { name, exact: true }).click();
    assertMatch(await playground.locator(".steps li").last().innerText(), /^sepia/);
    // A step that needs a value starts with an example of it.
    await playground.getByRole("button", { name: "resize", exact: true }).click();
    await playground.locator("[data-code]").filter({ hasText: "resize:400x300" }).waitFor();
  },
);

test("the playground shows the URL that its address contains, and no other picture as chosen", {
  path: "/#playground?steps=blur&image=data:image/png;base64,eA==",
  expectsErrors: true,
  continues: true,
}, async (page) => {
  await page.locator("#playground").getByText("422 Unprocessable").waitFor();
  assertEquals(await page.locator("#playground-url").inputValue(), "data:image/png;base64,eA==");
  assertEquals(await page.locator("#playground [name=sample]:checked").count(), 0);
});

test("offline, the playground says so and tries again when the browser is online", {
  expectsErrors: true,
  continues: true,
}, async (page) => {
  const playground = await resetPlayground(page);
  await page.context().setOffline(true);
  await playground.getByRole("button", { name: "invert", exact: true }).click();
  await playground.getByText("You are offline.").waitFor();
  assertEquals(await playground.locator(".compare").isVisible(), false);
  await page.context().setOffline(false);
  await playground.getByAltText("After invert").waitFor();
});

test("a URL without a scheme gets https://", { expectsErrors: true, continues: true }, async (page) => {
  await resetPlayground(page);
  await page.locator("#playground-url").fill("nowhere.invalid/cat.png");
  await page.locator("#playground-url").press("Enter");
  await page.locator("#playground [data-code]").filter({ hasText: "image=https://nowhere.invalid/cat.png" }).waitFor();
  await page.locator("#playground .explained").waitFor();
});

test(
  "the playground shows why a URL is rejected, and nothing of the result before",
  { expectsErrors: true, continues: true },
  async (page) => {
    const playground = await resetPlayground(page);
    await page.locator("#playground-url").fill("http://127.0.0.1:9/secret.png");
    await page.locator("#playground-url").press("Enter");
    await playground.getByText("403 Forbidden").waitFor();
    const words = await playground.locator("[data-error]").innerText();
    assertStringIncludes(words, "port 9 is not a web port");
    assert(!/details|[A-Z]_[A-Z]/.test(words), words);
    assertEquals(await playground.getByRole("link", { name: "Download" }).isVisible(), false);
    assertEquals(await playground.locator(".compare").isVisible(), false);
  },
);

test("offline, the hero shows no animal under another name, and draws it when it is online again", {
  expectsErrors: true,
  continues: true,
}, async (page) => {
  await page.locator("#meet .languages").waitFor();
  await page.context().setOffline(true);
  await page.locator("#meet-name").click();
  await page.keyboard.type("Zed");
  await page.getByText("You are offline.").waitFor();
  assertEquals(await page.locator("[data-animal], #meet [data-download]").filter({ visible: true }).count(), 0);
  // A click fails if the wall covers the button.
  await page.locator("[data-caption]").getByRole("button").click({ trial: true });
  await page.context().setOffline(false);
  await page.locator("[data-caption]").filter({ hasText: /^Zed is/ }).waitFor();
  assert(await page.locator("[data-animal]").isVisible());
});

test("an error response shows its exact message first", { expectsErrors: true, continues: true }, async (page) => {
  await page.goto(`${site.origin}/#v2-random-animal`);
  await page.locator("#v2-random-animal-count").fill("51");
  const card = await tryIt(page, "v2-random-animal");
  assertStringIncludes(await card.locator(".explained strong").innerText(), "1 to 50");
  assertStringIncludes(await card.locator(".explained").innerText(), "out of range");
  const tokens = await card.locator(".result :is(.k, .s, .n, .b)").evaluateAll((spans) =>
    spans.map(({ className, textContent }) => `${className} ${textContent}`)
  );
  const fields = ["k", "b false", "k", "n 400", "k", 's "invalid_parameter"'];
  assertEquals(tokens.slice(0, 6).map((token) => token.replace(/^k .*:$/, "k")), fields);
});

test("the page states that the service cannot be reached", { expectsErrors: true, continues: true }, async (page) => {
  await page.route("**/api/v1/version", (route) => route.abort());
  await page.locator("#v1-version").getByRole("button", { name: "Try it" }).click();
  await page.getByText("The service cannot be reached.").waitFor();
});

test("without JavaScript, a file and a URL can be filtered", { javaScriptEnabled: false }, async (page) => {
  await page.getByLabel("Your picture").setInputFiles({
    name: "a.bmp",
    mimeType: "image/bmp",
    buffer: noisyPicture(8),
  });
  await page.getByRole("button", { name: "invert", exact: true }).first().click();
  assertEquals([page.url(), await page.evaluate("document.contentType")], [
    `${site.origin}/api/v2/filter/invert`,
    "image/png",
  ]);
  await page.goBack();
  await page.getByRole("textbox", { name: "or its URL" }).fill(`${site.origin}/images/animals/bird/k3v09x2a.png`);
  await page.getByRole("button", { name: "greyscale", exact: true }).last().click();
  assertMatch(page.url(), /\/filter\/greyscale\?image=.*bird/);
  assertEquals(await page.evaluate("document.contentType"), "image/png");
});

test("everything can be operated with the keyboard, in few steps", {}, async (page) => {
  const stops = "[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]" +
    ".filter((each) => each.checkVisibility() && each.tabIndex >= 0 && !each.disabled && each.type !== 'hidden')" +
    // A group of radio buttons is one stop.
    ".filter((each) => each.type !== 'radio' || each.checked).length";
  await page.locator(".languages").first().waitFor({ state: "attached" });
  assert(Number(await page.evaluate(stops)) <= 135, `${await page.evaluate(stops)} Tab stops`);
  await page.keyboard.press("Tab");
  assertEquals(await page.evaluate("document.activeElement.textContent"), "Skip to the content");
  await page.keyboard.press("Enter");
  assertEquals(await page.evaluate("document.activeElement.id"), "main");
  await page.locator("#meet").getByRole("button", { name: "cat" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press(" ");
  await page.locator("#meet [data-value=dog][aria-current]").waitFor();
  await page.locator("#v1-version").getByRole("button", { name: "Try it" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#v1-version").getByText("200 OK").waitFor();
  await openPlayground(page);
  await page.locator("#playground-divider").focus();
  const split = "getComputedStyle(document.querySelector('.compare')).getPropertyValue('--split')";
  await page.keyboard.press("ArrowLeft");
  assertEquals(await page.evaluate(split), "49%");
});

test("the page follows the preferred colour scheme", { colorScheme: "dark" }, async (page) => {
  const colour = "getComputedStyle(document.body).backgroundColor";
  const dark = await page.evaluate(colour);
  await page.emulateMedia({ colorScheme: "light" });
  assertNotEquals(dark, await page.evaluate(colour));
});

test("on paper, every card is open", { continues: true }, async (page) => {
  const parameters = page.locator("#v2-random-animal .parameters");
  const isShown = () => parameters.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  assertEquals(await isShown(), false);
  await page.emulateMedia({ media: "print" });
  assertEquals(await isShown(), true);
  const { width } = (await page.locator("#v2-random-animal").boundingBox())!;
  assert(width > 1000, `${width}`);
  await page.emulateMedia({ media: "screen" });
});

/** The height of the page was 23,116 pixels at 1280 and 37,581 at 360: it must be about half of that, and a third. */
const MAX_HEIGHTS: Readonly<Record<number, number>> = {
  320: 15_000,
  360: 13_000,
  768: 11_558,
  1280: 11_558,
  2560: 12_900,
};

test("the page is short and does not scroll horizontally at any width", { continues: true }, async (page) => {
  const measure = async (width: number) => {
    await page.setViewportSize({ width, height: 740 });
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
  await tryIt(page, "api");
  for (const width of widths) assertEquals((await measure(width)).scrollWidth, width);
});

test(
  "on a phone, whatever a thumb reaches is 44 pixels high",
  { viewport: { width: 360, height: 740 } },
  async (page) => {
    const playground = await openPlayground(page);
    const small = "[...document.querySelectorAll('a, button, select, summary, input')].filter((each) => " +
      "each.checkVisibility() && each.offsetParent && !each.closest('p:not(.actions, .downloads, .more), h2, h3, .brand') " +
      "&& !/radio|checkbox|range|hidden/.test(each.type) && !each.matches('.skip') && each.offsetHeight < 44)" +
      ".map((each) => `${each.outerHTML.slice(0, 80)} ${each.offsetHeight}`)";
    await playground.getByText("200 OK").waitFor();
    assertEquals(await page.evaluate(small), []);
  },
);

test("on a phone, the animal is on the first screen and a result is next to the tapped choice", {
  continues: true,
  viewport: { width: 360, height: 740 },
}, async (page) => {
  await page.evaluate("scrollTo(0, 0)");
  const { y, height } = (await page.locator("[data-animal]").boundingBox())!;
  assert(y + height <= 740, `${y + height}`);
  await page.locator("#v2-random-animal > details > summary").click();
  await page.locator("#v2-random-animal").getByRole("button", { name: "fox" }).click();
  const shown = page.locator("#v2-random-animal .preview img");
  await shown.waitFor();
  await until(async () => (await shown.boundingBox())!.y < 700);
});

test("on a phone, the playground shows the result of a file, and that a part of it is missing", {
  continues: true,
  viewport: { width: 360, height: 740 },
}, async (page) => {
  const playground = await openPlayground(page);
  const photo = await sharp({ create: { width: 64, height: 640, channels: 3, background: "red" } }).png().toBuffer();
  await page.locator("#playground-file").scrollIntoViewIfNeeded();
  const file = { name: "cut.png", mimeType: "image/png", buffer: photo.subarray(0, photo.length - 60) };
  await page.locator("#playground-file").setInputFiles(file);
  const notice = playground.getByText("This file ends early, so a part of the picture is missing.");
  await notice.waitFor();
  await until(() => isInViewport(notice));
  // The same file can be chosen again after another picture, which ends the notice.
  await playground.getByRole("radio").nth(2).check();
  await notice.waitFor({ state: "detached" });
  await page.locator("#playground-file").setInputFiles(file);
  await notice.waitFor();
});

test("one Esc or the button closes the search, and a hit leads to its value", {
  continues: true,
  viewport: { width: 360, height: 740 },
}, async (page) => {
  const dialog = page.locator("[data-finder]");
  await page.getByRole("button", { name: "Search" }).click();
  await page.keyboard.type("fox");
  await page.locator(".hits a").first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Search" }).click();
  await page.keyboard.type("dog");
  await page.locator(".hits code").first().filter({ hasText: "animal/dog" }).click();
  await page.locator("#v2-random-animal [aria-current][data-value=dog]").waitFor();
  await page.locator("#v2-random-animal .preview img").waitFor();
});

test("the first load is under 56 KB", { continues: true }, async (page) => {
  // Ends the requests of the visit, so that none of them is counted.
  await page.goto("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => bytes += encodedDataLength);
  await page.goto(`${site.origin}/`, { waitUntil: "networkidle" });
  assert(bytes > 10_000 && bytes < 56 * 1024, `${bytes}`);
  await session.detach();
});

/** The endpoints whose responses axe checks: an error, text, JSON and an image. */
const SHOWN = ["v2-random-animal", "v2-random-kaomoji", "v1-version", "v2-filter"];

/**
 * Leaves only these cards, and six entries of each list: the others come from the same components, and axe takes time
 * even for what it excludes.
 */
async function removeCards(page: Page, kept: readonly string[] = []): Promise<void> {
  await page.locator(".endpoint").evaluateAll((cards, ids) => {
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
  await page.locator("#v2-random-animal > details > summary").click();
  await page.locator("#v2-random-animal-count").fill("51");
  for (const id of SHOWN) await tryIt(page, id);
  await removeCards(page, [...SHOWN, "v1-static-generated"]);
  // Below the sticky header axe cannot determine the background.
  await page.evaluate("scrollTo(0, 0)");
  await assertAccessible(page);
  // Only colours differ in the dark scheme.
  await page.emulateMedia({ colorScheme: "dark" });
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
  await playground.locator("[data-add-step]").click();
  await page.locator("#playground-url").fill("http://10.0.0.1/a.png");
  await page.locator("#playground-url").press("Enter");
  await playground.locator(".explained").waitFor();
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 360);
  await removeCards(page);
  await assertNoViolations("body");
  await page.getByRole("button", { name: "Menu" }).click();
  await assertNoViolations("header");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Search" }).click();
  await page.keyboard.type("blur");
  await page.locator(".hits a").first().waitFor();
  await assertNoViolations("[data-finder]");
});

test("axe finds no violations on the 404 page", { path: "/nowhere", expectsErrors: true }, async (page) => {
  await assertAccessible(page);
  assert(await page.getByRole("heading", { name: "Page not found" }).isVisible());
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
        const drawn = await page.evaluate<string>(`(${DRAW})(...${parameters})`);
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

import { Buffer } from "node:buffer";
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "playwright-core";
import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { FILTERS } from "@/lib/images/filter_name.ts";
import { type StrengthRange, STRENGTHS } from "@/lib/filters/strengths.ts";
import { MAX_WAIT_MS, openTestSite, type TestSite, visit, type VisitOptions } from "@/tests/browser/browser.ts";
import { findProgram, ifInstalled } from "@/tests/programs.ts";

let site: TestSite;

/** Registers a test of the page in a browser. */
function test(name: string, options: VisitOptions, run: (page: Page) => Promise<void>): void {
  Deno.test({
    ...ifInstalled("chromium", name),
    fn: () => visit(site, options, run),
    // axe takes 40 s for the whole page on a busy machine.
    timeout: 180_000,
    // One browser and one server serve all tests, so they stay open after each.
    sanitizeOps: false,
    sanitizeResources: false,
  });
}

if (findProgram("chromium") !== undefined) {
  Deno.test.beforeAll(async () => {
    site = await openTestSite();
  });
  Deno.test.afterAll(() => site.close());
}

const OPEN_ENDPOINTS = ENDPOINTS.filter(({ errors }) => !errors.includes("authentication_required"));

const FACTS = /^200 OK\s*\d+ ms\s*[\d.]+ K?B\s*\d+ points left$/;

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
  readonly isVisible: boolean;
  readonly command: string;
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
    isVisible: card.checkVisibility(),
    command: textOf(card, ".copyable pre"),
    facts: card.querySelector<HTMLElement>("[data-facts]")?.innerText ?? "",
    result: textOf(card, "[data-result]"),
    headers: textOf(card, "details pre"),
    isColoured: card.querySelector("[data-result] .k") !== null,
  }));
}

/** Waits for a condition that no locator can express. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + MAX_WAIT_MS; !await isTrue();) assert(Date.now() < end, "timed out");
}

test("without JavaScript, the page shows every endpoint with its command and example", {
  javaScriptEnabled: false,
}, async (page) => {
  const shown = await page.locator("article").evaluateAll(readCards);
  const cards = new Map(shown.map((card) => [card.id, card]));
  for (const { id, example, responses } of ENDPOINTS) {
    const card = cards.get(id);
    assert(card?.isVisible, id);
    assertStringIncludes(card.command, site.origin + example);
    if (responses[0]?.example !== undefined) assert(card.result.length > 20, id);
  }
  assertEquals(await page.getByRole("button").count(), 0);
  assert(await page.getByAltText("After the filter").isVisible());
});

test("without JavaScript, the choices are links to the endpoints", { javaScriptEnabled: false }, async (page) => {
  await page.locator("#v2-random-kaomoji").getByRole("link", { name: "uwu", exact: true }).click();
  const body = JSON.parse(await page.locator("body").innerText());
  assertEquals([page.url(), body.info.endpoint], [`${site.origin}/api/v2/random/kaomoji/uwu`, "uwu"]);
});

test("the first screen shows a request with its response, and another one on click", {}, async (page) => {
  const card = page.getByRole("form", { name: "Live example" });
  assert(await card.getByRole("img").evaluate(isLoaded));
  await card.getByRole("link", { name: "fox" }).click();
  await card.getByText("200 OK").waitFor();
  assertStringIncludes(await card.getByRole("img").getAttribute("alt") ?? "", "fox");
  assertStringIncludes(await card.innerText(), "/api/v2/random/animal/fox");
});

test("Try it shows status, time, size, points left, headers and body for every endpoint", {}, async (page) => {
  for (const { id, responses } of OPEN_ENDPOINTS) {
    const [card] = await (await tryIt(page, id)).evaluateAll(readCards);
    assert(card !== undefined);
    // /healthz is free because load balancers call it all the time.
    assertMatch(id === "healthz" ? `${card.facts} 1 points left` : card.facts, FACTS, id);
    assertStringIncludes(card.headers, `content-type: ${responses[0]?.type}`);
    assertEquals(card.isColoured, responses[0]?.type === "application/json", id);
  }
});

test("Try it shows pictures, video links, texts and redirects according to their type", {}, async (page) => {
  const animal = await tryIt(page, "v2-random-animal");
  // An image has a size, and so is visible, only after it has loaded.
  await animal.getByRole("img").waitFor();
  const video = await tryIt(page, "v2-random-yt-video");
  assertMatch(await video.locator(".spoken a").getAttribute("href") ?? "", /^https:\/\/www\.youtube\.com\/watch/);
  const kaomoji = await tryIt(page, "v2-random-kaomoji");
  assertStringIncludes(
    await kaomoji.locator("[data-result] > pre").innerText(),
    JSON.stringify(await kaomoji.locator(".spoken").innerText()),
  );
  await page.locator("#v2-random-animal-format").selectOption("redirect");
  const redirect = await tryIt(page, "v2-random-animal");
  assertStringIncludes(await redirect.locator("[data-facts]").innerText(), "302 Found");
});

test("the command changes with the fields", {}, async (page) => {
  const card = page.locator("#v2-random-animal");
  await page.locator("#v2-random-animal-count").fill("3");
  await page.locator("#v2-random-animal-seed").fill("a b");
  const command = `curl '${site.origin}/api/v2/random/animal/cat?count=3&seed=a+b'`;
  assertEquals((await card.locator(".copyable pre").innerText()).trim(), command);
  await tryIt(page, "v2-random-animal");
  assertEquals(await card.locator(".preview img").count(), 3);
});

test("a command is a single command for a shell, whatever the path contains", {}, async (page) => {
  const name = 'it\'s (all) & $HOME `id` "x".txt';
  await page.locator("#v1-static-generated-path").fill(name);
  const command = await page.locator("#v1-static-generated .copyable pre").innerText();
  const args = ["-c", `curl() { printf '%s\\n' "$@"; }; ${command}`];
  const { stdout } = await new Deno.Command("sh", { args }).output();
  const [address = "", ...rest] = new TextDecoder().decode(stdout).trim().split("\n");
  assertEquals([decodeURIComponent(address), rest], [`${site.origin}/api/v1/static/generated/${name}`, []]);
});

test("an error response is shown and explained", { expectsErrors: true }, async (page) => {
  await page.locator("#v2-random-animal-count").fill("51");
  const card = await tryIt(page, "v2-random-animal");
  const text = await card.locator(".panel").innerText();
  for (const part of ["400 Bad Request", '"invalid_parameter"', '"max": 50']) assertStringIncludes(text, part);
  assertStringIncludes(await card.locator(".explained").innerText(), "out of range");
});

test("the page states that the service cannot be reached", { expectsErrors: true }, async (page) => {
  await page.route("**/api/v1/version", (route) => route.abort());
  await page.locator("#v1-version").getByRole("button", { name: "Try it" }).click();
  await page.getByText("The service cannot be reached.").waitFor();
});

test("an anchor link scrolls to its endpoint", { path: "/#v2-random-kaomoji" }, async (page) => {
  const card = page.locator("#v2-random-kaomoji");
  await until(async () => Math.abs((await card.boundingBox())!.y) < 200);
  await card.getByRole("heading").getByRole("link").click();
  assertEquals(new URL(page.url()).hash, "#v2-random-kaomoji");
});

test("Copy puts the command on the clipboard", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  await page.locator("#v1-uptime").getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").first().waitFor();
  const text = await page.evaluate("navigator.clipboard.readText()");
  assertEquals(text, `curl ${site.origin}/api/v1/uptime`);
});

test("the playground applies each filter and shows timings, command, range and download", {}, async (page) => {
  const playground = page.locator("#playground");
  for (const filter of FILTERS) {
    await playground.getByRole("link", { name: filter, exact: true }).click();
    const after = playground.getByAltText(new RegExp(`^After ${filter}`));
    assert(await after.evaluate(isLoaded), filter);
    const timings = await playground.locator("[data-timings]").innerText();
    assertMatch(timings, /decode [\d.]+ ms\s+filter [\d.]+ ms\s+encode [\d.]+ ms|cache hit/);
    assertStringIncludes(await playground.locator(".copyable").innerText(), `/api/v2/filter/${filter}?`);
    const download = playground.getByRole("link", { name: "Download" });
    assertEquals(await download.getAttribute("download"), `${filter}.png`);
    await assertRange(page.locator("#playground-strength"), STRENGTHS[filter]);
  }
});

async function assertRange(slider: Locator, range: StrengthRange | undefined): Promise<void> {
  assertEquals(await slider.isDisabled(), range === undefined);
  if (range === undefined) return;
  const shown = [await slider.getAttribute("min"), await slider.getAttribute("max"), await slider.inputValue()];
  assertEquals(shown, [range.min, range.max, range.fallback].map(String));
}

test("the playground accepts another picture, a strength, a URL and a file", {}, async (page) => {
  const playground = page.locator("#playground");
  const command = playground.locator("[data-url]");
  await playground.getByRole("radio").nth(2).check();
  await playground.getByText("200 OK").waitFor();
  assertStringIncludes(await command.innerText(), "fox");
  await playground.getByRole("link", { name: "blur" }).click();
  await page.locator("#playground-strength").fill("40");
  await playground.getByAltText("strength=40").waitFor();
  await page.locator("#playground-url").fill(`${site.origin}/images/animals/bird/k3v09x2a.png`);
  await page.locator("#playground-url").press("Enter");
  await command.filter({ hasText: "bird" }).waitFor();
  await playground.getByText("200 OK").waitFor();
  await page.locator("#playground-file").setInputFiles({
    name: "big.png",
    mimeType: "image/png",
    buffer: noisyPicture(),
  });
  await playground.getByText(/Reduced to .* because it is sent in the URL/).waitFor();
  await playground.getByText("200 OK").waitFor();
  assert((await command.innerText()).length < 60_000);
});

test("the playground shows why a URL is rejected", { expectsErrors: true }, async (page) => {
  await page.locator("#playground-url").fill("http://127.0.0.1:9/secret.png");
  await page.locator("#playground-url").press("Enter");
  await page.getByText("403 Forbidden").waitFor();
  assertStringIncludes(await page.locator("#playground [data-error]").innerText(), "private or reserved");
});

test("everything can be operated with the keyboard", {}, async (page) => {
  await page.keyboard.press("Tab");
  assertEquals(await page.evaluate("document.activeElement.textContent"), "Skip to the content");
  await page.keyboard.press("Enter");
  assertEquals(await page.evaluate("document.activeElement.id"), "main");
  await page.locator("#v1-version").getByRole("button", { name: "Try it" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#v1-version").getByText("200 OK").waitFor();
  await page.locator("#playground-divider").focus();
  const split = "getComputedStyle(document.querySelector('.compare')).getPropertyValue('--split')";
  await page.keyboard.press("ArrowLeft");
  assertEquals(await page.evaluate(split), "49%");
  const outline = "getComputedStyle(document.querySelector('.compare')).outlineStyle";
  assertEquals(await page.evaluate(outline), "solid");
});

test("the divider follows the pointer", {}, async (page) => {
  const divider = page.locator("#playground-divider");
  await divider.scrollIntoViewIfNeeded();
  const box = (await divider.boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height / 2);
  const split = await page.evaluate("parseFloat(document.querySelector('.compare').style.getPropertyValue('--split'))");
  assert(Math.abs(Number(split) - 25) < 3, `${split}`);
});

test("the page follows the preferred colour scheme", { colorScheme: "dark" }, async (page) => {
  const colour = "getComputedStyle(document.body).backgroundColor";
  const dark = await page.evaluate(colour);
  await page.emulateMedia({ colorScheme: "light" });
  assertNotEquals(dark, await page.evaluate(colour));
});

for (const width of [360, 768, 1280, 2560]) {
  test(`the page does not scroll horizontally at ${width} px`, { viewport: { width, height: 800 } }, async (page) => {
    await tryIt(page, "v2-random-animal");
    await tryIt(page, "api");
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width);
  });
}

/** The endpoints whose responses axe checks: an error, a text, JSON and an image. */
const SHOWN = ["v2-random-animal", "v2-random-kaomoji", "v1-version", "v2-filter"];

test("axe finds no violations, with responses and errors shown", { expectsErrors: true }, async (page) => {
  await page.locator("#v2-random-animal-count").fill("51");
  for (const id of SHOWN) await tryIt(page, id);
  await assertAccessible(page);
  // Only colours differ in the dark scheme.
  await page.emulateMedia({ colorScheme: "dark" });
  await assertAccessible(page, ["color-contrast"]);
});

test("axe finds no violations on the 404 page", { path: "/nowhere", expectsErrors: true }, async (page) => {
  await assertAccessible(page);
  assert(await page.getByRole("heading", { name: "Page not found" }).isVisible());
});

async function assertAccessible(page: Page, rules?: string[]): Promise<void> {
  // The other cards come from the same components, and axe would take half a minute for all of them.
  const checked = [...SHOWN, "v1-static-generated", "v5-operator-status"].map((id) => `#${id}`);
  const others = `.endpoint:not(${checked.join(", ")})`;
  const axe = new AxeBuilder({ page: page as never }).options({ resultTypes: ["violations"] }).exclude(others);
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  assertEquals(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
}

/** Returns an image that does not compress: 900 × 900 pixels of noise in a BMP. */
function noisyPicture(): Buffer {
  const side = 900;
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

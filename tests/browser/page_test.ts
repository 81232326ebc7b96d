import { Buffer } from "node:buffer";
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "playwright-core";
import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { FILTERS } from "@/lib/images/filter_name.ts";
import { type StrengthRange, STRENGTHS } from "@/lib/filters/strengths.ts";
import { openStage, PATIENCE_MS, type Stage, visit, type VisitOptions } from "@/tests/browser/browser.ts";
import { findProgram, ifInstalled } from "@/tests/programs.ts";

let stage: Stage;

/** Registers a test of the page in a browser. */
function test(name: string, options: VisitOptions, run: (page: Page) => Promise<void>): void {
  Deno.test({
    ...ifInstalled("chromium", name),
    fn: () => visit(stage, options, run),
    // axe takes 40 s for the whole page on a busy machine.
    timeout: 180_000,
    // One browser and one server serve all tests, so they stay open after each.
    sanitizeOps: false,
    sanitizeResources: false,
  });
}

if (findProgram("chromium") !== undefined) {
  Deno.test.beforeAll(async () => {
    stage = await openStage();
  });
  Deno.test.afterAll(() => stage.close());
}

const OPEN_ENDPOINTS = ENDPOINTS.filter(({ errors }) => !errors.includes("authentication_required"));

const FACTS = /^200 OK\s*\d+ ms\s*[\d.]+ K?B\s*\d+ points left$/;

/** Runs in the browser: waits for a picture, and tells whether there is one. */
async function isLoaded(element: unknown): Promise<boolean> {
  const img = element as { decode(): Promise<void>; naturalWidth: number };
  await img.decode();
  return img.naturalWidth > 0;
}

/** Presses Try it and waits for the answer. */
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

/** Runs in the browser: reads cards at once, as asking for each part of each would take a second a card. */
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

/** Waits for something that no element tells. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !await isTrue();) assert(Date.now() < end, "waited in vain");
}

test("the page without a script shows every endpoint, its command and its example", {
  javaScriptEnabled: false,
}, async (page) => {
  const shown = await page.locator("article").evaluateAll(readCards);
  const cards = new Map(shown.map((card) => [card.id, card]));
  for (const { id, example, responses } of ENDPOINTS) {
    const card = cards.get(id);
    assert(card?.isVisible, id);
    assertStringIncludes(card.command, stage.base + example);
    if (responses[0]?.example !== undefined) assert(card.result.length > 20, id);
  }
  assertEquals(await page.getByRole("button").count(), 0);
  assert(await page.getByAltText("After the filter").isVisible());
});

test("the page without a script has its choices as links that answer", { javaScriptEnabled: false }, async (page) => {
  await page.locator("#v2-random-kaomoji").getByRole("link", { name: "uwu", exact: true }).click();
  const body = JSON.parse(await page.locator("body").innerText());
  assertEquals([page.url(), body.info.endpoint], [`${stage.base}/api/v2/random/kaomoji/uwu`, "uwu"]);
});

test("the first screen shows an answered call, and another one on request", {}, async (page) => {
  const card = page.getByRole("form", { name: "Live example" });
  assert(await card.getByRole("img").evaluate(isLoaded));
  await card.getByRole("link", { name: "fox" }).click();
  await card.getByText("200 OK").waitFor();
  assertStringIncludes(await card.getByRole("img").getAttribute("alt") ?? "", "fox");
  assertStringIncludes(await card.innerText(), "/api/v2/random/animal/fox");
});

test("Try it of every endpoint shows status, time, size, points left, headers and body", {}, async (page) => {
  for (const { id, responses } of OPEN_ENDPOINTS) {
    const [card] = await (await tryIt(page, id)).evaluateAll(readCards);
    assert(card !== undefined);
    // Load balancers ask /healthz without end, so it costs nothing.
    assertMatch(id === "healthz" ? `${card.facts} 1 points left` : card.facts, FACTS, id);
    assertStringIncludes(card.headers, `content-type: ${responses[0]?.type}`);
    assertEquals(card.isColoured, responses[0]?.type === "application/json", id);
  }
});

test("Try it shows a picture, a video link, a text and a redirect as what they are", {}, async (page) => {
  const animal = await tryIt(page, "v2-random-animal");
  // It has a size, and so can be seen, only when it has come.
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

test("Try it fills the command in as fields change", {}, async (page) => {
  const card = page.locator("#v2-random-animal");
  await page.locator("#v2-random-animal-count").fill("3");
  await page.locator("#v2-random-animal-seed").fill("a b");
  const command = `curl '${stage.base}/api/v2/random/animal/cat?count=3&seed=a+b'`;
  assertEquals((await card.locator(".copyable pre").innerText()).trim(), command);
  await tryIt(page, "v2-random-animal");
  assertEquals(await card.locator(".preview img").count(), 3);
});

test("a command stays one for a shell, whatever its path", {}, async (page) => {
  const name = 'it\'s (all) & $HOME `id` "x".txt';
  await page.locator("#v1-static-generated-path").fill(name);
  const command = await page.locator("#v1-static-generated .copyable pre").innerText();
  const args = ["-c", `curl() { printf '%s\\n' "$@"; }; ${command}`];
  const { stdout } = await new Deno.Command("sh", { args }).output();
  const [address = "", ...rest] = new TextDecoder().decode(stdout).trim().split("\n");
  assertEquals([decodeURIComponent(address), rest], [`${stage.base}/api/v1/static/generated/${name}`, []]);
});

test("an error is shown as it was answered, and explained", { expectsFailures: true }, async (page) => {
  await page.locator("#v2-random-animal-count").fill("51");
  const card = await tryIt(page, "v2-random-animal");
  const text = await card.locator(".panel").innerText();
  for (const part of ["400 Bad Request", '"invalid_parameter"', '"max": 50']) assertStringIncludes(text, part);
  assertStringIncludes(await card.locator(".explained").innerText(), "out of range");
});

test("a service that cannot be reached is told, not hidden", { expectsFailures: true }, async (page) => {
  await page.route("**/api/v1/version", (route) => route.abort());
  await page.locator("#v1-version").getByRole("button", { name: "Try it" }).click();
  await page.getByText("The service cannot be reached.").waitFor();
});

test("a deep link leads to its endpoint", { path: "/#v2-random-kaomoji" }, async (page) => {
  const card = page.locator("#v2-random-kaomoji");
  await until(async () => Math.abs((await card.boundingBox())!.y) < 200);
  await card.getByRole("heading").getByRole("link").click();
  assertEquals(new URL(page.url()).hash, "#v2-random-kaomoji");
});

test("Copy puts the command on the clipboard", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  await page.locator("#v1-uptime").getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").first().waitFor();
  const text = await page.evaluate("navigator.clipboard.readText()");
  assertEquals(text, `curl ${stage.base}/api/v1/uptime`);
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

test("the playground takes another picture, a strength, an address and a file", {}, async (page) => {
  const playground = page.locator("#playground");
  const command = playground.locator("[data-address]");
  await playground.getByRole("radio").nth(2).check();
  await playground.getByText("200 OK").waitFor();
  assertStringIncludes(await command.innerText(), "fox");
  await playground.getByRole("link", { name: "blur" }).click();
  await page.locator("#playground-strength").fill("40");
  await playground.getByAltText("strength=40").waitFor();
  await page.locator("#playground-url").fill(`${stage.base}/images/animals/bird/k3v09x2a.png`);
  await page.locator("#playground-url").press("Enter");
  await command.filter({ hasText: "bird" }).waitFor();
  await playground.getByText("200 OK").waitFor();
  await page.locator("#playground-file").setInputFiles({
    name: "big.png",
    mimeType: "image/png",
    buffer: noisyPicture(),
  });
  await playground.getByText(/Shrunk to .*: it travels in the address/).waitFor();
  await playground.getByText("200 OK").waitFor();
  assert((await command.innerText()).length < 60_000);
});

test("the playground tells what is wrong with an address", { expectsFailures: true }, async (page) => {
  await page.locator("#playground-url").fill("http://127.0.0.1:9/secret.png");
  await page.locator("#playground-url").press("Enter");
  await page.getByText("403 Forbidden").waitFor();
  assertStringIncludes(await page.locator("#playground [data-failure]").innerText(), "reserved address");
});

test("everything works with the keyboard alone", {}, async (page) => {
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

test("the page follows the preference for dark", { colorScheme: "dark" }, async (page) => {
  const colour = "getComputedStyle(document.body).backgroundColor";
  const dark = await page.evaluate(colour);
  await page.emulateMedia({ colorScheme: "light" });
  assertNotEquals(dark, await page.evaluate(colour));
});

for (const width of [360, 768, 1280, 2560]) {
  test(`the page at ${width} px has nothing to scroll sideways`, { viewport: { width, height: 800 } }, async (page) => {
    await tryIt(page, "v2-random-animal");
    await tryIt(page, "api");
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width);
  });
}

/** Whose answers axe looks at: an error, a text, JSON and a picture. */
const SHOWN = ["v2-random-animal", "v2-random-kaomoji", "v1-version", "v2-filter"];

test("axe finds nothing, with answers and errors shown", { expectsFailures: true }, async (page) => {
  await page.locator("#v2-random-animal-count").fill("51");
  for (const id of SHOWN) await tryIt(page, id);
  await assertAccessible(page);
  // The dark colours are all that differs in the dark.
  await page.emulateMedia({ colorScheme: "dark" });
  await assertAccessible(page, ["color-contrast"]);
});

test("the page of an unknown address passes axe", { path: "/nowhere", expectsFailures: true }, async (page) => {
  await assertAccessible(page);
  assert(await page.getByRole("heading", { name: "Nothing here" }).isVisible());
});

async function assertAccessible(page: Page, rules?: string[]): Promise<void> {
  // Other cards are made by the same code from other words, and all of them take axe half a minute.
  const looked = [...SHOWN, "v1-static-generated", "v5-operator-status"].map((id) => `#${id}`);
  const others = `.endpoint:not(${looked.join(", ")})`;
  const axe = new AxeBuilder({ page: page as never }).options({ resultTypes: ["violations"] }).exclude(others);
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  assertEquals(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
}

/** A picture that no codec makes small: 900 × 900 of noise, as an uncompressed BMP. */
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

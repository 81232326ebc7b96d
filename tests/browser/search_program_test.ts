/// <reference lib="dom" />
import { assert, assertEquals, assertMatch } from "@std/assert";
import { assertNoViolations, shareTestSite } from "@/tests/browser/browser.ts";
import { find, until, waitForUrl } from "@/tests/browser/elements.ts";
import { goOffline, isLoaded, PHONE } from "@/tests/browser/landing_page.ts";

const { test } = shareTestSite();

/** The page of an animal, which a search does not leave. */
const ANIMAL = "/cat/Ada";

test("the search opens in place, starts with the guides, and says how many places it has found", {
  path: ANIMAL,
  inFirefox: true,
}, async (page) => {
  await find(page, "[data-search]").click();
  await find(page, ".hits a", /^Documentation/).wait();
  assertEquals(new URL(page.url()).pathname, ANIMAL);
  assertEquals(await find(page, ".hits a").at(1).attribute("href"), "/docs/animals");
  assertEquals(await find(page, ".meet-row").count(), 0);
  await find(page, "[data-finder] input").fill("429");
  await find(page, ".hits a", /rate_limited/).wait();
  assertMatch(await find(page, "[data-finder] [role=status]").text(), /^\d+ results$/);
  assertEquals(await find(page, ".hits a").attribute("href"), "/docs/service#error-rate_limited");
});

test("the row that Enter opens is the only one that is highlighted", { path: `${ANIMAL}#search` }, async (page) => {
  await find(page, ".hits a", /^Documentation/).wait();
  const highlighted = () =>
    find(page, ".hits a").evaluateAll((rows) =>
      rows.flatMap((row, index) => getComputedStyle(row).backgroundColor === "rgba(0, 0, 0, 0)" ? [] : [index])
    );
  await until(async () => `${await highlighted()}` === "0");
  await page.hover(".hits li:nth-child(3) a");
  // The colour of a title that is pointed at has changed when a background would have, too.
  await until(async () => `${await highlighted()}` === "0");
  for (const row of ["0", "1"]) {
    await page.keyboard.press("ArrowDown");
    await until(async () => `${await highlighted()}` === row);
  }
});

test("a row shows why it was found, with a wrong letter, too", { path: `${ANIMAL}#search` }, async (page) => {
  await find(page, "[data-finder] input").fill("gingr fox");
  await find(page, ".hits a", /coat=ginger/).wait();
  const first = find(page, ".hits a").at(0);
  assertEquals(await first.attribute("href"), "/docs/animals#animal?kind=fox&coat=ginger");
  assertEquals(await first.find("mark").evaluateAll((marks) => marks.map((each) => each.textContent)), [
    "fox",
    "ginger",
  ]);
});

test("a row is the animal with the name that was typed, the first one of a name, and nothing is ever empty", {
  path: "/#search",
  inFirefox: true,
}, async (page) => {
  const input = find(page, "[data-finder] input");
  for (const name of ["Grace", "a/b+c,d?", "кот", "x".repeat(64), "<b>&"]) {
    await input.fill(name);
    const meet = find(page, ".hits .meet-row", `Meet "${name}"Every name has an animal. This is the cat.`);
    await meet.wait();
    assertEquals(await meet.attribute("href"), `/cat/${name.split("+").map(encodeURIComponent).join("+")}`);
    await meet.find("img[src]").wait();
    assert(await meet.find("img").evaluate(isLoaded), name);
  }
  // Nothing is called Grace, although sentences have the name.
  await input.fill("Grace");
  await find(page, ".hits a").waitForText(/^Meet "Grace"/);
  await input.fill("Will");
  await find(page, ".hits a").waitForText(/^Meet "Will"/);
  await input.fill("ada lovelace");
  await find(page, ".hits a").waitForText(/^Meet "ada lovelace"/);
  await input.fill("Avatar");
  await find(page, ".hits a").waitForText(/^\/\{kind\}\/\{name\}/);
  const status = find(page, "[data-finder] [role=status]");
  for (const text of ["x".repeat(65), "%.png", "..", "zqzq.JPEG"]) {
    await input.fill(text);
    await find(page, ".meet-row").waitUntilGone();
    assert(await find(page, ".hits a").count() > 3, text);
  }
  await input.fill("zqzqzq");
  await status.waitForText(/^There is nothing about "zqzqzq"\. Try a simpler word/);
  assertMatch(await find(page, ".hits a").text(), /^Meet "zqzqzq"/);
  await input.fill("blur zqzqzq");
  await status.waitForText(/^Nothing has all of these words\. With some of them: \d+ results/);
});

test("keys open the search, move in its rows, choose one and close it", { path: ANIMAL }, async (page) => {
  const active = () => page.evaluate("document.activeElement.getAttribute('href') ?? document.activeElement.id");
  await page.keyboard.press("/");
  await page.keyboard.type("blur");
  await find(page, ".hits a", /Image filter/).wait();
  await page.keyboard.press("ArrowDown");
  assertEquals(await active(), "/#playground?steps=blur");
  await page.keyboard.press("ArrowDown");
  assertEquals(await active(), await find(page, ".hits a").at(1).attribute("href"));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assertEquals(await active(), "search");
  // The button, then the rows.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assertEquals(await active(), "/#playground?steps=blur");
  await page.keyboard.press("Escape");
  await find(page, "[data-finder]").waitUntilGone();
  await page.keyboard.down("Control");
  await page.keyboard.press("k");
  await page.keyboard.up("Control");
  assertEquals(await find(page, "[data-finder] input").value(), "");
  await page.keyboard.type("blur");
  await page.keyboard.press("Enter");
  await waitForUrl(page, /\/#playground\?steps=blur/);
});

test(
  "who presses Enter before the index is loaded gets the first row then",
  { path: ANIMAL, inFirefox: true },
  async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("greyscale");
    await page.keyboard.press("Enter");
    await waitForUrl(page, /\/#playground\?steps=greyscale/);
  },
);

test("without the index the sections remain, and the next opening loads it", {
  path: ANIMAL,
  expectsErrors: true,
}, async (page) => {
  await page.evaluate("import('/search.js')");
  const goOnline = await goOffline(page);
  await find(page, "[data-search]").click();
  await find(page, "[data-finder]").waitForText("The search cannot be loaded at the moment.");
  assert(await find(page, ".hits a").count() > 3);
  await goOnline();
  await find(page, "button", "Close").click();
  await find(page, "[data-finder]").waitUntilGone();
  await find(page, "[data-search]").click();
  await find(page, ".hits a", /^Documentation/).wait();
});

test("on a phone with its keyboard, the field and rows are in view, and axe finds no violations", {
  path: ANIMAL,
  viewport: { width: PHONE.width, height: 360 },
}, async (page) => {
  await find(page, "[data-search]").click();
  await find(page, "[data-finder] input").fill("ginger cat face");
  await find(page, ".meet-row img[src]").wait();
  const { x, y, width, height } = await find(page, "[data-finder]").box();
  assert(x >= 0 && y >= 0 && x + width <= PHONE.width && y + height <= 360, JSON.stringify({ x, y, width, height }));
  const list = await find(page, ".hits").evaluate(({ clientHeight, clientWidth, scrollWidth }) => {
    return { clientHeight, isWide: scrollWidth > clientWidth };
  });
  assertEquals(list.isWide, false);
  assert(list.clientHeight >= 150, `${list.clientHeight}`);
  const low = await find(page, ".hits a").evaluateAll((rows) => rows.filter((row) => row.offsetHeight < 44).length);
  assertEquals(low, 0);
  await assertNoViolations(page);
  await find(page, "button", "Close").click();
  await until(async () => !await find(page, "[data-finder]").isVisible());
});

test("the examples in the field lead to what they say", { path: "/#search" }, async (page) => {
  const expected = {
    cat: "/docs/animals#animal?kind=cat",
    blur: "/#playground?steps=blur",
    429: "/docs/service#error-rate_limited",
  };
  const input = find(page, "[data-finder] input");
  await find(page, ".hits a").wait();
  for (const text of (await input.attribute("placeholder")).split(", ").slice(0, -1)) {
    await input.fill(text);
    await find(page, ".hits mark").wait();
    assertEquals(await find(page, ".hits a").attribute("href"), expected[text as keyof typeof expected]);
  }
});

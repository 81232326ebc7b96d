import { assert, assertEquals } from "@std/assert";
import { shareTestSite } from "@/tests/browser/browser.ts";
import { find, until, waitForUrl } from "@/tests/browser/elements.ts";
import { PHONE } from "@/tests/browser/landing_page.ts";
import { createNoise } from "@/tests/browser/pictures.ts";

const { site, test } = shareTestSite({ defaults: { hasScripts: false } });

test("without scripts, a menu leads a phone to the sections", { viewport: PHONE }, async (page) => {
  const menu = find(page, "#sections");
  assertEquals(await menu.isVisible(), false);
  await find(page, "button", "Menu").click();
  const { height } = await menu.find("a", "Block lists").box();
  assert(height >= 44, `${height}`);
  await menu.find("a", "Block lists").click();
  await waitForUrl(page, /\/docs\/lists$/);
});

test("without scripts, the front page fits a phone", { viewport: PHONE }, async (page) => {
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), PHONE.width);
});

test("without scripts, the choices of a card lead to their responses", { path: "/docs/text" }, async (page) => {
  await find(page, "#v2-random-kaomoji summary").click();
  await find(page, "#v2-random-kaomoji a", "uwu").click();
  await waitForUrl(page, /\/api\/v2\/random\/kaomoji\/uwu$/);
  await find(page, "body").waitForText(/"endpoint":\s*"uwu"/);
});

test("without scripts, the name form leads to the page of the animal", {}, async (page) => {
  await find(page, "#meet-name").fill("Zoë & Co");
  await find(page, "button", "Meet").click();
  await waitForUrl(page, /\/cat\/Zo%C3%AB%20%26%20Co$/);
  await find(page, "h1", "Zoë & Co").wait();
});

test("without scripts, the form of the lists explains a name", { path: "/docs/lists" }, async (page) => {
  await find(page, "input", "Why is this name blocked?").fill("stats.g.doubleclick.net");
  await find(page, "button", "Look it up").click();
  await waitForUrl(page, /doubleclick/);
  await find(page, "body").waitForText(/"blocked":\s*true/);
});

test("without scripts, a file can be filtered", {}, async (page) => {
  await find(page, "input", "Picture").upload("a.bmp", createNoise(8));
  await find(page, "button", "invert").click();
  await waitForUrl(page, /\/api\/v2\/filter\/invert$/);
  await until(async () => await page.evaluate("document.contentType") === "image/png");
});

test("without scripts, a URL can be filtered", {}, async (page) => {
  await find(page, "summary", "Filter a picture on the web").click();
  await find(page, "input", "URL").fill(`${site.origin}/images/animals/bird/k3v09x2a.png`);
  await find(page, "button", "tint").click();
  await waitForUrl(page, /\/filter\/tint:ff8800\?image=.*bird/);
  await until(async () => await page.evaluate("document.contentType") === "image/png");
});

test("without scripts, filters and chains lead to their results", {}, async (page) => {
  await find(page, "a", "noir").click();
  await waitForUrl(page, /\/filter\/greyscale,.*\?image=\/cat\/Ada\.png$/);
  await until(async () => await page.evaluate("document.contentType") === "image/png");
});

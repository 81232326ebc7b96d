/// <reference lib="dom" />
import { assertEquals } from "@std/assert";
import { assertNoViolations, shareTestSite } from "@/tests/browser/browser.ts";
import { emptyClipboard, readClipboard, readCopied } from "@/tests/browser/clipboard.ts";
import { advanceClock } from "@/tests/browser/clock.ts";
import { find, until, waitForUrl } from "@/tests/browser/elements.ts";

const { site, test } = shareTestSite({ defaults: { path: "/fox/Zo%C3%AB" } });

for (const hasScripts of [true, false]) {
  const how = hasScripts ? "" : " without scripts";

  test(`the page of an animal leads to another one and to that of one's own name${how}`, {
    hasScripts,
    inFirefox: hasScripts,
  }, async (page) => {
    assertEquals(await find(page, "h1").text(), "Zoë");
    await find(page, "a", "Another one").click();
    await waitForUrl(page, /\/fox\/\w+-\w+$/);
    // The address changes before the page has arrived.
    await until(async () => await find(page, "h1").text() !== "Zoë");
    await find(page, "#seed").fill("<b> & 猫/🦊");
    await find(page, "button", "Meet").click();
    await waitForUrl(page, /%3Cb%3E/);
    await find(page, "h1", "<b> & 猫/🦊").wait();
    await find(page, "a", "bird").click();
    await waitForUrl(page, /\/bird\//);
    await until(async () => /^<b> & 猫\/🦊 the bird/.test(await page.title()));
  });
}

test("the page of an animal copies its address, also twice", { inFirefox: true, stopsClock: true }, async (page) => {
  const button = find(page, "[data-copy-address]");
  const announcement = find(page, "[data-announcement]");
  for (let clicks = 0; clicks < 2; clicks++) {
    await announcement.evaluate((element) => element.textContent = "");
    assertEquals(await readCopied(button), `${site.origin}/fox/Zo%C3%AB`);
    await until(async () => await announcement.evaluate((element) => element.textContent) === "Copied");
    assertEquals(await button.text(), "Copied");
  }
  // The button says so for 1.5 s.
  await advanceClock(page, 1500);
  assertEquals(await button.text(), "Copy link");
});

test(
  "a refused clipboard is replaced by a selection, which can be copied by hand",
  { stopsClock: true },
  async (page) => {
    await emptyClipboard(page);
    await page.evaluate(
      "navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
    );
    await find(page, "button", "Copy link").click();
    await find(page, "button", "Copied").wait();
    assertEquals(await readClipboard(page), `${site.origin}/fox/Zo%C3%AB`);
    await page.evaluate("document.execCommand = () => false");
    const button = find(page, 'button[aria-label="Copy the BBCode"]');
    await button.click();
    await button.waitForText("Press Ctrl+C");
    const selected = await page.evaluate("getSelection().toString()");
    assertEquals(selected, await find(page, ".embed div", /BBCode/).find("code").text());
  },
);

test("the page of an animal downloads its picture under its name", { inFirefox: true }, async (page) => {
  await find(page, ".downloads a", "PNG").click();
  const path = `${site.downloads}/Zoë.png`;
  await until(async () => (await Deno.stat(path)).isFile);
  await Deno.remove(path);
});

test("the page of an animal is accessible, and fits a phone", {
  viewport: { width: 320, height: 640 },
}, async (page) => {
  await assertNoViolations(page);
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320);
  const lines = await find(page, "button", "Meet").evaluate((button) => {
    const text = document.createRange();
    text.selectNodeContents(button);
    return text.getClientRects().length;
  });
  assertEquals(lines, 1, "the lines of the button");
});

test("the page of an animal links to the search and copies its code", { path: "/cat/Ada" }, async (page) => {
  assertEquals(
    await readCopied(find(page, 'button[aria-label="Copy the BBCode"]')),
    await find(page, ".embed div", /BBCode/).find("code").text(),
  );
  await page.keyboard.press("/");
  await find(page, "[data-finder][open]").wait();
  await page.keyboard.type("healthz");
  await find(page, ".hits li:first-child a[href='/docs/service#healthz']").wait();
});

test("the footer of a short page is at the bottom of the window", {
  path: "/cat/Ada",
  viewport: { width: 1280, height: 2000 },
}, async (page) => {
  const { y, height } = await find(page, "footer").box();
  assertEquals(Math.round(y + height), 2000);
});

test("the page of an animal shares its address where the browser can", { path: "/cat/Ada" }, async (page) => {
  await page.evaluateOnNewDocument(() => {
    const share = (data: ShareData) => Promise.resolve(Object.assign(globalThis, { shared: data.url }));
    Object.defineProperty(navigator, "share", { value: share });
  });
  await page.reload();
  await find(page, "button", "Share").click();
  assertEquals(await page.evaluate("shared"), `${site.origin}/cat/Ada`);
});

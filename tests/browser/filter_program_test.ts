import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path";
import type { ElementHandle, Page } from "puppeteer-core";
import { testPage, waitFor } from "./browser.ts";

const FACTS = "document.querySelector('#facts').textContent.replace(/, .*/, '')";
const LINK = "document.querySelector('#filter .code code').textContent.replace(/^https?:..[^/]*/, '')";
const PROBLEM = "document.querySelector('#problem').textContent";
const STEPS = "document.querySelector('#steps').value";
const AFTER = "document.querySelector('.after').src";

/** Requests of the page for filters and their small pictures. */
const REQUESTS = "performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname)" +
  ".filter((path) => /^.(api|pictures)./.test(path)).length";

/** Scrolls to the filters and waits for the first result. */
async function open(page: Page): Promise<void> {
  await page.$eval("#filter", (each) => each.scrollIntoView());
  await waitFor(page, "document.querySelector('#filter').className", "filter near");
}

/** Clicks the button of a filter. */
async function choose(page: Page, name: string): Promise<void> {
  await page.click(`.thumbs button:has([src="/pictures/${name}.webp"])`);
}

const toTexts = (all: Element[]) => all.map(({ textContent }) => textContent?.trim() ?? "");

/** Replaces the text of a field. */
async function type(page: Page, selector: string, text: string): Promise<void> {
  await page.$eval(selector, (each) => (each as HTMLInputElement).select());
  await page.type(selector, text);
  await page.keyboard.press("Enter");
}

testPage("nothing is filtered before a visitor comes near", {}, async (page) => {
  assertEquals(await page.evaluate(REQUESTS), 0);
  await open(page);
  await waitFor(page, FACTS, "512 × 512 px");
  await page.waitForFunction(`${REQUESTS} > 1`);
  assertMatch(String(await page.evaluate(AFTER)), /^blob:/);
});

testPage("buttons and rows write the chain, and the code has what one sees", {}, async (page) => {
  await open(page);
  assertEquals(await page.$$eval("[aria-pressed=true]", toTexts), ["sepia"]);
  await page.focus("#rows input");
  await page.keyboard.press("ArrowLeft");
  await waitFor(page, LINK, "/api/v2/filter/sepia:0.95?image=/cat/Ada.png");
  for (const chain of ["tint:ff8800", "rotate", "tint:ff8800"]) await page.select("#add", chain);
  assertEquals(await page.evaluate(STEPS), "sepia:0.95,tint:ff8800,rotate,tint:ff8800");
  assertEquals(await page.$$eval("[aria-pressed=true]", toTexts), ["sepia", "tint", "rotate"]);
  await page.focus("#rows input");
  await page.keyboard.press("ArrowRight");
  await page.click("[aria-label='Remove tint']");
  assertEquals(await page.evaluate("document.activeElement.ariaLabel"), "Remove rotate");
  await page.click("[aria-label='Move tint up']");
  assertEquals(await page.$$eval("#rows span", toTexts), ["sepia", "tint", "rotate"]);
  await type(page, "#rows [aria-label=tint]", "00f");
  await page.click("[aria-label='Remove tint']");
  assertEquals(await page.$$eval("#rows span", toTexts), ["sepia", "rotate"]);
  await type(page, "[name=width]", "64");
  await waitFor(page, FACTS, "64 × 64 px");
  await page.select("[name=format]", "webp");
  await waitFor(page, LINK, "/api/v2/filter/sepia,rotate?image=/cat/Ada.png&width=64&format=webp");
  const [, html, , curl] = await page.$$eval("#filter .code code", toTexts);
  assertMatch(html!, /&amp;width=64&amp;format=webp" width="64" height="64" alt="">$/);
  assertMatch(curl!, /^curl -o filtered\.webp "http:/);
});

testPage("the text is the truth, and an error stands beside its field", { expectsErrors: true }, async (page) => {
  await open(page);
  const shown = await page.evaluate(AFTER);
  await type(page, "#steps", "blur:900");
  await waitFor(page, PROBLEM, 'Cannot read "strength" of "blur": must be a number from 1 to 256, got "900"');
  assertEquals(await page.evaluate(AFTER), shown);
  assertEquals(await page.$eval("#problem", (each) => each.previousElementSibling?.textContent?.trim()), "Filters");
  await type(page, "#steps", "flip,blur:8");
  await waitFor(page, LINK, "/api/v2/filter/flip,blur:8?image=/cat/Ada.png");
  assertEquals(await page.evaluate(PROBLEM), "");
  assertEquals(await page.$$eval("#rows input", (all) => all.map((each) => (each as HTMLInputElement).value)), [
    "",
    "8",
  ]);
  await page.$eval("#steps", (each) => (each as HTMLInputElement).select());
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await waitFor(page, PROBLEM, "Choose a filter.");
  await type(page, "#steps", "flip,blur:8");
  await waitFor(page, PROBLEM, "");
  await type(page, "#chain [name=image]", "/nobody.png");
  await page.waitForFunction(`${PROBLEM}.startsWith("Cannot filter the image")`);
  assertEquals(
    await page.$eval("figcaption:has(#save)", (each) => each.innerText.trim()),
    "This is the previous picture.",
  );
  await page.click(".samples [value^='/fox']");
  await waitFor(page, LINK, "/api/v2/filter/flip,blur:8?image=/fox/Rex.png%3Fview%3Dface");
  assertMatch(await page.$eval("figcaption:has(#save)", (each) => each.innerText), /Save$/);
  await type(page, "#chain [name=image]", "/dog/Rex.png?size=64");
  await waitFor(page, FACTS, "64 × 64 px");
});

testPage("a file that is dropped is filtered, and only curl can repeat it", {}, async (page) => {
  await open(page);
  await page.evaluate(`fetch("/cat/Ada.png?size=32").then((response) => response.blob()).then((blob) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([blob], "my $.png"));
    document.querySelector("#filter").dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  })`);
  await waitFor(page, FACTS, "32 × 32 px");
  const visible = "#filter .code div:not([hidden]) code";
  const codes = await page.$$eval(visible, toTexts);
  assertMatch(codes.join("\n"), /^curl --data-binary "@my \\\$\.png" -o filtered\.png "[^"]+"$/);
  assertMatch(await page.$eval(".before", (each) => (each as HTMLImageElement).src), /^blob:/);
  await type(page, "#chain [name=image]", "/cat/Bo.png?size=64");
  await waitFor(page, FACTS, "64 × 64 px");
});

testPage("the divider moves with the keyboard", { path: "/#filter", width: 320 }, async (page) => {
  await open(page);
  await page.focus("#split");
  await page.keyboard.press("ArrowLeft");
  assertEquals(await page.$eval(".compare", (each) => getComputedStyle(each).getPropertyValue("--split")), "49%");
});

testPage("without a script, two forms filter", { browsers: ["chromium"], hasScripts: false }, async (page) => {
  const [response] = await Promise.all([page.waitForNavigation(), choose(page, "sepia")]);
  assertEquals([response?.status(), response?.headers()["content-type"]], [200, "image/png"]);
  assertMatch(page.url(), /\/api\/v2\/filter\/sepia\?image=%2Fcat%2FAda\.png&width=&height=&format=$/);
  await page.goBack();
  const file = await page.$("#upload [name=image]") as ElementHandle<HTMLInputElement>;
  await file.uploadFile(fromFileUrl(new URL("../../static/pictures/blur.webp", import.meta.url)));
  const [uploaded] = await Promise.all([page.waitForNavigation(), page.click("#upload [formaction$='/invert']")]);
  assertEquals([uploaded?.status(), uploaded?.headers()["content-type"]], [200, "image/webp"]);
});

import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { Page } from "puppeteer-core";
import { testPage, waitFor } from "./browser.ts";

const ADDRESS = "location.pathname + location.search";
const CAPTION = "document.querySelector('figcaption p').textContent";
const LINK = "document.querySelector('.code code').textContent.replace(/^https?:..[^/]*/, '')";
const NAME = "document.querySelector('[name=name]').value";
const SOURCE = "document.querySelector('figure > img').src";

/** Waits until the module is loaded that draws in the page. It is loaded when a visitor begins. */
async function begin(page: Page): Promise<void> {
  await page.focus("[name=name]");
  await page.evaluate("import('/animals.js').then(() => true)");
}

/** Replaces what the name field has, as fast as keys can be pressed. */
async function type(page: Page, text: string): Promise<void> {
  await page.click("[name=name]", { count: 3 });
  await page.keyboard.type(text);
}

testPage("typing a name shows its animal, its words and its code, and Back leads to the first", {}, async (page) => {
  await begin(page);
  await type(page, "Grace");
  await waitFor(page, ADDRESS, "/cat/Grace");
  await waitFor(
    page,
    CAPTION,
    "Grace is a playful slim-faced ginger cat with a blue bow, walking, on an aqua background.",
  );
  await waitFor(page, LINK, "/cat/Grace");
  assertMatch(String(await page.evaluate(SOURCE)), /^blob:/);
  assertEquals(await page.evaluate("document.activeElement.name"), "name");
  assertEquals(await page.title(), "Grace: Pawkit");
  // The headline of the front page stays.
  assertEquals(await page.$eval("h1", ({ textContent }) => textContent), "Type a name, meet your animal.");
  await page.goBack();
  await waitFor(page, ADDRESS, "/");
  await waitFor(page, NAME, "Ada");
  await waitFor(page, LINK, "/cat/Ada");
});

testPage("a comma makes a group and a plus a child, who has what from whom", {}, async (page) => {
  await type(page, "Ada + Grace");
  await waitFor(page, ADDRESS, "/cat/Ada+Grace");
  await waitFor(
    page,
    "document.querySelector('.parents span')?.textContent",
    "It has Ada's pattern and mood, Grace's coat, pose and accessory.",
  );
  assertEquals(await page.evaluate(NAME), "Ada + Grace");
  await page.keyboard.type(", dog:Rex");
  await waitFor(page, ADDRESS, "/cat/Ada+Grace,dog:Rex");
  await waitFor(page, "document.querySelectorAll('.members p').length", 2);
  await page.click("[aria-label='Remove Ada+Grace']");
  await waitFor(page, ADDRESS, "/dog/Rex");
  await waitFor(page, NAME, "Rex");
});

testPage("a typed kind becomes the chosen kind, and another kind replaces it", {}, async (page) => {
  await type(page, "dog:Rex");
  await waitFor(page, ADDRESS, "/dog/Rex");
  await waitFor(page, "document.querySelector('[name=kind]:checked').value", "dog");
  assertEquals(await page.evaluate(NAME), "dog:Rex");
  await page.click("label:has([name=kind][value=fox])");
  await waitFor(page, ADDRESS, "/fox/Rex");
});

testPage("a choice is worn at once, and a new kind keeps what it has", {}, async (page) => {
  await begin(page);
  await page.click("#look-wears summary");
  await page.click("label:has([name=wears][value=crown])");
  await waitFor(page, ADDRESS, "/cat/Ada?wears=crown");
  await waitFor(page, "document.querySelector('#look-wears').open", true);
  await waitFor(page, "document.activeElement.value", "crown");
  // A thumbnail of another trait wears it, too.
  await waitFor(page, "document.querySelector('#look-mood img').src.includes('wears=crown')", true);
  await page.click("label:has([name=kind][value=fish])");
  await waitFor(page, ADDRESS, "/fish/Ada?wears=crown");
  await waitFor(page, "document.querySelector('#look-ears') === null", true);
  await waitFor(page, "document.querySelector('#look-fins') !== null", true);
  await page.goBack();
  await waitFor(page, ADDRESS, "/cat/Ada?wears=crown");
  await waitFor(page, "document.querySelector('[name=kind]:checked').value", "cat");
  await page.goBack();
  await waitFor(page, LINK, "/cat/Ada");
});

testPage("choices that clash are disabled", { path: "/cat/Ada?pose=sleeping" }, async (page) => {
  assertEquals(await page.$eval("[name=mood][value=happy]", (each) => (each as HTMLInputElement).disabled), true);
  assertEquals(await page.$eval("[name=mood][value=dreaming]", (each) => (each as HTMLInputElement).disabled), false);
});

testPage("what moves on the page moves in the code, and what is still is still there", {}, async (page) => {
  const html = "document.querySelectorAll('.code code')[1].textContent";
  assertMatch(String(await page.evaluate(html)), /Ada\.svg\?motion=on"/);
  assertMatch(String(await page.evaluate(SOURCE)), /Ada\.svg\?motion=on$/);
  await page.click("#look-picture summary");
  await page.click("label:has([name=motion][value=off])");
  await waitFor(page, ADDRESS, "/cat/Ada?motion=off");
  assertMatch(String(await page.evaluate(html)), /Ada\.png"/);
});

testPage("the page draws what the service draws", {}, async (page, app) => {
  // The policy of the page does not let a script read the picture again.
  await page.evaluate(`window.drawn = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => (blob.text().then((text) => drawn.push(text)), create(blob));`);
  await begin(page);
  await page.click("#look-picture summary");
  for (const choice of ["[name=radius][value='64']", "[name=size][value='128']", "[name=motion][value=off]"]) {
    await page.click(`label:has(${choice})`);
  }
  await type(page, "Ünal + a’b");
  const path = `/cat/${encodeURIComponent("Ünal")}+${encodeURIComponent("a’b")}.svg?size=128&radius=64`;
  const served = await (await app.fetch(path)).text();
  await waitFor(page, `drawn.includes(${JSON.stringify(served)})`, true);
});

testPage("a link within the form, the die and an empty name lead to other animals in place", {}, async (page) => {
  await page.evaluate("window.isSamePage = true");
  await page.click(".tries a:first-child");
  await waitFor(page, ADDRESS, "/cat/Ada+Grace");
  await waitFor(page, NAME, "Ada+Grace");
  await page.click(".name a");
  await page.waitForFunction(`!["/", "/cat/Ada+Grace"].includes(${ADDRESS})`);
  const random = await page.evaluate(NAME);
  assertNotEquals(random, "Ada+Grace");
  await page.click("[name=name]", { count: 3 });
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await page.waitForFunction(`!["", ${JSON.stringify(random)}].includes(${NAME})`);
  assertEquals(await page.evaluate("window.isSamePage"), true);
});

testPage("after an error, all belongs to the last name that is right", { expectsErrors: true }, async (page) => {
  await begin(page);
  await type(page, "x".repeat(70));
  await waitFor(page, ADDRESS, `/cat/${"x".repeat(64)}`);
  await waitFor(page, LINK, `/cat/${"x".repeat(64)}`);
  await waitFor(page, `${CAPTION}.split(" ")[0]`, "x".repeat(64));
  await waitFor(page, "document.querySelector('figure > img').dataset.address.split(/[/.]/).at(-2)", "x".repeat(64));
  assertMatch(String(await page.evaluate("document.querySelector('#wrong').textContent")), /^Cannot read "name"/);
  assertEquals(await page.evaluate(NAME), "x".repeat(70));
  await type(page, "Bo");
  await waitFor(page, ADDRESS, "/cat/Bo");
  assertEquals(await page.evaluate("document.querySelector('#wrong').textContent"), "");
  await page.click("[name=name]", { count: 3 });
  await page.keyboard.press("Backspace");
  await waitFor(page, "document.querySelector('#wrong').textContent.startsWith('Without a name')", true);
  assertEquals([await page.evaluate(ADDRESS), await page.evaluate(NAME)], ["/cat/Bo", ""]);
});

testPage("a button shows the live answer of an endpoint", { path: "/#v1-version" }, async (page) => {
  await waitFor(page, "document.getElementById('v1-version').open", true);
  await page.click("#v1-version [data-run]");
  await waitFor(page, "document.querySelector('#v1-version output pre') !== null", true);
  const shown = await page.$eval("#v1-version output", ({ textContent }) => textContent);
  assert(shown?.startsWith('200 application/json{\n  "success": true,'));
});

testPage("on a phone the picture stays in view while one dresses it", { width: 390 }, async (page) => {
  await page.click("#look-wears summary");
  await page.$eval("label:has([name=wears][value=nightcap])", (each) => each.scrollIntoView({ block: "end" }));
  await waitFor(page, "Math.round(document.querySelector('figure > img').getBoundingClientRect().top)", 0);
});

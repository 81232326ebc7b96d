import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { shareTestSite, waitUntilLoaded } from "@/tests/browser/browser.ts";
import { readCopied } from "@/tests/browser/clipboard.ts";
import { advanceClock } from "@/tests/browser/clock.ts";
import { find, until } from "@/tests/browser/elements.ts";
import { goOffline, intercept, isLoaded } from "@/tests/browser/landing_page.ts";

const { site, test } = shareTestSite();

test("the hero offers the drawing as SVG, PNG and WebP in a chosen size", { inFirefox: true }, async (page) => {
  await find(page, "#meet select").choose("128 px");
  await find(page, "#meet [data-download=webp][href$='?size=128']").wait();
  assertMatch(await find(page, "#meet [data-code]").text(), /^curl -o ada\.png '.*\/cat\/Ada\.png\?size=128'$/);
  for (const type of ["svg", "png", "webp"]) {
    const link = find(page, `#meet [data-download=${type}]`);
    assertEquals(await link.attribute("download"), `ada.${type}`);
    const response = await fetch(new URL(await link.attribute("href"), site.origin));
    await response.body?.cancel();
    assertStringIncludes(response.headers.get("content-type") ?? "", `image/${type}`);
  }
});

test("an animal of the wall moves to the front", { inFirefox: true }, async (page) => {
  await find(page, ".tiles a[href$=Hedy]").click();
  await find(page, "[data-caption]").waitForText("Hedy is");
  assertEquals(await find(page, "#meet-name").value(), "Hedy");
});

test("the hero draws the animal of a name, and its address brings it back", { inFirefox: true }, async (page) => {
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
});

test("the hero draws every letter without a request, as the service draws it", {
  inFirefox: true,
  // No timer runs: nothing waits for a pause.
  stopsClock: true,
}, async (page) => {
  const [name, caption, picture] = ["#meet-name", "[data-caption]", "[data-animal]"].map((each) => find(page, each));
  await name!.fill("G");
  await advanceClock(page, 120);
  await caption!.waitForText(/^G is/);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await find(page, "#meet [name=background]").click();
  await name!.focus();
  for (const [letter, text] of [["r", "Gr"], ["+", "Gr+"], ["Z", "Gr+Z"]] as const) {
    await page.keyboard.type(letter);
    await until(async () => (await caption!.text()).startsWith(`${text} is`));
  }
  // Some browsers load the icon again when the address changes.
  assertEquals(requested.filter((url) => !url.startsWith("data:") && !url.endsWith("/favicon.svg")), []);
  const svg = await (await fetch(`${site.origin}/cat/Gr+Z.svg?background=none&motion=on`)).text();
  assertEquals(decodeURIComponent(await picture!.attribute("src")), `data:image/svg+xml,${svg}`);
  assert(await picture!.evaluate(isLoaded));
  assertEquals(await picture!.attribute("alt"), /<title>(.*)<\/title>/.exec(svg)![1]);
  const href = await find(page, "#meet [data-download=webp]").attribute("href");
  assertEquals(href, `${site.origin}/cat/Gr+Z.webp?background=none`);
});

test("the animal of the hero is alive until it shall be still", { inFirefox: true }, async (page) => {
  const picture = find(page, "[data-animal]");
  const isAlive = async () => decodeURIComponent(await picture.attribute("src")).includes("@keyframes");
  assert(await isAlive());
  await find(page, "#meet [data-still]").click();
  await until(async () => !await isAlive());
  assert(await picture.evaluate(isLoaded));
  await find(page, "#meet [data-still]").click();
  await until(isAlive);
  assertMatch(await find(page, "#meet [data-download=svg]").attribute("href"), /\/cat\/Ada\.svg$/);
});

test("the hero asks the service if the module cannot be loaded", { expectsErrors: true }, async (page) => {
  const stop = await intercept(page, "/animals.js", (request) => request.abort());
  await find(page, "#meet-name").fill("Ada+Grace");
  await find(page, "[data-caption]").waitForText(/^Ada\+Grace is/);
  await stop();
  const picture = find(page, "[data-animal]");
  assertMatch(await picture.attribute("src"), /\/images\/animals\/cat\/\w{8}-\w{8}\.svg\?motion=on$/);
  assert(await picture.evaluate(isLoaded));
});

test("the dice shows another animal of the kind, and Copy link copies the address of its page", {
  path: "/#meet?kind=fox&seed=Bob",
  inFirefox: true,
}, async (page) => {
  const caption = find(page, "[data-caption]");
  await caption.waitForText("Bob");
  await find(page, "#meet .dice").click();
  await until(async () => !(await caption.text()).includes("Bob"));
  const name = await find(page, "#meet-name").value();
  assertEquals(await find(page, "#meet [data-name][aria-current]").text(), "fox");
  await find(page, "#meet [name=background]").click();
  await find(page, "#meet [data-download=png][href$='.png?background=none']").wait();
  const href = await find(page, "#meet [data-download=png]").attribute("href");
  assertEquals(href, `${site.origin}/fox/${encodeURIComponent(name)}.png?background=none`);
  const link = await readCopied(find(page, "button", "Copy link"));
  await find(page, "button", "Copied").wait();
  assertEquals(link, `${site.origin}/fox/${encodeURIComponent(name)}`);
  await page.goto(link);
  assertEquals(await find(page, "h1").text(), name);
});

test("the hero shows the child of two names, and no link for a name without a page", {}, async (page) => {
  await find(page, "#meet-name").fill("Ada+Grace");
  await find(page, "[data-caption]").waitForText(/^Ada\+Grace is/);
  assertMatch(await find(page, "#meet [data-code]").text(), /\/cat\/Ada\+Grace$/);
  assertEquals(await find(page, "[data-caption] a").attribute("href"), `${site.origin}/cat/Ada+Grace`);
  await find(page, "#meet-name").fill("..");
  await find(page, "[data-caption]").waitForText(/^\.\. is/);
  assertEquals([
    await find(page, "[data-caption] a").count(),
    await find(page, "#meet [data-copy-address]").isVisible(),
  ], [0, false]);
});

test("a click of the name selects it, so that the next one can be typed", { inFirefox: true }, async (page) => {
  // With the mouse itself, because its press moves the focus. On a page that is loaded, nothing moves the field.
  await waitUntilLoaded(page);
  const { x, y, width, height } = await find(page, "#meet-name").box();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.keyboard.type("Zed");
  await find(page, "[data-caption]").waitForText(/^Zed is/);
});

test("offline, the hero shows no animal under another name, and draws it when it is online again", {
  expectsErrors: true,
}, async (page) => {
  const goOnline = await goOffline(page);
  await find(page, "#meet-name").fill("Zed");
  await find(page, "body").waitForText("You are offline.");
  assertEquals(await find(page, "[data-animal], #meet [data-download]").isVisible(), false);
  // This fails if the wall covers the button.
  await find(page, "[data-caption] button").aim();
  await goOnline();
  await find(page, "[data-caption]").waitForText(/^Zed is/);
  assert(await find(page, "[data-animal]").isVisible());
});

/// <reference lib="dom" />
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { assertNoViolations, shareTestSite } from "@/tests/browser/browser.ts";
import { readCopied } from "@/tests/browser/clipboard.ts";
import { find, until, waitForUrl } from "@/tests/browser/elements.ts";

const NAMES = `Ada,dog:Rex,fish:Nemo,%D7%A9%D7%9C%D7%95%D7%9D,${"W".repeat(64)}`;

const { site, test } = shareTestSite({ defaults: { path: `/cat/${NAMES}` } });

for (const hasScripts of [true, false]) {
  const how = hasScripts ? "" : " without scripts";

  test(`the page of a group leads to that of each animal${how}`, { hasScripts }, async (page) => {
    await find(page, ".members a", "Rex").click();
    await waitForUrl(page, /\/dog\/Rex$/);
  });
}

test("the page of a group copies its address", {}, async (page) => {
  assertEquals(await readCopied(find(page, "[data-copy-address]")), `${site.origin}/cat/${NAMES}`);
});

test("the page of a group fits into a phone, shows the picture, and axe finds no violations", {
  viewport: { width: 320, height: 640 },
}, async (page) => {
  await assertNoViolations(page);
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320);
  const isLoaded = await page.evaluate("document.querySelector('.portrait').naturalWidth");
  assertEquals(isLoaded, 768);
});

for (const hasScripts of [true, false]) {
  const how = hasScripts ? "" : " without scripts";

  test(`whoever changes the look of a group sees and gets it so${how}`, {
    path: "/cat/Ada,dog:Rex",
    hasScripts,
    inFirefox: hasScripts,
  }, async (page) => {
    await page.evaluate("globalThis.isSamePage = true");
    for (const [label, query] of [["Face", "view=face"], ["Circle", "radius=max"], ["64", "size=64"]] as const) {
      await find(page, ".options a", label).click();
      await find(page, ".options [aria-current]", label).wait();
      await waitForUrl(page, new RegExp(query));
    }
    const query = "?size=64&view=face&radius=max";
    assertEquals(new URL(page.url()).search, query);
    assertEquals(await page.evaluate("globalThis.isSamePage === true"), hasScripts);
    const src = new URL(await find(page, ".portrait").attribute("src"), site.origin);
    assertEquals(src.href, `${site.origin}/cat/Ada,dog:Rex.svg?view=face&radius=max`);
    assertEquals(await find(page, ".portrait").attribute("alt"), "Ada and Rex");
    assertEquals(await find(page, ".downloads a", "PNG").attribute("href"), `/cat/Ada,dog:Rex.png${query}`);
    assertStringIncludes(await find(page, ".embed").text(), `/cat/Ada,dog:Rex.png${query}`);
    assertMatch(await find(page, ".members li").text(), /Remove\s+Ada\s+the face of a [^.]+ cat/);
    assertEquals(await find(page, ".members select").isVisible(), hasScripts);
    await find(page, ".members a", /^Remove\s+Rex$/).click();
    await waitForUrl(page, /\/cat\/Ada\?size=64&view=face&radius=max$/);
  });

  test(`whoever removes animals from a group meets the one that remains${how}`, {
    path: "/cat/Ada,dog:Rex,fox:Tod",
    hasScripts,
  }, async (page) => {
    await find(page, ".members a", /^Remove\s+Ada$/).click();
    await waitForUrl(page, /\/cat\/dog:Rex,fox:Tod$/);
    await find(page, "h1", "Rex and Tod").wait();
    await find(page, ".members a", /^Remove\s+Rex$/).click();
    await waitForUrl(page, /\/fox\/Tod$/);
  });
}

test("whoever changes the kind of an animal in a group sees it so, in its place", {
  path: "/cat/Ada,dog:a%2Cb%3A,fox:Tod?view=face",
  inFirefox: true,
}, async (page) => {
  await find(page, ".members select:not([hidden])").wait();
  await page.evaluate("globalThis.isSamePage = true");
  const choose = async (label: string, kind: string, expected: string) => {
    const select = find(page, `[aria-label="Kind of ${label}"]`);
    await select.focus();
    await select.evaluate((select, kind) => {
      Object.assign(select, { value: kind });
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }, kind);
    await until(() => Promise.resolve(page.url() === `${site.origin}/cat/${expected}?view=face`));
    await find(page, `[data-path="/cat/${expected}"]`).wait();
  };
  await choose("a,b:", "fish", "Ada,fish:a%2Cb%3A,fox:Tod");
  await choose("Ada", "dog", "dog:Ada,fish:a%2Cb%3A,fox:Tod");
  await find(page, "[data-announcement]").waitForText("Kind of Ada: dog");
  await choose("Ada", "cat", "Ada,fish:a%2Cb%3A,fox:Tod");
  const src = await find(page, ".portrait").attribute("src");
  assertEquals(src.replace(site.origin, ""), "/cat/Ada,fish:a%2Cb%3A,fox:Tod.svg?view=face");
  const focused = await page.evaluate("[document.activeElement.ariaLabel, document.activeElement.value]");
  assertEquals(focused, ["Kind of Ada", "cat"]);
  await page.evaluate("history.go(-3)");
  await find(page, '[data-path="/cat/Ada,dog:a%2Cb%3A,fox:Tod"]').wait();
  assertEquals(await page.evaluate("globalThis.isSamePage === true"), true);
});

test("a look of a group can be undone with the browser's buttons, and a colour be one's own", {
  path: "/cat/Ada,Grace",
}, async (page) => {
  await find(page, "#colour").evaluate((element) => {
    Object.assign(element, { value: "#12ab34" });
    element.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await waitForUrl(page, /\?background=12ab34$/);
  await until(async () => (await find(page, ".portrait").attribute("src")).endsWith("?background=12ab34"));
  await page.evaluate("history.back()");
  await until(async () => (await find(page, ".portrait").attribute("src")).endsWith("/cat/Ada,Grace.svg"));
});

test("whoever types a name adds it to a group, which keeps its look", {
  path: "/cat/Ada,dog:Rex?view=face",
  inFirefox: true,
}, async (page) => {
  const add = async (name: string, kind: string, expected: string) => {
    await find(page, "#add").fill(name);
    await find(page, "form select").evaluate((select, kind) => Object.assign(select, { value: kind }), kind);
    await find(page, "form button", "Add").click();
    await until(() => Promise.resolve(page.url() === `${site.origin}/cat/${expected}?view=face`));
    await find(page, `[data-path="/cat/${expected}"]`).wait();
  };
  await add(" a,b/c? ", "cat", "Ada,dog:Rex,a%2Cb%2Fc%3F");
  await add("Dog: Io", "fox", "Ada,dog:Rex,a%2Cb%2Fc%3F,dog:Io");
  await add("dog:", "fox", "Ada,dog:Rex,a%2Cb%2Fc%3F,dog:Io,fox:dog%3A");
  await add("Ada + Rex", "dog", "Ada,dog:Rex,a%2Cb%2Fc%3F,dog:Io,fox:dog%3A,dog:Ada+Rex");
  await add("C++", "cat", "Ada,dog:Rex,a%2Cb%2Fc%3F,dog:Io,fox:dog%3A,dog:Ada+Rex,C%2B%2B");
  assertEquals(await find(page, "h1").text(), "Ada, Rex, a,b/c?, Io, dog:, Ada+Rex and C++");
});

test("the field of another name refuses what has no page, and the keyboard sends it", {
  path: "/cat/Ada,Rex",
}, async (page) => {
  const field = find(page, "#add");
  for (const name of ["", "..", "Ada.png", "Ada.PNG"]) {
    await field.fill(name);
    await field.press("Enter");
    assertEquals(await field.evaluate((element) => (element as HTMLInputElement).validity.valid), false, name);
  }
  await field.fill("");
  await field.focus();
  await page.keyboard.type("x".repeat(65));
  assertEquals(await field.value(), "x".repeat(64));
  assertEquals(page.url(), `${site.origin}/cat/Ada,Rex`);
  await field.fill("Io");
  await field.press("Enter");
  await waitForUrl(page, /\/cat\/Ada,Rex,Io$/);
});

test("without scripts, the page of a group has no form that would not work", {
  hasScripts: false,
}, async (page) => {
  assertEquals(await find(page, "[data-add]").isVisible(), false);
  assertEquals(await find(page, "#colour").isVisible(), false);
});

test("the page of twelve animals is accessible and cuts nothing off, on a phone", {
  path: "/cat/Ada,Grace,dog:Rex,fox:Tod,fish:Nemo,alpaca:Al,bird:Io,Ada,Ada+Grace,dog:a%2Cb,%2B,Zo%C3%AB?view=face",
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
}, async (page) => {
  await assertNoViolations(page);
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 390);
  const cut = await find(page, ".embed code").evaluateAll((codes) =>
    codes.filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
      return scrollWidth > clientWidth || scrollHeight > clientHeight;
    }).length
  );
  assertEquals(cut, 0);
  const small = await find(page, ".members .copy, .options a:not([hidden])").evaluateAll((links) =>
    links.filter(({ offsetHeight }) => offsetHeight < 44).length
  );
  assertEquals(small, 0);
});

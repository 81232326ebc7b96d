import type { Page } from "puppeteer-core";
import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { shareTestSite, waitUntilLoaded } from "@/tests/browser/browser.ts";
import { readCopied } from "@/tests/browser/clipboard.ts";
import { advanceClock } from "@/tests/browser/clock.ts";
import { find, until } from "@/tests/browser/elements.ts";
import { goOffline, intercept, isLoaded } from "@/tests/browser/landing_page.ts";

const { site, test } = shareTestSite();

/** Chooses a value of an option. */
async function chooseOption(page: Page, label: string): Promise<void> {
  await find(page, "#meet .options a", label).click();
}

test("the hero offers the drawing as SVG, PNG and WebP in a chosen size", { inFirefox: true }, async (page) => {
  await chooseOption(page, "128");
  await find(page, "#meet [data-download=webp][href$='?size=128']").wait();
  assertMatch(await find(page, "#meet [data-code]").text(), /^curl -o ada\.png '.*\/cat\/Ada\.png\?size=128'$/);
  assertMatch(await find(page, "#meet [data-download=svg]").attribute("href"), /\/cat\/Ada\.svg$/);
  for (const type of ["svg", "png", "webp"]) {
    const link = find(page, `#meet [data-download=${type}]`);
    assertEquals(await link.attribute("download"), `ada.${type}`);
    const response = await fetch(new URL(await link.attribute("href"), site.origin));
    await response.body?.cancel();
    assertStringIncludes(response.headers.get("content-type") ?? "", `image/${type}`);
  }
});

test("an animal of the wall moves to the front", { inFirefox: true }, async (page) => {
  await find(page, ".tiles a[href$=Grace]").click();
  await find(page, "[data-caption]").waitForText("Grace is");
  assertEquals(await find(page, "#meet-name").value(), "Grace");
  assertEquals(await find(page, ".tiles [aria-current]").attribute("href"), "/fox/Grace");
});

test("the picture, the code and the address follow the options of the hero", { inFirefox: true }, async (page) => {
  for (const label of ["Face", "Rounded", "64", "None"]) await chooseOption(page, label);
  await find(page, "[data-caption]").waitForText(/^Ada's face: a /);
  const query = "size=64&view=face&radius=8&background=none";
  const expected = [...new URLSearchParams(query)].toSorted();
  const [, address = ""] = /'(.*)'$/.exec(await find(page, "#meet [data-code]").text()) ?? [];
  assertEquals([...new URL(address).searchParams].toSorted(), expected);
  const svg = await (await fetch(`${site.origin}/cat/Ada.svg?view=face&radius=64&background=none&motion=on`)).text();
  assertEquals(decodeURIComponent(await find(page, "[data-animal]").attribute("src")), `data:image/svg+xml,${svg}`);
  const href = await find(page, "#meet [data-download=svg]").attribute("href");
  assertEquals([...new URL(href).searchParams.keys()].toSorted(), ["background", "radius", "view"]);
  assertEquals(new URL(href).searchParams.get("radius"), "64");
  const shared = page.url();
  await page.goto("about:blank");
  await page.goto(shared);
  await find(page, "[data-caption]").waitForText(/^Ada's face: a /);
  const marked = await find(page, "#meet .options [aria-current]").evaluateAll((all) =>
    all.map((each) => each.innerText)
  );
  assertEquals(marked, ["Face", "Rounded", "64", "None"]);
  assertMatch(await find(page, "#meet [data-code]").text(), /radius=8/);
});

test("any colour can be behind the animal of the hero", {}, async (page) => {
  await find(page, "#colour").evaluate((element) => {
    (element as HTMLInputElement).value = "#12ab34";
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await find(page, "[data-caption]").waitForText("#12ab34");
  assertMatch(await find(page, "#meet [data-code]").text(), /\/cat\/Ada\.png\?background=12ab34'$/);
  const shared = page.url();
  await page.goto("about:blank");
  await page.goto(shared);
  await find(page, "[data-caption]").waitForText("#12ab34");
  assertEquals(await find(page, "#colour").value(), "#12ab34");
  await chooseOption(page, "Scene");
  await until(async () => !(await find(page, "[data-caption]").text()).includes("#12ab34"));
});

test("Back leads to the colours and the animal before", { inFirefox: true }, async (page) => {
  const caption = find(page, "[data-caption]");
  const setColour = (colour: string) =>
    find(page, "#colour").evaluate((element, colour = "") => {
      (element as HTMLInputElement).value = colour;
      element.dispatchEvent(new Event("input", { bubbles: true }));
    }, colour);
  await find(page, "#meet [data-value=fox]").click();
  await setColour("#123456");
  await caption.waitForText("#123456");
  await chooseOption(page, "Face");
  await setColour("#654321");
  await caption.waitForText("#654321");
  await page.evaluate("history.back()");
  await caption.waitForText("#123456");
  assertEquals(await find(page, "#colour").value(), "#123456");
  await page.evaluate("history.back()");
  await caption.waitForText(/^Ada is an? (?!.*#).*cat/);
});

test("the code for each user has the kind and the options of the hero", { inFirefox: true }, async (page) => {
  await chooseOption(page, "Face");
  await find(page, "label", "For each of my users").click();
  const code = find(page, '#meet [data-language="JavaScript"]');
  await code.waitForText("?view=face`");
  assertEquals(await find(page, "#meet [data-code]").isVisible(), false);
  await find(page, "#meet [data-value=fox]").click();
  await chooseOption(page, "64");
  await code.waitForText(/size=64/);
  assertStringIncludes(await code.text(), `${site.origin}/fox/\${encodeURIComponent(user.name)}.png?`);
  assertEquals(await readCopied(find(page, "#meet .each button", "Copy the JavaScript")), await code.text());
  // 256 is the usual size in a group, but not of the one animal of a user.
  await chooseOption(page, "256");
  await find(page, "#meet-name").fill("Ada, Grace");
  await find(page, "label", /^For Ada and Grace$/).wait();
  await code.waitForText(/size=256/);
  await find(page, "#meet-name").fill("Ada");
  await find(page, "label", /^For Ada$/).click();
  assert(await find(page, "#meet [data-code]").isVisible());
});

test("the alternative text of the code begins with the name", {}, async (page) => {
  await find(page, "#meet-name").fill("Zoë");
  await find(page, "[data-caption]").waitForText(/^Zoë is/);
  await find(page, "#meet .languages button", "HTML").click();
  await find(page, "#meet [data-code]").waitForText(/alt="Zoë, a /);
});

test("without a name, the alternative text of the code names only the kind", {}, async (page) => {
  await find(page, "#meet .languages button", "HTML").click();
  await find(page, "#meet-name").fill("");
  await find(page, "#meet [data-code]").waitForText('alt="A cat"');
  await find(page, "#meet [data-value=alpaca]").click();
  await find(page, "#meet [data-code]").waitForText('alt="An alpaca"');
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
  await chooseOption(page, "None");
  await name!.focus();
  for (const [letter, text] of [["r", "Gr"], ["+", "Gr"], ["Z", "Gr+Z"]] as const) {
    const before = await name!.value();
    await page.keyboard.type(letter);
    assertEquals(await name!.value(), before + letter);
    await until(async () => (await caption!.text()).startsWith(`${text} is`));
  }
  // Other parts of the page may come into view meanwhile, and load what they show.
  assertEquals(requested.filter((url) => /\/cat\/Gr|random/.test(url) && !url.startsWith("data:")), []);
  const svg = await (await fetch(`${site.origin}/cat/Gr+Z.svg?background=none&motion=on`)).text();
  assertEquals(decodeURIComponent(await picture!.attribute("src")), `data:image/svg+xml,${svg}`);
  assert(await picture!.evaluate(isLoaded));
  assertEquals(await picture!.attribute("alt"), /<title>(.*)<\/title>/.exec(svg)![1]);
  const href = await find(page, "#meet [data-download=webp]").attribute("href");
  assertEquals(href, `${site.origin}/cat/Gr+Z.webp?background=none`);
});

test("the animal of the hero is alive until it shall be still", {}, async (page) => {
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
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

test("an animal without a name stays when only its motion or its code changes", {
  stopsClock: true,
}, async (page) => {
  const picture = find(page, "[data-animal]");
  await find(page, "#meet-name").fill("");
  await advanceClock(page, 120);
  await find(page, "[data-caption]").waitForText(/^This one is/);
  const src = await picture.attribute("src");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await find(page, "label", "For each of my users").click();
  await find(page, "#meet [data-still]").click();
  await until(async () => !(await picture.attribute("src")).includes("motion=on"));
  await find(page, "#meet [data-still]").click();
  await until(async () => new URL(await picture.attribute("src"), site.origin).href === new URL(src, site.origin).href);
  await advanceClock(page, 120);
  assertEquals(requested.filter((url) => url.includes("/random/")), []);
});

test("the hero escapes characters that nobody sees, as the page of the animal does", {}, async (page) => {
  await find(page, "#meet-name").fill("Ada\u202eecarG");
  await find(page, "[data-caption]").waitForText(/^Ada\\u202eecarG is/);
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
  assertEquals(await find(page, "#meet [data-name=kind][aria-current]").text(), "fox");
  await chooseOption(page, "None");
  await find(page, "#meet [data-download=png][href$='.png?background=none']").wait();
  const href = await find(page, "#meet [data-download=png]").attribute("href");
  assertEquals(href, `${site.origin}/fox/${encodeURIComponent(name)}.png?background=none`);
  const link = await readCopied(find(page, "button", "Copy link"));
  await find(page, "button", "Copied").wait();
  assertEquals(link, `${site.origin}/fox/${encodeURIComponent(name)}?background=none`);
  assertEquals(await find(page, "[data-caption] a").attribute("href"), link);
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

test("names with commas in the hero lead to their group", {}, async (page) => {
  await find(page, "#meet-name").fill("Robin O'Neil, Sam+Zoë,dog:Rex");
  await find(page, "[data-caption]").waitForText(/are a group/);
  const href = await find(page, "[data-caption] a").attribute("href");
  assertEquals(href, `${site.origin}/cat/Robin%20O'Neil,Sam+Zo%C3%AB,dog:Rex`);
  const response = await fetch(href, { headers: { accept: "application/json" } });
  const { items } = await response.json();
  assertEquals(items.map(({ name }: { name: string }) => name), ["Robin O'Neil", "Sam+Zoë", "Rex"]);
});

test("the hero draws the group of names with commas, with its code and files", {}, async (page) => {
  const picture = find(page, "[data-animal]");
  await chooseOption(page, "Face");
  await find(page, "#meet-name").fill("Ada, dog:Rex");
  await find(page, "[data-caption]").waitForText(/^Ada and Rex are a group: Ada, a .*cat.*; Rex, a .*dog/);
  const path = `${site.origin}/cat/Ada,dog:Rex`;
  assertEquals(await picture.attribute("src"), `${path}.svg?view=face&motion=on`);
  assert(await picture.evaluate(isLoaded));
  assertEquals(
    await find(page, "#meet [data-code]").text(),
    `curl -o ada-dog-rex.png '${path}.png?view=face&size=512'`,
  );
  assertEquals(await find(page, "#meet [data-download=webp]").attribute("href"), `${path}.webp?view=face&size=512`);
  assertEquals(await find(page, "[data-caption] a").attribute("href"), `${path}?view=face`);
});

for (
  const [names, hint] of [
    ["Ada+Grace+Rex", "A child has two parents"],
    ["Zoë,Ada+Grace+Rex", "A child has two parents"],
    [Array.from("abcdefghijklm").join(), "at most 12 animals"],
    [`Zoë, ${"x".repeat(65)}`, "at most 64 characters"],
  ] as const
) {
  test(`the hero keeps the last animal and says what is wrong with ${names}`, {}, async (page) => {
    const read = async () => [
      await find(page, "[data-animal]").attribute("src"),
      await find(page, "#meet [data-code]").text(),
      await find(page, "label", /^For Ada/).text(),
      await find(page, "#meet [data-download=png]").attribute("href"),
    ];
    await find(page, "#meet-name").fill("Ada+Grace");
    await find(page, "[data-caption]").waitForText(/^Ada\+Grace is/);
    const before = await read();
    await find(page, "#meet-name").fill(names);
    await find(page, ".pitch .note").waitForText(hint);
    assertEquals(await read(), before);
    assertEquals(await find(page, "#meet-name").attribute("aria-invalid"), "true");
    await find(page, "#meet-name").press("Enter");
    assertEquals(await read(), before);
    await find(page, "#meet-name").fill("Bob");
    await find(page, "[data-caption]").waitForText(/^Bob is/);
    await find(page, ".pitch .note").waitForText("A plus makes a child");
  });
}

test("the hero says which names have no page, and draws their animals", {}, async (page) => {
  for (const name of ["Ada.png", ".."]) {
    await find(page, "#meet-name").fill(name);
    await find(page, "[data-caption] b", name).wait();
    await find(page, ".pitch .note").waitForText("Names such as .. or Ada.png have no page.");
    assertEquals(await find(page, "[data-caption] a").count(), 0);
  }
});

test("only blanks are no name", {}, async (page) => {
  await find(page, "#meet-name").fill("   ");
  await find(page, "[data-caption]").waitForText(/^This one is/);
  assertEquals((await find(page, "#meet [data-code]").text()).includes("seed"), false);
});

test("the field of a name has room for a group of twelve", {}, async (page) => {
  const names = Array.from({ length: 12 }, (_, index) => `Grace Hopper ${index}`).join(", ");
  await find(page, "#meet-name").fill("");
  await find(page, "#meet-name").focus();
  await page.keyboard.type(names);
  assertEquals(await find(page, "#meet-name").value(), names);
});

test("a comma or a plus after a name waits for the next one", {}, async (page) => {
  for (const text of ["Zoë, ", "Zoë,", "Zoë +", "Zoë+"]) {
    await find(page, "#meet-name").fill("Bob");
    await find(page, "[data-caption]").waitForText(/^Bob is/);
    await find(page, "#meet-name").fill(text);
    await find(page, "[data-caption]").waitForText(/^Zoë is/);
    assertMatch(await find(page, "#meet [data-code]").text(), /\/cat\/Zo%C3%AB$/);
  }
});

test("the code of a group has its size, unless it is the default of groups", {}, async (page) => {
  const code = find(page, "#meet [data-code]");
  await chooseOption(page, "1024");
  await chooseOption(page, "Rounded");
  await find(page, "#meet-name").fill("Ada, Grace");
  await code.waitForText(/Grace\.png\?(?=.*\bsize=512\b)(?=.*\bradius=64\b)/);
  await find(page, "[data-caption]").waitForText(/are a group/);
  assert(await find(page, "[data-animal]").evaluate(isLoaded));
  assertEquals(await find(page, "#meet [data-name=size][aria-current]").text(), "512");
  assertEquals(await find(page, "#meet [data-value='1024']").attribute("aria-disabled"), "true");
  await chooseOption(page, "1024");
  await until(async () => await find(page, "#meet [data-name=size][aria-current]").text() === "512");
  await chooseOption(page, "256");
  await code.waitForText(/Grace\.png\?radius=32'/);
  await find(page, "#meet-name").fill("Ada");
  await code.waitForText(/Ada\.png\?(?=.*\bsize=256\b)(?=.*\bradius=32\b)/);
});

test("an address with a size that a group cannot have shows the group", {
  path: "/#meet?kind=cat&size=1024&seed=Ada,+Grace",
}, async (page) => {
  await find(page, "[data-caption]").waitForText(/^Ada and Grace are a group/);
  assertEquals(await find(page, "label", /^For Ada/).text(), "For Ada and Grace");
  assertMatch(await find(page, "#meet [data-code]").text(), /\/cat\/Ada,Grace\.png\?size=512'$/);
});

test("the hero shows the parents of a child", {}, async (page) => {
  await find(page, "#meet-name").fill("Sam + Zoë");
  await find(page, "[data-caption]").waitForText(/Parents:\s*Sam\s*Zoë$/);
  assertEquals(
    await find(page, "[data-caption] .parents a").evaluateAll((all) => all.map((each) => each.getAttribute("href"))),
    ["/cat/Sam", "/cat/Zo%C3%AB"],
  );
});

test("pluses next to nothing are part of a name in the hero", {}, async (page) => {
  await find(page, "#meet-name").fill("C++");
  await find(page, "[data-caption]").waitForText(/^C\+\+ is/);
  assertMatch(await find(page, "#meet [data-code]").text(), /\/cat\/C%2B%2B$/);
});

for (
  const [name, path] of [
    ["Mia", "/cat/Mia?view=face"],
    ["Sam+Zoë", "/cat/Sam+Zo%C3%AB?view=face"],
    ["Ada, dog:Rex", "/cat/Ada,dog:Rex?view=face"],
  ] as const
) {
  test(`Enter in the hero opens the page of ${name}`, {}, async (page) => {
    await chooseOption(page, "Face");
    await find(page, "#meet-name").fill(name);
    await find(page, "#meet-name").press("Enter");
    await until(() => page.url() === site.origin + path);
  });
}

test("Enter in the hero keeps the size that is chosen", {}, async (page) => {
  await chooseOption(page, "64");
  await find(page, "#meet-name").fill("Mia");
  await find(page, "#meet-name").press("Enter");
  await until(() => page.url() === `${site.origin}/cat/Mia?size=64`);
});

test("Enter in the hero without a name shows another animal", {}, async (page) => {
  await find(page, "#meet-name").fill("");
  await find(page, "[data-caption]").waitForText(/^This one is/);
  await find(page, "#meet-name").press("Enter");
  await find(page, "[data-caption]").waitForText(/^This one is/);
  assertEquals(new URL(page.url()).pathname, "/");
});

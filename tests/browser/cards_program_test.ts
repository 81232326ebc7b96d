/// <reference lib="dom" />
import type { HTTPRequest, Page } from "puppeteer-core";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { toSections } from "@/lib/page/parts/sections.ts";
import { analyze, createAxe, emulateColorScheme, findRepeatedIds, shareTestSite } from "@/tests/browser/browser.ts";
import { readCopied } from "@/tests/browser/clipboard.ts";
import { advanceClock } from "@/tests/browser/clock.ts";
import { find, until } from "@/tests/browser/elements.ts";
import { intercept, isInViewport, PHONE, tryIt } from "@/tests/browser/landing_page.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";

const { site, test } = shareTestSite();

/** The endpoints that have a card with "Try it": they are called with GET. */
const CARDS = toSections(ENDPOINTS.filter(({ group }) => group !== "operator")).flatMap(({ cards }) => cards)
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => !("method" in endpoint) || endpoint.method === "GET");

const FACTS = /^200 OK\s*\d+ ms\s*[\d.]+ K?B(\s*\d+ points left)?$/;

interface ShownCard {
  readonly id: string;
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
    facts: textOf(card, "[data-facts]"),
    result: textOf(card, "[data-result]"),
    headers: textOf(card, ".result > details pre"),
    isColoured: card.querySelector("[data-result] .k") !== null,
  }));
}

/** Runs in the browser: clicks "Try it" in every card that has an id of the list. */
function clickTryIt(cards: HTMLElement[], ids: readonly string[] = []): void {
  for (const card of cards.filter(({ id }) => ids.includes(id))) {
    const buttons = [...card.querySelectorAll<HTMLElement>("button")];
    buttons.find(({ textContent }) => textContent?.includes("Try it"))!.click();
  }
}

/** Returns the paths that a page requests from now on and that begin with a text. */
function recordRequests(page: Page, start: string): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    // Some browsers load the icon again when the address changes.
    if (pathname.startsWith(start) && pathname !== "/favicon.svg") paths.push(pathname + search);
  });
  return paths;
}

test("Try it shows status, time, size, points left, headers and body for every endpoint", {
  path: "/docs",
}, async (page) => {
  for (const [group, endpoints = []] of Map.groupBy(CARDS, ({ group }) => group)) {
    await page.goto(`${site.origin}/docs/${group}`);
    await find(page, "article").evaluateAll(clickTryIt, endpoints.map(({ id }) => id));
    await until(async () => await find(page, "article [data-facts] b").count() === endpoints.length);
    const shown = new Map((await find(page, "article").evaluateAll(readCards)).map((card) => [card.id, card]));
    for (const { id, responses } of endpoints) {
      const card = shown.get(id);
      assert(card !== undefined);
      // A browser does not show a redirect to a script.
      if (responses[0]?.status === 302) continue;
      assertMatch(card.facts, FACTS, id);
      assertStringIncludes(card.headers, `content-type: ${responses[0]?.type}`);
      assertEquals(card.isColoured, responses[0]?.type === "application/json" && card.result.length < 50_000, id);
    }
    assertEquals(await findRepeatedIds(page), []);
  }
});

test("choices and fields change the code, the link and the address of the page, and Back undoes them", {
  path: "/docs/animals",
  inFirefox: true,
}, async (page) => {
  const card = find(page, "#v2-random-animal");
  await card.find("summary").at(0).click();
  await find(page, "#v2-random-animal-count").fill("3");
  await find(page, "#v2-random-animal-seed").fill("a b");
  await card.find("[data-value=fox]").click();
  const path = "/api/v2/random/animal/fox?count=3&seed=a+b";
  assertEquals((await card.find("[data-code]").text()).trim(), `curl '${site.origin}${path}'`);
  assertEquals(await card.find("[data-open]").attribute("href"), site.origin + path);
  assertEquals(await page.evaluate("location.hash"), "#v2-random-animal?kind=fox&count=3&seed=a+b");
  await card.find("[data-value=bird]").click();
  await card.find('[aria-current][data-value="bird"]').wait();
  await page.evaluate("history.back()");
  await card.find('[aria-current][data-value="fox"]').wait();
});

test("Back gives the fields and the choices of a card their first values again", {
  path: "/docs/animals",
  inFirefox: true,
}, async (page) => {
  const card = find(page, "#v2-random-animal");
  const code = card.find("[data-code]");
  await card.find("summary").at(0).click();
  for (const kind of ["fox", "bird"]) await card.find(`[data-value=${kind}]`).click();
  await find(page, "#v2-random-animal-count").fill("3");
  await find(page, "#v2-random-animal-format").choose("image");
  await code.waitForText("/bird?count=3&format=image");
  await page.evaluate("history.back()");
  await code.waitForText(/animal\/fox$/);
  await page.evaluate("history.back()");
  await code.waitForText(/animal\/cat$/);
  assertEquals(await find(page, "#v2-random-animal-count").value(), "");
  await page.evaluate("history.forward()");
  await code.waitForText(/animal\/fox$/);
});

test("Back gives a field its example again", { path: "/docs/animals#animal" }, async (page) => {
  const card = find(page, "#animal");
  const example = await find(page, "#animal-name").value();
  await card.find("[data-value=fox]").click();
  await find(page, "#animal-name").fill("Zed");
  await page.evaluate("history.back()");
  await card.find("[data-code]").waitForText(`/cat/${example}`);
});

test(
  "a tap on a kaomoji copies it, and Copy copies code and response",
  { path: "/docs/text", inFirefox: true },
  async (page) => {
    const card = await tryIt(page, "v2-random-kaomoji");
    const kaomoji = await card.find(".spoken").text();
    assertEquals(await readCopied(card.find(".spoken")), kaomoji);
    assertEquals(JSON.parse(await readCopied(card.find("button", "Copy the response"))).message, kaomoji);
    assertEquals(
      await readCopied(card.find("button", "Copy the code")),
      `curl ${site.origin}/api/v2/random/kaomoji/cat`,
    );
  },
);

test("the entries of a folder open in the same card", { path: "/docs/lists" }, async (page) => {
  await find(page, "#v1-static-generated > details > summary").click();
  await find(page, "#v1-static-generated-path").fill("");
  const card = await tryIt(page, "v1-static-generated");
  await card.find("[data-file=ads]").click();
  await card.find("[data-file='ads/domains.txt']").click();
  await card.waitForText('"mediaType"');
});

test("the code is available in several languages, chosen once for all cards", {
  path: "/docs/animals#v2-random-animal",
}, async (page) => {
  const card = find(page, "#v2-random-animal");
  const parts = { HTML: "<img src=", Markdown: "![", Python: "requests", "C#": "HttpClient" };
  for (const [language, part] of Object.entries(parts)) {
    await card.find("button", language).click();
    await card.find("[data-code]").waitForText(part);
  }
  await find(page, "#animal > details > summary").click();
  await find(page, "#animal [data-code]").waitForText("HttpClient");
});

test("an address with choices opens the card and sends the request", {
  path: "/docs/text#v2-random-kaomoji?type=love&count=14",
  inFirefox: true,
}, async (page) => {
  const card = find(page, "#v2-random-kaomoji");
  await card.find("button", "and 2 more").click();
  assertEquals(await card.find(".spoken").count(), 14);
  assertEquals(await find(page, "#v2-random-kaomoji-count").value(), "14");
});

test("a card runs again 300 ms after the last change, and its old result is marked until then", {
  path: "/docs/text",
  stopsClock: true,
}, async (page) => {
  const requested = recordRequests(page, "/api/v2/random/kaomoji/");
  const card = find(page, "#v2-random-kaomoji");
  await card.find("summary").at(0).click();
  for (const count of ["2", "3"]) {
    await find(page, "#v2-random-kaomoji-count").fill(count);
    await advanceClock(page, 299);
    assertEquals(await card.find(".result.old[aria-busy=true]").count(), 1);
    assertMatch(await card.find("[data-facts]").text(), /^Updating….*previous parameters/s);
  }
  assertEquals(requested, []);
  await advanceClock(page, 1);
  await card.find(".result:not(.old)[aria-busy=false]").wait();
  assertEquals(await card.find(".spoken").count(), 3);
  assertEquals(requested, ["/api/v2/random/kaomoji/cat?count=3"]);
});

test("an answer to earlier values of the fields is dropped", { path: "/docs/text" }, async (page) => {
  const held: HTTPRequest[] = [];
  const card = await tryIt(page, "v2-random-kaomoji");
  const endInterception = await intercept(page, "/api/v2/random/kaomoji/", (request) => {
    if (request.url().endsWith("=2")) held.push(request);
    else return request.continue();
  });
  const count = find(page, "#v2-random-kaomoji-count");
  await count.fill("2");
  await until(() => held.length > 0);
  await count.fill("3");
  await until(async () => await card.find(".spoken").count() === 3);
  // The browser may have ended it.
  await held[0]!.continue().catch(() => {});
  await endInterception();
  await count.fill("4");
  await until(async () => await card.find(".spoken").count() !== 3);
  assertEquals(await card.find(".spoken").count(), 4);
});

test("a value that cannot be sent leaves the result marked as old, until the fields fit it again", {
  path: "/docs/text",
  inFirefox: true,
}, async (page) => {
  const card = await tryIt(page, "v2-random-kaomoji");
  const requested = recordRequests(page, "/api/v2/random/kaomoji/");
  const result = await card.find(".spoken").text();
  for (const wrong of ["51", "1.5", "-"]) {
    await find(page, "#v2-random-kaomoji-count").fill(wrong);
    await card.find(".old [data-facts]", /^Not sent: count.*previous parameters/).wait();
  }
  // The value of the field is empty, which would be another request.
  await card.find("button", /^Try it/).click();
  await card.find(".old [data-facts]", /^Not sent: count/).wait();
  await find(page, "#v2-random-kaomoji-count").fill("");
  await card.find(".result:not(.old) [data-facts]", /^200 OK/).wait();
  assertEquals([await card.find(".spoken").text(), requested], [result, []]);
});

test("axe finds no violations in a card whose result is old", { path: "/docs/text" }, async (page) => {
  await tryIt(page, "v2-random-kaomoji");
  await find(page, "#v2-random-kaomoji-count").fill("51");
  await find(page, "#v2-random-kaomoji .result.old").wait();
  for (const colorScheme of ["light", "dark"] as const) {
    await emulateColorScheme(page, colorScheme);
    const { violations } = await analyze(createAxe(page).include("#v2-random-kaomoji"));
    assertEquals(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
  }
});

test("opening a card sends nothing, and a card that a link opens is up to date", {
  path: "/docs/text#v2-random-kaomoji",
}, async (page) => {
  const requested = recordRequests(page, "/api/");
  await find(page, "#v2-random-kaomoji form").wait();
  await find(page, "#v2-random-kaomoji-count").wait();
  assertEquals(requested, []);
  await page.evaluate("location.hash = 'v2-random-kaomoji?type=love&count=2'");
  await until(() => requested.length > 0);
  assertEquals(requested, ["/api/v2/random/kaomoji/love?count=2"]);
});

test("the card of the filters has a field for the strength of the chosen one only", {
  path: "/docs/filters#v2-filter?steps=contrast&image=/images/animals/cat/k3v09x2a.png%3Fsize%3D64&strength=0.5",
}, async (page) => {
  const card = find(page, "#v2-filter");
  const strength = find(page, "#v2-filter-strength");
  await card.find(".result:not(.old) [data-facts] b", "200 OK").wait();
  assertEquals([await strength.value(), await strength.attribute("min")], ["0.5", "-1"]);
  assertStringIncludes(await card.find("[data-choices]").at(0).text(), "-1 to 1, default 0.1");
  const expected = {
    greyscale: "/greyscale?image=",
    tint: "/tint?image=",
    rotate: "/rotate?image=",
    resize: "/resize?image=",
  };
  for (const [filter, path] of Object.entries(expected)) {
    await card.find(`[data-value=${filter}]`).click();
    assertStringIncludes(await card.find("[data-open]").attribute("href"), path);
    const fields = await card.find("[data-choices] :is(input, select)").evaluateAll((fields) =>
      fields.map((field) => `${field.tagName} ${(field as HTMLInputElement).name} ${(field as HTMLInputElement).value}`)
    );
    const wanted = { tint: ["INPUT strength ff8800"], rotate: ["SELECT strength "], resize: ["INPUT size 400x300"] };
    assertEquals(fields, wanted[filter as keyof typeof wanted] ?? []);
    const rows = await card.find("[data-choices]").evaluateAll((rows) => rows.filter((row) => row.checkVisibility()));
    assertEquals(rows.length, fields.length);
  }
});

test("the result stays in view beside the last field, and on a phone its state does", {
  // A folded field with a value is shown.
  path: "/docs/animals#animal?kind=cat&name=Ada&wears=crown",
}, async (page) => {
  await find(page, "#animal .preview img").wait();
  assert(await find(page, "#animal-wears").isVisible());
  const last = find(page, "#animal .field :is(input, select)").at(-1);
  const lookAt = () => last.evaluate((field) => field.scrollIntoView({ block: "center" }));
  await lookAt();
  assert(await isInViewport(find(page, "#animal .preview img")));
  await page.setViewport(PHONE);
  await lookAt();
  const state = find(page, "#animal .peek");
  assertMatch(await state.text(), /^200 OK\s+Show result$/);
  await until(() => isInViewport(state));
  await state.click();
  await until(() => isInViewport(find(page, "#animal .preview img")));
});

for (const hasScripts of [true, false]) {
  test(`on a phone, an opened card begins with its picture, ${hasScripts ? "with" : "without"} scripts`, {
    path: "/docs/animals",
    hasScripts,
    viewport: PHONE,
  }, async (page) => {
    const card = find(page, "#v2-random-animal");
    await card.find("summary").at(0).click();
    const picture = card.find(".result img");
    // An image has a size, and so is visible, only after it has loaded.
    await picture.wait();
    const [above, below] = [await picture.box(), await card.find(".about").box()];
    assert(above.y + above.height <= below.y, JSON.stringify({ above, below }));
    // The fields may arrive after the picture.
    if (hasScripts) await until(async () => await find(page, "#v2-random-animal-coat").count() === 1);
    else assertEquals(await find(page, "#v2-random-animal-coat").count(), 0);
    assertEquals(await card.find(".more label[for$=coat]").isVisible(), false);
    // Without a field, its values must be read.
    await card.find(".more > summary").click();
    await card.find(".more label[for$=coat]").wait();
    assertEquals(await card.find(".more .values").isVisible(), !hasScripts);
  });
}

test("Try it shows video links", { path: "/docs/text", inFirefox: true }, async (page) => {
  const video = await tryIt(page, "v2-random-yt-video");
  assertMatch(await video.find(".spoken a").attribute("href"), /^https:\/\/www\.youtube\.com\/watch/);
});

test("Try it shows pictures and redirects according to their type", {
  path: "/docs/animals",
  inFirefox: true,
}, async (page) => {
  const animal = await tryIt(page, "v2-random-animal");
  // An image has a size, and so is visible, only after it has loaded.
  await animal.find("img").wait();
  await find(page, "#v2-random-animal-format").choose("redirect");
  const redirect = await tryIt(page, "v2-random-animal");
  assertStringIncludes(await redirect.find("[data-facts]").text(), "302 Found");
});

test(
  "an error response shows its exact message first",
  { path: "/docs/animals", expectsErrors: true },
  async (page) => {
    await find(page, "#v2-random-animal > details > summary").click();
    await find(page, "#v2-random-animal-count").fill("51");
    const card = await tryIt(page, "v2-random-animal");
    assertStringIncludes(await card.find(".explained strong").text(), "1 to 50");
    assertStringIncludes(await card.find(".explained").text(), "out of range");
    const tokens = await card.find(".result :is(.k, .s, .n, .b)").evaluateAll((spans) =>
      spans.map(({ className, textContent }) => `${className} ${textContent}`)
    );
    const fields = ["k", "b false", "k", "n 400", "k", 's "invalid_parameter"'];
    assertEquals(tokens.slice(0, 6).map((token) => token.replace(/^k .*:$/, "k")), fields);
  },
);

test(
  "a card states that the service cannot be reached",
  { path: "/docs/service", expectsErrors: true },
  async (page) => {
    await intercept(page, "/api/v1/version", (request) => request.abort());
    const card = find(page, "#v1-version");
    await card.find("button", /^Try it/).click();
    await card.waitForText("The service cannot be reached.");
    await card.find(".result.old pre").wait();
  },
);

test(
  "a card whose script could not be loaded works at the next click",
  { path: "/docs/text", expectsErrors: true },
  async (page) => {
    const card = find(page, "#v2-random-kaomoji");
    const endInterception = await intercept(page, "/endpoint.js", (request) => request.abort());
    await page.evaluate("addEventListener('unhandledrejection', () => document.body.dataset.failed = '')");
    await card.find("button", /^Try it/).click();
    await find(page, "body[data-failed]").wait();
    await endInterception();
    await card.find("button", /^Try it/).click();
    await card.find("[data-facts]", /200/).wait();
  },
);

test("the card of a named animal shows its picture, also without an extension", {
  path: "/docs/animals#animal?kind=fox&name=Bob",
}, async (page) => {
  await find(page, "#animal .preview img[alt*=fox]").wait();
  await find(page, "#animal-name").fill("Bob.png");
  await find(page, "#animal-name").press("Enter");
  await find(page, '#animal .preview img[alt="The returned picture"]').wait();
});

test("the box explains why a name is blocked, or that it is not", { path: "/docs/lists" }, async (page) => {
  await find(page, "#lookup-domain").fill("stats.g.doubleclick.net");
  await find(page, "button", "Look it up").click();
  await find(page, "#lookup [data-result]").waitForText(/is on the lists? \w/);
  await find(page, "#lookup-domain").fill("docs.adjust.com");
  await find(page, "#lookup-domain").press("Enter");
  await find(page, "#lookup [data-result]").waitForText(
    /wildcard\.txt.* it is blocked, in adblock\.txt only by Pi-hole/,
  );
  await find(page, "#lookup-domain").fill("paw.example");
  assertEquals(await find(page, "#lookup [data-result]").text(), "");
  await find(page, "#lookup-domain").press("Enter");
  await find(page, "#lookup [data-result]").waitForText("is not blocked");
});

test("the box explains a name that was sent before its script was loaded", { path: "/docs/lists" }, async (page) => {
  await page.evaluate(() => {
    document.querySelector<HTMLInputElement>("#lookup-domain")!.value = "paw.example";
    document.querySelector<HTMLFormElement>("#lookup")!.requestSubmit();
  });
  const result = find(page, "#lookup [data-result]");
  await result.waitForText("is not blocked");
  await until(() => isInViewport(result));
});

test("a name stays one part of the path, and dots are not sent", { path: "/docs/animals#animal" }, async (page) => {
  const card = find(page, "#animal");
  const name = find(page, "#animal-name");
  for (const [text, path] of [["AC/DC", "AC%2FDC"], ["Smith, John", "Smith%2C%20John"], ["Ada+Grace", "Ada+Grace"]]) {
    await name.fill(text!);
    await card.find("[data-code]").waitForText(`/cat/${path}`);
  }
  await name.fill("..");
  const requested = recordRequests(page, "/");
  await card.find("button", /^Try it/).click();
  await card.find(".old [data-facts]", /^Not sent: name/).wait();
  assertEquals(requested, []);
});

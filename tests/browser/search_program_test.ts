/// <reference lib="dom" />
import { assertEquals, assertMatch } from "@std/assert";
import { shareTestSite } from "@/tests/browser/browser.ts";
import { find } from "@/tests/browser/elements.ts";
import { PHONE } from "@/tests/browser/landing_page.ts";

const { test } = shareTestSite();

/** The examples in the field of the search, and the start of the address of the first hit. */
const EXAMPLES: Readonly<Record<string, string>> = {
  429: "#error-rate_limited",
  cat: "#animal?kind=cat",
  blur: "#playground?steps=blur",
};

/** What else people type. */
const SEARCHES: Readonly<Record<string, string>> = {
  "": "#playground",
  "/api/v1/kaomoji": "#v1-kaomoji",
  "/healthz": "#healthz",
  404: "#error-not_found",
  "8ball": "#v2-random-string?",
  animated: "#limit-frames-of-an-animation",
  "api key": "#question-cors",
  asdfgh: "/#animals",
  avatar: "#animal",
  avif: "#limit-image-formats",
  "black and white": "#playground?steps=greyscale",
  "blur image": "#playground?steps=blur",
  blured: "#playground?steps=blur",
  bunny: "#v2-random-animal",
  "c#": "#v2-random-animal",
  changelog: "#question-own",
  circle: "#playground",
  client: "#question-client",
  color: "#playground?steps=tint",
  commercial: "#question-drawings",
  constructor: "/#animals",
  contact: "#policy",
  cors: "#question-cors",
  crop: "#playground?steps=resize",
  discord: "#question-discord",
  dns: "#lists",
  dnsmasq: "#list-dnsmasq",
  docker: "#question-own",
  electron: "#v5-feed",
  emoji: "#v2-random-kaomoji",
  "error codes": "#error-codes",
  family: "#animal",
  FOX: "#animal?kind=fox",
  gif: "#limit-image-formats",
  github: "#question-own",
  go: "#v2-random-animal",
  grayscale: "#playground?steps=greyscale",
  greyscale: "#playground?steps=greyscale",
  hamster: "#v2-random-animal",
  health: "#healthz",
  heic: "#v2-filter",
  java: "#question-java",
  kaomojis: "#v2-random-kaomoji",
  kitten: "#animal?kind=cat",
  licence: "#question-drawings",
  license: "#question-drawings",
  limits: "#limits",
  llama: "#animal?kind=alpaca",
  markdown: "#question-discord",
  metrics: "#openapi",
  mirror: "#playground?steps=flop",
  operator: "#policy",
  parents: "#animal",
  "payload too large": "#error-payload_too_large",
  "pi-hole": "#list-adblock",
  pihole: "#list-adblock",
  pixels: "#limit-pixels",
  policy: "#policy",
  price: "#limit-requests",
  privacy: "#privacy",
  "profile picture": "#animal",
  puppy: "#animal?kind=dog",
  python: "#v2-random-animal",
  quality: "#v2-filter",
  quota: "#limits",
  random: "#v2-random-animal",
  "random cat": "#v2-random-animal?kind=cat",
  "random joke": "/#animals",
  "rate limit": "#limit-requests",
  "rate limited": "#error-rate_limited",
  redirects: "#limit-redirects",
  sdk: "#question-client",
  seed: "#v2-random-animal",
  "self-host": "#question-own",
  share: "#animal",
  slack: "#animal",
  "source code": "#question-own",
  sparkle: "#v5-feed",
  status: "#healthz",
  sticker: "#animal?background=none",
  stickers: "#animal?background=none",
  strength: "#v2-filter",
  svg: "#v2-random-animal",
  tauri: "#v5-feed-tauri",
  terminal: "#animal",
  terms: "#policy",
  thumbnail: "#playground?steps=resize",
  transparent: "#animal?background=none",
  typescript: "#question-client",
  unbound: "#list-unbound",
  upload: "#playground",
  "upload image": "#playground",
  uwu: "#v2-random-kaomoji?",
  version: "#v1-version",
  video: "#",
  webp: "#v2-random-animal",
  youtube: "#v2-random-yt-video",
};

/** Runs in the browser: searches for each text, and returns it with the addresses of the hits. */
function searchAll(dialog: HTMLElement, texts: readonly string[] = []): [text: string, hits: string[]][] {
  const input = dialog.querySelector<HTMLInputElement>("input")!;
  return texts.map((text) => {
    input.value = text;
    input.dispatchEvent(new Event("input"));
    return [text, [...dialog.querySelectorAll(".hits > a")].map((link) => link.getAttribute("href") ?? "")];
  });
}

test("search leads to the right place first, and never ends empty", {
  path: "/#search",
  inFirefox: true,
}, async (page) => {
  const dialog = find(page, "[data-finder]");
  await find(page, ".hits > a").wait();
  const expected = { ...EXAMPLES, ...SEARCHES };
  const found = await dialog.evaluate(searchAll, Object.keys(expected));
  const wrong = found.filter(([text, [first]]) => !first?.startsWith(expected[text]!));
  assertEquals(wrong.map(([text, [first]]) => [text, first]), []);
  const hits = Object.fromEntries(found);
  assertEquals(hits["black and white"], ["#playground?steps=greyscale", "#v2-filter?steps=greyscale"]);
  assertEquals(hits.mirror, ["#playground?steps=flop", "#v2-filter?steps=flop"]);
  assertEquals(hits[""]!.filter((href) => href.includes("?")), []);
  await dialog.evaluate(searchAll, ["joke"]);
  assertMatch(await find(page, ".hits > :first-child").text(), /^Nothing was found\./);
  await dialog.evaluate(searchAll, ["unbound"]);
  assertMatch(await find(page, ".hits > a").text(), /unbound\.conf$/);
  assertEquals(
    (await dialog.find("input").attribute("placeholder")).replace("…", "").split(", ").toSorted(),
    Object.keys(EXAMPLES).toSorted(),
  );
});

test("a key opens the search, which finds an endpoint by its path and opens it", { inFirefox: true }, async (page) => {
  await page.keyboard.press("/");
  await page.keyboard.type("launcher news");
  await page.keyboard.press("Enter");
  await find(page, "#v5-news > details[open]").wait();
  await page.keyboard.down("Control");
  await page.keyboard.press("k");
  await page.keyboard.up("Control");
  await page.keyboard.type("no such thing");
  await find(page, "body").waitForText("Nothing was found.");
});

test("one Esc or the button closes the search, and a hit leads to its value", { viewport: PHONE }, async (page) => {
  const dialog = find(page, "[data-finder]");
  await find(page, "[data-search]").click();
  await page.keyboard.type("fox");
  await find(page, ".hits a").wait();
  await page.keyboard.press("Escape");
  await dialog.waitUntilGone();
  await find(page, "[data-search]").click();
  await find(page, "button", "Close").click();
  await dialog.waitUntilGone();
  await find(page, "[data-search]").click();
  await page.keyboard.type("dog");
  await find(page, ".hits code", /animal\/dog/).click();
  await find(page, "#v2-random-animal [aria-current][data-value=dog]").wait();
  await find(page, "#v2-random-animal .preview img").wait();
});

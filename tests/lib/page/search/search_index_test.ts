import { brotliCompressSync } from "node:zlib";
import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { LIST_FORMATS } from "@/lib/files/lists/formats.ts";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import { toAnchor } from "@/lib/page/docs/anchor.ts";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { readDocument } from "@/lib/page/docs/read_document.ts";
import { createSearchIndex, type SearchIndex } from "@/lib/page/search/search_index.ts";
import { OTHER_WORDS, SYNONYMS } from "@/lib/page/search/search_words.ts";
import { createSearch } from "@/static/rank.js";
import { startApp } from "@/tests/app.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";
import { FILTERS } from "@pawkit/images";

/** The most that a visitor loads for a search. */
const MAX_COMPRESSED_BYTES = 30 * 1024;

const index = await createIndex();
const addresses = index.entries.map(({ href }) => href);

async function createIndex(env: Readonly<Record<string, string>> = {}): Promise<SearchIndex> {
  return await createSearchIndex(loadConfig({ get: (name) => env[name] }, false));
}

function assertFound(expected: readonly string[]): void {
  assertEquals(expected.filter((href) => !addresses.includes(href)), []);
}

Deno.test("the index has every endpoint but the operator's, every filter, error code and list format", () => {
  const open = ENDPOINTS.filter(({ group }) => group !== "operator");
  assertFound(open.map(({ group, id }) => `/docs/${group}#${id}`));
  assertFound(FILTERS.map((name) => `/#playground?steps=${name}`));
  assertFound(Object.keys(ERROR_CODES).map((code) => `/docs/service#error-${code}`));
  const files = LIST_FORMATS.filter(({ label }) => label !== undefined).map(({ file }) => file.split(".")[0]);
  assertFound(files.map((name) => `/docs/lists#list-${name}`));
  assertEquals(addresses.filter((href) => href.startsWith("/docs/operator")), []);
});

Deno.test("the index has every document with its headings", async () => {
  assertFound(Object.keys(DOCUMENTS).map((page) => `/docs/${page}`));
  for (const page of Object.keys(DOCUMENTS)) {
    const text = await readDocument(page);
    const headings = text.replaceAll(/^ *```[^]*?^ *```/gm, "").matchAll(/^##+ (.*)$/gm);
    assertFound([...headings].map(([, title = ""]) => `/docs/${page}#${toAnchor(title)}`));
  }
});

Deno.test("the index says what every filter is for, in words", () => {
  const filters = index.entries.filter(({ label }) => label === "Image filter");
  // The letters of formulas.
  assertEquals(filters.filter(({ lines: [line = ""] }) => /[·−]|\b[vsRGB]\b/.test(line)), []);
  const sepia = filters.find(({ title }) => title === "sepia");
  assertEquals(index.entries.filter(({ lines }) => lines.some((line) => line.startsWith("·"))), []);
  assertEquals(sepia?.lines, ["Try it in the playground: an old photograph."]);
});

Deno.test("addresses are paths of this site, and no two are equal", () => {
  assertEquals(
    addresses.filter((href) => !/^\/(docs(\/[a-z-]+)?)?(#[\p{L}\p{N}_-]+(\?[a-z]+=[\w-]+)?)?$/u.test(href)),
    [],
  );
  assertEquals(addresses.filter((href, at) => addresses.indexOf(href) !== at), []);
});

Deno.test("other words belong to places that exist, and synonyms mean words that exist", () => {
  assertFound(Object.keys(OTHER_WORDS));
  const text = JSON.stringify(index.entries).toLowerCase();
  assertEquals(Object.values(SYNONYMS).flatMap((words) => words.split(" ")).filter((word) => !text.includes(word)), []);
});

Deno.test("texts have no marks, and the address of the service instead of an example", async () => {
  for (const origin of ["", "https://paw.example"]) {
    const text = JSON.stringify(await createIndex(origin === "" ? {} : { BASE_URL: origin, APP_NAME: "paws" }));
    assertEquals(/`|localhost:8000|\{app_name\}/.exec(text)?.[0], undefined);
    assert(text.includes(`<img src=\\"${origin}/cat/Ada.png\\">`));
    assertEquals(text.includes("/api/v5/paws/launcher/news"), origin !== "");
  }
});

Deno.test("GET /search.json sends the index, small enough for a phone, to be cached until it changes", async () => {
  await using call = await startApp();
  const response = await call("/search.json");
  const text = await response.text();
  const sent: SearchIndex = JSON.parse(text);
  assertEquals(sent.entries.map(({ href }) => href), addresses);
  assertEquals(sent.synonyms, SYNONYMS);
  assertLessOrEqual(brotliCompressSync(text).length, MAX_COMPRESSED_BYTES);
  assertEquals(response.headers.get("content-type"), "application/json");
  const again = await call("/search.json", { headers: { "if-none-match": response.headers.get("etag")! } });
  assertEquals(again.status, 304);
});

/** What people type who have not seen the service, and the start of an address among the first three. */
const SEARCHES: Readonly<Record<string, string>> = {
  "/api/v1/kaomoji": "/docs/text#v1-kaomoji",
  "/healthz": "/docs/service#healthz",
  404: "/docs/service#error-not_found",
  429: "/docs/service#error-rate_limited",
  "8ball": "/docs/text#v2-random-string",
  "api key": "/docs/service",
  blurr: "/#playground?steps=blur",
  gravatar: "/docs/animals#animal",
  "how many requests per minute": "/docs/service#limit-requests",
  "magic eight ball": "/docs/text#v2-random-string",
  "make it brighter": "/#playground?steps=brightness",
  "too many requests": "/docs/service#error-rate_limited",
  "do I need an api key?": "/docs/service",
  "docker compose": "/docs/self-hosting#container",
  deterministic: "/docs/animals",
  hash: "/docs/launcher#v5-updates",
  "put it in my README": "/#question-discord",
  "auto update": "/docs/launcher",
  avif: "/docs/service#limit-image-formats",
  avtar: "/docs/animals#animal",
  "black and white": "/#playground?steps=greyscale",
  "how to make image black and white": "/#playground?steps=greyscale",
  blur: "/#playground?steps=blur",
  "blur image": "/#playground?steps=blur",
  blury: "/#playground?steps=blur",
  cat: "/docs/animals#animal?kind=cat",
  "cat with hat": "/docs/animals#animal?kind=cat&wears=party-hat",
  circle: "/docs/animals#animal",
  color: "/#playground?steps=tint",
  "combine filters": "/docs/filters#v2-filter",
  commercial: "/#question-drawings",
  contact: "/docs/service#policy",
  cors: "/docs/service#web-pages-of-other-origins",
  "default avatar": "/docs/animals#animal",
  discord: "/docs/bots",
  dns: "/docs/lists",
  dnsmasq: "/docs/lists#list-dnsmasq",
  docker: "/docs/self-hosting",
  electron: "/docs/launcher#v5-feed",
  emoji: "/docs/text#v2-random-kaomoji",
  "environment variables": "/docs/settings",
  "error codes": "/docs/service#error-codes",
  FOX: "/docs/animals#animal?kind=fox",
  grayscale: "/#playground?steps=greyscale",
  healthcheck: "/docs/service#healthz",
  "how much does it cost": "/docs/service#limit-requests",
  identicon: "/docs/animals#animal",
  "is it free": "/docs/service#limit-requests",
  java: "/docs/service#java",
  kaomojis: "/docs/text#v2-random-kaomoji",
  kitten: "/docs/animals#animal?kind=cat",
  license: "/#question-drawings",
  limits: "/docs/service#limits",
  "link preview": "/docs/animals#animal",
  llama: "/docs/animals#animal?kind=alpaca",
  "magic 8 ball": "/docs/text#v2-random-string",
  metrics: "/docs/operating",
  mirror: "/#playground?steps=flop",
  news: "/docs/launcher#v5-news",
  openapi: "/docs/service#openapi",
  "payload too large": "/docs/service#error-payload_too_large",
  pihole: "/docs/lists",
  placeholder: "/docs/animals#animal",
  privacy: "/docs/service#privacy",
  "profile picture": "/docs/animals#animal",
  "random cat": "/docs/animals#v2-random-animal?kind=cat",
  "rate limit": "/docs/service#limit-requests",
  "rate limited": "/docs/service#error-rate_limited",
  "resize image": "/#playground?steps=resize",
  "reverse proxy": "/docs/self-hosting",
  sdk: "/docs/service#a-typed-client",
  "self-host": "/docs/self-hosting",
  "server status": "/docs/service#healthz",
  sparkle: "/docs/launcher#v5-feed",
  sticker: "/docs/animals#animal",
  tauri: "/docs/launcher#v5-feed-tauri",
  thumbnail: "/#playground?steps=resize",
  typescript: "/docs/service#a-typed-client",
  "unblock my ip": "/docs/service#error-banned",
  unbound: "/docs/lists#list-unbound",
  "upload image": "/#playground",
  uwu: "/docs/text#v2-random-kaomoji?type=uwu",
  "what is this": "/docs",
  youtube: "/docs/text#v2-random-yt-video",
};

/** What people type whose first row must be right: what they would take for the answer that there is none. */
const FIRST_ROWS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["react", "vue", "next", "next.js", "flutter", "go", "rust", "svelte", "angular"]
      .map((name) => [name, "/docs/animals#for-each-of-my-users"]),
  ),
  birb: "/docs/animals#animal?kind=bird",
  changelog: "/docs/upgrading",
  color: "/docs/animals#animal",
  doggo: "/docs/animals#animal?kind=dog",
  kat: "/docs/animals#animal?kind=cat",
  "link preview": "/docs/animals#animal",
  "og image": "/docs/animals#animal",
  "open graph": "/docs/animals#animal",
  "social card": "/docs/animals#animal",
  family: "/docs/animals#families",
  animated: "/docs/animals#animals-that-move",
  animation: "/docs/animals#animals-that-move",
  ascii: "/docs/animals#animal",
  npm: "/docs/animals#animals-module",
  attribution: "/#question-drawings",
  gdpr: "/docs/service#privacy",
  privacy: "/docs/service#privacy",
  teapot: "/docs/service#status-picture",
  initials: "/docs/animals#animal",
  vintage: "/#playground?steps=sepia",
  "remove background": "/docs/animals#animal",
  "make it blurry": "/#playground?steps=blur",
  bright: "/#playground?steps=brightness",
  "old photo": "/#playground?steps=sepia",
  "photo, old": "/#playground?steps=sepia",
  "upside down": "/#playground?steps=flip",
  joke: "/docs/text",
  quote: "/docs/text",
  moji: "/docs/text#v2-random-kaomoji",
  "limit rate": "/docs/service#limit-requests",
  "rate limit": "/docs/service#limit-requests",
  RATE_LIMIT: "/docs/settings#limits-state-and-logs",
  svg: "/docs/animals#animal",
  wordpress: "/#question-discord",
  "not working": "/docs/service#when-a-call-fails",
  // Questions lead to guides, and the words of parameters to these.
  "how do I add a hat": "/docs/animals#dress-up",
  "how to change the colour of my cat": "/docs/animals#dress-up",
  "how do I make an avatar round?": "/docs/animals#from-a-picture-to-an-avatar",
  "transparent background": "/docs/animals#from-a-picture-to-an-avatar",
  "child of two names": "/docs/animals#families",
  "two animals in one picture": "/docs/animals#one-picture-of-a-team",
  "how many requests can I send": "/docs/service#limit-requests",
  "how can I host it myself": "/docs/self-hosting",
  "what are the limits": "/docs/service#limits-in-words",
  "what does 503 mean": "/docs/service#error-overloaded",
  offline: "/docs/animals#without-requests",
  hat: "/docs/animals#animal?wears=party-hat",
  hex: "/docs/animals#animal",
  background: "/docs/animals#animal",
  radius: "/docs/animals#animal",
  seed: "/docs/animals#v2-random-animal",
};

Deno.test("the search leads to the right place with its first row, also for words of other trades", () => {
  const search = createSearch(index);
  const wrong = Object.entries(FIRST_ROWS).map(([text, href]) => [text, href, search(text).hits[0]?.href ?? ""])
    .filter(([, href = "", first]) => !first!.startsWith(href));
  assertEquals(wrong, []);
});

Deno.test("a parameter of several endpoints is one row", () => {
  const search = createSearch(index);
  for (const name of ["background", "wears", "coat", "radius", "motion", "channel", "hat", "glasses dog", "cat"]) {
    const reasons = search(name).hits.map(({ reason }) => reason.map(({ text }) => text).join(""));
    assertEquals(reasons, [...new Set(reasons)], name);
  }
  const [label] = search("background").hits.map(({ label }) => label.map(({ text }) => text).join(""));
  assertEquals(label, "Animal by name · and 5 other endpoints");
});

Deno.test("the search says whether something is called as typed, and lists guides before other documents", () => {
  const search = createSearch(index);
  for (const name of ["Ada", "Grace", "Zuzana", "Will", ""]) assertEquals(search(name).isNamed, false, name);
  for (const name of ["Avatar", "Docker", "Discord", "Redis", "Blur"]) {
    assertEquals(search(name).isNamed, true, name);
  }
  const labels = search("kaomoji").hits.slice(0, 4).map(({ label }) => label.map(({ text }) => text).join(""));
  assertEquals(labels.filter((label) => label.startsWith("For ")), []);
});

Deno.test("the search leads to the right place with one of its first three rows", () => {
  const search = createSearch(index);
  const wrong = Object.entries(SEARCHES).map(([text, href]) => {
    const first = search(text).hits.slice(0, 3).map((hit) => hit.href);
    return { text, href, first };
  }).filter(({ href, first }) => !first.some((each) => each.startsWith(href)));
  assertEquals(wrong, []);
});

import { assertEquals, assertStringIncludes } from "@std/assert";
import { type AnimalKind, ANIMALS, SCENE_WORDS, toKey, TRAITS } from "@pawkit/animals";
import { PATHS } from "@/lib/endpoints/paths.ts";
import { FILTER_PARAMETERS } from "@/lib/filters/parameters.ts";
import { startApp } from "@/tests/app.ts";

// Every query parameter: missing, empty, of the wrong type, out of range, repeated, very long, in another script.

const call = await startApp({ RATE_LIMIT: "off" });

interface Case {
  readonly path: string;
  readonly name: string;
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  /** The fields of `details` besides the parameter and its value. */
  readonly details?: object;
}

const NUMBERS = [
  "0",
  "-1",
  "1.5",
  "NaN",
  "Infinity",
  "0x10",
  " 1",
  "1 ",
  "one",
  "１",
  "1_0",
  "9".repeat(400),
  "\0",
];
const HUGE = "x".repeat(8000);

/** The parameters of drawings, on each path that has them. */
const DRAWING_CASES = ["/api/v2/random/animal/cat", "/images/animals/cat/io1dwf90.svg", "/cat/Ada.svg"].flatMap(
  (path): Case[] => [
    {
      path,
      name: "size",
      valid: ["16", "17", "100", "1024"],
      invalid: [...NUMBERS, "15", "1025", "card"],
      details: { min: 16, max: 1024 },
    },
    {
      path,
      name: "view",
      valid: ["full", "face"],
      invalid: ["Face", "head", "card", HUGE],
      details: { allowed: ["full", "face"] },
    },
    {
      path,
      name: "radius",
      valid: ["1", "2048", "max"],
      invalid: [...NUMBERS, "2049", "MAX", "50%", "maximum"],
      details: { min: 1, max: 2048, allowed: ["max"] },
    },
    {
      path,
      name: "background",
      valid: ["none", "f80", "#f80", "FF8800", "ff8800-08f", "mint", "hearts", "sky-blue-hearts", "sky blue"],
      invalid: [
        ..."None white f f8 f8001 ff8800ff mint- -mint mint-mint hearts-mint f80-f80-f80 f80-".split(" "),
        HUGE,
      ],
      details: { allowed: ["none", "RRGGBB", "RRGGBB-RRGGBB", ...SCENE_WORDS] },
    },
    ...toTraitCases(path, "cat"),
    ...["fins", "crest", "fringe"].map((name) => ({
      path,
      name,
      valid: [],
      invalid: ["long", "x", HUGE],
      details: { allowed: Object.keys(TRAITS.cat) },
    })),
  ],
);

/** The traits of a kind, on one path. */
function toTraitCases(path: string, kind: AnimalKind): Case[] {
  return Object.entries(TRAITS[kind]).map(([name, words]) => ({
    path,
    name,
    valid: [...words, ...words.map(toKey)],
    invalid: [words[0]!.toUpperCase(), `${words[0]} `, `${words[0]},${words[1]}`, "猫", "constructor", HUGE],
    details: { allowed: words.map(toKey) },
  }));
}

/** Only an SVG moves. */
const MOTION_CASES = ["/images/animals/cat/io1dwf90.svg", "/cat/Ada.svg"].map((path): Case => ({
  path,
  name: "motion",
  valid: ["on"],
  invalid: ["On", "off", "1", "true", "ｏｎ", "on,on", HUGE],
  details: { allowed: ["on"] },
}));

const CASES: readonly Case[] = [
  ...DRAWING_CASES,
  ...MOTION_CASES,
  ...ANIMALS.filter((kind) => kind !== "cat").flatMap((kind) => toTraitCases(`/${kind}/Ada.svg`, kind)),
  {
    path: "/api/v2/random/animal/cat",
    name: "count",
    valid: ["1", "50"],
    invalid: [...NUMBERS, "51"],
    details: { min: 1, max: 50 },
  },
  {
    path: "/api/v2/random/animal",
    name: "type",
    valid: ["png", "webp", "svg", "jpg", "jpeg"],
    invalid: ["PNG", "gif", "JPEG", "image/png", HUGE],
    details: { allowed: ["png", "webp", "svg", "jpg"] },
  },
  ...["/cat/Ada.txt", "/cat/Ada", "/cat", "/random"].flatMap((path): Case[] => [
    {
      path,
      name: "columns",
      valid: ["10", "11", "120"],
      invalid: [...NUMBERS, "9", "121"],
      details: { min: 10, max: 120 },
    },
    {
      path,
      name: "colors",
      valid: ["all", "256", "none"],
      invalid: ["All", "16", "true", HUGE],
      details: { allowed: ["all", "256", "none"] },
    },
  ]),
  {
    path: "/api/v1/kaomoji/uwu",
    name: "seed",
    valid: ["a", "a".repeat(64), "猫", "%", "\0", "a b&c=d", "🐱".repeat(64)],
    invalid: ["a".repeat(65), HUGE],
    details: { min: 1, max: 64 },
  },
  {
    path: "/api/v2/random/animal/cat",
    name: "seed",
    valid: ["a", " a ", "a".repeat(64), "İ".repeat(64), "🐱".repeat(64)],
    invalid: [" ", "\u200b", "\t\n", "a".repeat(65), HUGE],
    details: { min: 1, max: 64 },
  },
  {
    path: "/cat",
    name: "with",
    valid: ["Grace", " Grace ", "猫", "a/b", "%", "a".repeat(64), "🐱".repeat(64)],
    invalid: ["a".repeat(65), ".", "..", "Grace.png", "a+b+c", HUGE],
  },
  {
    path: "/api/v1/animals/cat",
    name: "format",
    valid: ["json", "text", "redirect", "image"],
    invalid: ["JSON", "xml", "json ", HUGE],
    details: { allowed: ["json", "text", "redirect", "image"] },
  },
  {
    path: "/api/v2/random/string/8ball",
    name: "format",
    valid: ["json", "text"],
    invalid: ["redirect"],
    details: { allowed: ["json", "text"] },
  },
  {
    path: "/api/v5/app/launcher/updates",
    name: "version",
    valid: ["7.5.0", "v7.5.0", "7.5.0.1", "0.0.0", "8.0.0-beta.1", "1.2.3+build.5"],
    invalid: [
      "7.5",
      "vv7.5.0",
      `${"9".repeat(60)}.0.0`,
      "7.5.0.0.0",
      "07.5.0",
      "1.2.3-",
      "latest",
      "7.5.0 ",
      "٧.0.0",
      HUGE,
    ],
  },
  {
    path: "/api/v5/app/launcher/updates",
    name: "channel",
    valid: ["stable", "beta"],
    invalid: ["nightly", "Stable", HUGE],
    details: { allowed: ["stable", "beta"] },
  },
  ...["", "/tauri.json", "/appcast.xml", "/latest.yml", "/beta-mac.yml", "/tauri/linux/x86_64/7.5.0"].map((path) => ({
    path: `/api/v5/app/launcher/feeds${path}`,
    name: "channel",
    valid: ["stable", "beta"],
    invalid: ["alpha", "Stable", HUGE],
    details: { allowed: ["stable", "beta"] },
  })),
  {
    path: "/api/v5/app/launcher/updates",
    name: "platform",
    valid: ["windows", "macos", "linux"],
    invalid: ["any", "win32", "Windows", HUGE],
    details: { allowed: ["windows", "macos", "linux"] },
  },
  {
    path: "/api/v5/app/launcher/updates",
    name: "arch",
    valid: ["x64", "arm64", "x86"],
    invalid: ["any", "universal", "amd64", HUGE],
    details: { allowed: ["x64", "arm64", "x86"] },
  },
  {
    path: "/api/v5/app/launcher/news",
    name: "limit",
    valid: ["1", "50"],
    invalid: [...NUMBERS, "51"],
    details: { min: 1, max: 50 },
  },
  ...[
    ["launcher/news", "since"],
    ["stats/downloads", "since"],
    ["stats/downloads", "until"],
  ].map(([path, name = ""]) => ({
    path: `/api/v5/app/${path}`,
    name,
    valid: ["2026-01-31", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.5+02:00"],
    invalid: ["2026-02-30", "2026-01-01T10:00:00", "2026-13-01", "yesterday", "2026", "1", "31.01.2026", HUGE],
  })),
  {
    path: "/api/v1/static/generated/all/hosts.txt",
    name: "raw",
    valid: ["1", "0", "true", "false"],
    invalid: ["2", "yes", "TRUE"],
    details: { allowed: ["1", "true", "0", "false"] },
  },
  {
    path: "/api/v1/static/logs",
    name: "tail",
    valid: ["1", "5000"],
    invalid: [...NUMBERS, "5001"],
    details: { min: 1, max: 5000 },
  },
  {
    path: "/api/v1/static/cache",
    name: "domain",
    valid: ["example.com", "EXAMPLE.com.", "müller.example", `${"a.".repeat(14)}example.com.`],
    invalid: ["a b", "..", `${"a.".repeat(15)}example.com`, HUGE],
  },
];

/** Returns a value as the message repeats it: the beginning of it if it is long. */
function shorten(value: string): string {
  return value.length > 80 ? `${value.slice(0, 80)}…` : value;
}

Deno.test("every parameter has a row here, or is one of a filter", () => {
  const names = new Set(Object.values(PATHS).flatMap(({ parameters = {} }) => Object.keys(parameters)));
  // tests/lib/filters/parameters_test.ts reads their table.
  const known = [...CASES.map(({ name }) => name), ...Object.keys(FILTER_PARAMETERS)];
  assertEquals([...names].filter((name) => !known.includes(name)), []);
});

for (const { path, name, valid, invalid, details = {} } of CASES) {
  const request = (...values: string[]) =>
    call(`${path}?${values.map((value) => `${name}=${encodeURIComponent(value)}`).join("&")}`);

  Deno.test(`GET ${path} succeeds without "${name}", with an empty one and with every valid value`, async () => {
    const values = ["", ...valid];
    for (const response of [await call(path), ...await Promise.all(values.map((value) => request(value)))]) {
      await response.body?.cancel();
      assertEquals(response.status < 400, true, response.url);
    }
  });

  Deno.test(`GET ${path} rejects an invalid "${name}" and returns what is allowed`, async () => {
    for (const value of invalid) {
      const response = await request(value);
      const body = await response.json();
      assertEquals([response.status, body.code], [400, "invalid_parameter"], value.slice(0, 40));
      const { parameter, value: repeated, suggestion: _, ...rest } = body.details;
      assertEquals([parameter, repeated], [name, shorten(value)]);
      if (Object.keys(details).length > 0) assertEquals(rest, details);
    }
  });

  if (valid.length === 0) continue;
  Deno.test(`GET ${path} rejects a repeated "${name}", even with the same value`, async () => {
    const body = await (await request(valid[0]!, valid[0]!)).json();
    assertEquals([body.status, body.code, body.details.parameter], [400, "invalid_parameter", name]);
  });
}

Deno.test("GET ignores an empty parameter next to another value of it, and next to what excludes it", async () => {
  const one = await (await call("/api/v1/kaomoji/cat?seed=&seed=a&count=2&count=&format=")).text();
  const other = await (await call("/api/v1/kaomoji/cat?count=2&seed=a")).text();
  assertEquals(one, other);
  assertEquals((await call("/api/v1/kaomoji/cat?seed=")).headers.get("cache-control"), "no-store");
  for (const path of ["/cat/Ada.png?size=card&view=&radius=", "/api/v5/app/launcher/updates?version=&platform="]) {
    const response = await call(path);
    await response.body?.cancel();
    assertEquals(response.status, 200, path);
  }
});

Deno.test("GET ignores unknown parameters and the order of known ones", async () => {
  const one = await (await call("/api/v1/kaomoji/cat?seed=a&count=2&utm_source=x&COUNT=99&seed%00%00=b")).text();
  const other = await (await call("/api/v1/kaomoji/cat?count=2&seed=a")).text();
  assertEquals(one, other);
});

Deno.test("the length of a seed is counted in characters, and a long seed is never cut within one", async () => {
  const cats = (count: number) => encodeURIComponent("🐱".repeat(count));
  assertEquals((await call(`/api/v1/animals/cat?seed=${cats(64)}`)).status, 200);
  const { message, details } = await (await call(`/api/v1/animals/cat?seed=x${cats(64)}`)).json();
  assertEquals([details.min, details.max, details.value.isWellFormed()], [1, 64, true]);
  assertStringIncludes(message, "must have 1 to 64 characters");
});

import { assertEquals } from "@std/assert";
import { startApp } from "@/tests/app.ts";

// Every query parameter: absent, empty, of another type, out of its range, twice, huge, in another script.

const call = await startApp({ RATE_LIMIT: "off" });

interface Case {
  readonly path: string;
  readonly name: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
  /** What `details` has besides the parameter and its value. */
  readonly details?: object;
}

const NUMBERS = [
  "",
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
const HUGE = "x".repeat(20_000);

const CASES: readonly Case[] = [
  {
    path: "/api/v2/random/animal/cat",
    name: "count",
    good: ["1", "50"],
    bad: [...NUMBERS, "51"],
    details: { min: 1, max: 50 },
  },
  {
    path: "/api/v1/kaomoji/uwu",
    name: "seed",
    good: ["a", "a".repeat(64), "猫", "%", "\0", "a b&c=d", "🐱".repeat(64)],
    bad: ["", "a".repeat(65), HUGE],
    details: { min: 1, max: 64 },
  },
  {
    path: "/api/v1/animals/cat",
    name: "format",
    good: ["json", "text", "redirect"],
    bad: ["", "JSON", "xml", "json ", HUGE],
    details: { allowed: ["json", "text", "redirect"] },
  },
  {
    path: "/api/v2/random/string/8ball",
    name: "format",
    good: ["json", "text"],
    bad: ["redirect"],
    details: { allowed: ["json", "text"] },
  },
  {
    path: "/api/v5/app/launcher/updates",
    name: "version",
    good: ["7.5.0", "0.0.0", "8.0.0-beta.1", "1.2.3+build.5", `${"9".repeat(60)}.0.0`],
    bad: ["", "7.5", "v7.5.0", "7.5.0.0", "07.5.0", "1.2.3-", "latest", "7.5.0 ", "٧.0.0", HUGE],
  },
  {
    path: "/api/v5/app/launcher/updates",
    name: "channel",
    good: ["stable", "beta"],
    bad: ["", "nightly", "Stable", HUGE],
    details: { allowed: ["stable", "beta"] },
  },
  {
    path: "/api/v5/app/launcher/news",
    name: "limit",
    good: ["1", "50"],
    bad: [...NUMBERS, "51"],
    details: { min: 1, max: 50 },
  },
  {
    path: "/api/v5/app/launcher/news",
    name: "since",
    good: ["2026-01-31", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.5+02:00"],
    bad: ["", "2026-02-30", "2026-13-01", "yesterday", "2026", "1", "31.01.2026", HUGE],
  },
  {
    path: "/api/v1/static/generated/all/hosts.txt",
    name: "raw",
    good: ["1", "0", "true", "false"],
    bad: ["", "2", "yes", "TRUE"],
    details: { allowed: ["1", "true", "0", "false"] },
  },
  {
    path: "/api/v1/static/logs",
    name: "tail",
    good: ["1", "5000"],
    bad: [...NUMBERS, "5001"],
    details: { min: 1, max: 5000 },
  },
  {
    path: "/api/v1/static/cache",
    name: "domain",
    good: ["example.com", "EXAMPLE.com.", "müller.example"],
    bad: ["", "a b", "..", HUGE],
  },
];

/** What is repeated to the caller: all of a short value, the start of a long one. */
function shown(value: string): string {
  return value.length > 80 ? `${value.slice(0, 80)}…` : value;
}

for (const { path, name, good, bad, details = {} } of CASES) {
  const ask = (...values: string[]) =>
    call(`${path}?${values.map((value) => `${name}=${encodeURIComponent(value)}`).join("&")}`);

  Deno.test(`GET ${path} without "${name}" and with every good value answers`, async () => {
    for (const response of [await call(path), ...await Promise.all(good.map((value) => ask(value)))]) {
      await response.body?.cancel();
      assertEquals(response.status < 400, true, response.url);
    }
  });

  Deno.test(`GET ${path} refuses a bad "${name}" and says what would be good`, async () => {
    for (const value of bad) {
      const response = await ask(value);
      const body = await response.json();
      assertEquals([response.status, body.code], [400, "invalid_parameter"], value.slice(0, 40));
      const { parameter, value: repeated, ...rest } = body.details;
      assertEquals([parameter, repeated], [name, shown(value)]);
      if (Object.keys(details).length > 0) assertEquals(rest, details);
    }
  });

  Deno.test(`GET ${path} refuses "${name}" twice, even when both agree`, async () => {
    const body = await (await ask(good[0]!, good[0]!)).json();
    assertEquals([body.status, body.code, body.details.parameter], [400, "invalid_parameter", name]);
  });
}

Deno.test("GET ignores a parameter that it does not know, and the order of those it knows", async () => {
  const one = await (await call("/api/v1/kaomoji/cat?seed=a&count=2&utm_source=x&Count=99&seed%00=b")).text();
  const other = await (await call("/api/v1/kaomoji/cat?count=2&seed=a")).text();
  assertEquals(one, other);
});

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { STATUS_BY_CODE } from "@/lib/http/errors.ts";
import { startApp } from "@/tests/app.ts";
import { PIXEL } from "@/tests/routes/contract/kinds.ts";

// Whatever is asked: an answer that the contract knows, in its form, and never a fault of ours.

const call = await startApp({ RATE_LIMIT: "off" });

const TEXT = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom(
    "",
    "0",
    "-1",
    "1e9",
    "NaN",
    "__proto__",
    "constructor",
    "..",
    "../..",
    "%",
    "%zz",
    "%2f",
    "%252e",
    "\0",
  ),
  fc.constantFrom("cat", "8ball", "hl-cats", "owo", "blur", "2", "launcher", "all", "hosts.txt", "app", PIXEL),
  fc.constantFrom("http://127.0.0.1/", "/images/animals/cat/k3v09x2a.png", "data:image/gif;base64,R0lG", "file:///x"),
  fc.string({ maxLength: 3 }).map((text) => text.repeat(2000)),
);

const SEGMENT = fc.oneof(TEXT, TEXT.map(encodeURIComponent));

/** The path of an endpoint, with its variables filled in anyhow, or anything at all. */
const PATH = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...ENDPOINTS), fc.array(SEGMENT, { minLength: 3, maxLength: 3 })) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant({ path: "/{a}/{b}/{c}" }), fc.array(SEGMENT, { minLength: 3, maxLength: 3 })),
  },
).map(([{ path }, values]) => {
  let at = 0;
  return path.replaceAll(/\{[^}]+\}/g, (name) => name === "{app_name}" && at !== 1 ? "app" : values[at++ % 3]!);
});

const NAME = fc.constantFrom(
  "count",
  "seed",
  "format",
  "image",
  "strength",
  "raw",
  "tail",
  "version",
  "channel",
  "limit",
  "since",
  "x",
);
const QUERY = fc.array(fc.tuple(NAME, TEXT), { maxLength: 4 }).map((pairs) => new URLSearchParams(pairs).toString());

const METHOD = fc.constantFrom("GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "PROPFIND", "BREW");

const HEADERS = fc.dictionary(
  fc.constantFrom(
    "if-none-match",
    "if-modified-since",
    "range",
    "origin",
    "x-request-id",
    "accept-encoding",
    "authorization",
  ),
  fc.oneof(
    fc.constantFrom("*", '"x"', "bytes=0-1", "bytes=-", "null", "gzip;q=0", "Bearer x"),
    fc.stringMatching(/^[!-~]{1,40}$/),
  ),
);

/** What the contract lets us answer with 5xx: the caller's source or our load is to blame. */
const ALLOWED_FAULTS = new Set(["source_failed", "overloaded", "source_timeout", "filter_timeout"]);

Deno.test("any request gets an answer in its form, and none is a fault of ours", async () => {
  const request = fc.tuple(METHOD, PATH, QUERY, HEADERS);
  const property = fc.asyncProperty(request, async ([method, path, query, headers]) => {
    const address = `${path.replaceAll(/[\0\s#?]/g, "_")}${query === "" ? "" : `?${query}`}`;
    const response = await call(address, { method, headers });
    const text = await response.text();
    if (method === "HEAD" || response.status === 304) return assertEquals(text, "");
    const isPacked = response.headers.has("content-encoding");
    const isJson = !isPacked && response.headers.get("content-type") === "application/json";
    if (response.status < 400) return void (isJson && JSON.parse(text));
    if (!isJson) return assertEquals(response.status, 404, text.slice(0, 200));
    const { success, status, code, message, requestId } = JSON.parse(text);
    assertEquals([success, status, requestId], [false, response.status, response.headers.get("x-request-id")]);
    assertEquals(STATUS_BY_CODE[code as keyof typeof STATUS_BY_CODE], status);
    assert(status < 500 || ALLOWED_FAULTS.has(code), text);
    assert(message.length > 10 && message.length < 400, message);
  });
  await fc.assert(property, { numRuns: 1000, seed: 20261115 });
});

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";
import { ERROR_CODES, type ErrorCode } from "@/lib/http/error_codes.ts";
import { startApp } from "@/tests/app.ts";
import { PIXEL } from "@/tests/routes/contract/response_kinds.ts";

// Any request must get a response that the contract describes, and never an internal error.

// Each request comes from a different client, because one client would soon be banned for wrong tokens.
const call = await startApp({ RATE_LIMIT: "off", TRUST_PROXY: "1", OPERATOR_TOKEN: "a-token-of-the-operator" });
let clients = 0;

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

/** The path of an endpoint, filled in with allowed or arbitrary values, or an arbitrary path. */
const PATH = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ENDPOINTS).chain(fillIn) },
  { weight: 1, arbitrary: fc.array(SEGMENT, { maxLength: 6 }).map((segments) => `/${segments.join("/")}`) },
);

function fillIn({ path, parameters }: Endpoint): fc.Arbitrary<string> {
  const variables = parameters.filter((parameter) => parameter.in === "path");
  const values = variables.map(({ allowed, example }) => {
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...(allowed ?? [String(example)])) }, SEGMENT);
  });
  return fc.tuple(...values).map((filled) =>
    variables.reduce((text, { name }, at) => text.replace(`{${name}}`, () => filled[at]!), path)
  );
}

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
  "platform",
  "arch",
  "limit",
  "since",
  "until",
  "x",
);
const IMAGE = fc.constantFrom(
  PIXEL,
  PIXEL.slice(0, 90),
  "http://10.0.0.1/",
  "http://[::1]:22/",
  "/images/animals/cat/x",
  "data:,",
);
const PAIR = fc.oneof(
  fc.tuple(NAME, TEXT),
  // Often, because few paths need one.
  { weight: 3, arbitrary: fc.tuple(fc.constant("image"), IMAGE) },
  fc.tuple(fc.constantFrom("strength", "count", "limit"), fc.integer({ min: -2, max: 60 }).map(String)),
);
const QUERY = fc.uniqueArray(PAIR, { maxLength: 4, selector: ([name]) => name }).map((pairs) =>
  new URLSearchParams(pairs).toString()
);

const METHOD = fc.oneof(
  { weight: 6, arbitrary: fc.constant("GET") },
  { weight: 2, arbitrary: fc.constant("HEAD") },
  { weight: 1, arbitrary: fc.constantFrom("OPTIONS", "POST", "PROPFIND", "BREW") },
);

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

/** The errors with status 5xx that the contract allows: the source of the image failed, or the load is too high. */
const ALLOWED_SERVER_ERRORS = new Set(["source_failed", "overloaded", "source_timeout", "filter_timeout"]);

/** A request for each status that random requests might not cause. */
const EXAMPLES: [[method: string, path: string, query: string, headers: Record<string, string>]][] = [
  [["OPTIONS", "/api", "", {}]],
  [["GET", "/api", "", { "if-none-match": "*" }]],
  [["GET", "/api/v5/app/operator/status", "", {}]],
  [["GET", "/api/v2/filter/invert", "image=http://10.0.0.1/", {}]],
  [["GET", "/api/v2/filter/invert", "image=data:,", {}]],
];

Deno.test("any request gets a response in the form of the contract and never causes an internal error", async () => {
  const seen = new Set<number>();
  const request = fc.tuple(METHOD, PATH, QUERY, HEADERS);
  const property = fc.asyncProperty(request, async ([method, path, query, headers]) => {
    const target = `${path.replaceAll(/[\0\s#?]/g, "_")}${query === "" ? "" : `?${query}`}`;
    const response = await call(target, { method, headers: { ...headers, "x-forwarded-for": `client-${clients++}` } });
    const text = await response.text();
    seen.add(response.status);
    assertNotEquals(response.status, 500, target);
    if (method === "HEAD" || response.status === 304) return assertEquals(text, "");
    const isCompressed = response.headers.has("content-encoding");
    const isJson = !isCompressed && response.headers.get("content-type") === "application/json";
    if (response.status < 400) return void (isJson && JSON.parse(text));
    if (!isJson) return assertEquals(response.status, 404, text.slice(0, 200));
    const { success, status, code, message, requestId } = JSON.parse(text);
    assertEquals([success, status, requestId], [false, response.status, response.headers.get("x-request-id")]);
    assertEquals(ERROR_CODES[code as ErrorCode].status, status);
    assert(status < 500 || ALLOWED_SERVER_ERRORS.has(code), text);
    assert(message.length > 10 && message.length < 400, message);
  });
  await fc.assert(property, { numRuns: 200, examples: EXAMPLES });
  for (const status of [200, 204, 304, 400, 401, 403, 404, 405, 422]) {
    assert(seen.has(status), `no response had status ${status}`);
  }
});

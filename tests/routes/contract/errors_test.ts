import { assert, assertEquals, assertMatch } from "@std/assert";
import { ERROR_CODES, type ErrorCode } from "@/lib/http/error_codes.ts";
import { type Call, startApp } from "@/tests/app.ts";
import { PIXEL } from "@/tests/routes/contract/response_kinds.ts";

// The table of errors: each code with its status, details and headers, caused by a request.

const TOO_LARGE = 2048;
const PIXEL_BYTES = Uint8Array.fromBase64(PIXEL.split(",")[1]!);

/** A GIF of two frames, one pixel each. */
const TWO_FRAMES = Uint8Array.fromHex(
  "474946383961" + "01000100800000000000ffffff" + "2c000000000100010000020244010" + "02c00000000010001000002024401003b",
);

/** Serves pictures and errors as the source of images. */
async function serveSource(req: Request): Promise<Response> {
  const { pathname } = new URL(req.url);
  if (pathname === "/pixel") return new Response(PIXEL_BYTES);
  if (pathname === "/frames") return new Response(TWO_FRAMES);
  if (pathname === "/large") return new Response(new Uint8Array(TOO_LARGE + 1));
  if (pathname === "/loop") return new Response(null, { status: 302, headers: { location: "/loop" } });
  if (pathname === "/inside") return new Response(null, { status: 302, headers: { location: "http://10.0.0.1/" } });
  if (pathname === "/late") await new Promise((resolve) => req.signal.addEventListener("abort", resolve));
  return new Response(null, { status: Number(pathname.slice(1)) || 404 });
}

/** A request that fails, and what a program finds in the response. */
interface ErrorCase {
  readonly code: ErrorCode;
  readonly path: string;
  readonly init?: RequestInit;
  /** How many times the same client sends it before. */
  readonly earlier?: number;
  readonly env?: Record<string, string>;
  readonly limits?: Parameters<typeof startApp>[1];
  readonly details?: object;
  readonly headers?: Record<string, RegExp>;
}

const FILTER = "/api/v2/filter/invert?image=";
const FILTER_OF_SOURCE = (path: string) => `${FILTER}http%3A%2F%2F127.0.0.1%3A{port}%2F${path}`;
const IMAGE = { parameter: "image" };
const OPERATOR = {
  path: "/api/v5/app/operator/bans",
  env: { OPERATOR_TOKEN: "a-token-of-the-operator", BASE_URL: "https://paw.test" },
};
const WRONG_TOKEN = { headers: { authorization: "Bearer wrong" } };
const LIST = "/api/v1/static/generated/all/hosts.txt?raw=1";

const ERRORS: readonly ErrorCase[] = [
  { code: "missing_parameter", path: "/api/v1/filter/blur", details: IMAGE },
  { code: "missing_parameter", path: "/api/v1/filter/blur?image=", details: IMAGE },
  { code: "invalid_parameter", path: `${FILTER}ftp:%2F%2Fx`, details: { ...IMAGE, value: "ftp://x" } },
  {
    code: "invalid_parameter",
    path: "/api/v1/animals/cat?count=99",
    details: { parameter: "count", value: "99", min: 1, max: 50 },
  },
  { code: "bad_request", path: "/api/v1/%zz" },
  {
    code: "authentication_required",
    ...OPERATOR,
    headers: { "www-authenticate": /^Bearer realm="operator"$/ },
  },
  { code: "banned", ...OPERATOR, init: WRONG_TOKEN, earlier: 10 },
  { code: "forbidden_host", ...OPERATOR, init: { headers: { origin: "https://other.test" } } },
  { code: "not_found", path: "/api/v5/app/operator/bans" },
  { code: "forbidden_address", path: `${FILTER}http%3A%2F%2F169.254.169.254%2F`, details: IMAGE },
  { code: "forbidden_address", path: `${FILTER}http%3A%2F%2Flocalhost%2F`, details: IMAGE },
  { code: "forbidden_address", path: `${FILTER}http%3A%2F%2Fexample.com%3A22%2F`, details: IMAGE },
  { code: "forbidden_address", path: FILTER_OF_SOURCE("inside"), details: IMAGE },
  { code: "not_found", path: "/api/v1/nothing" },
  { code: "not_found", path: "/api/v1/static/generated/..%2f..%2fdeno.json" },
  { code: "unknown_type", path: "/api/v1/string/9ball", details: { value: "9ball", allowed: ["8ball"] } },
  { code: "unknown_app", path: "/api/v5/other/launcher/news", details: { value: "other", allowed: ["app"] } },
  { code: "method_not_allowed", path: "/api", init: { method: "DELETE" }, headers: { allow: /^GET, HEAD, OPTIONS$/ } },
  { code: "precondition_failed", path: LIST, init: { headers: { "if-match": '"other"' } } },
  {
    code: "payload_too_large",
    path: "/api/v2/filter/invert",
    init: { method: "POST", body: new Uint8Array(TOO_LARGE + 1), headers: { "content-type": "image/png" } },
    details: { limit: TOO_LARGE, got: TOO_LARGE + 1 },
  },
  {
    code: "range_not_satisfiable",
    path: LIST,
    init: { headers: { range: "bytes=99999999-" } },
    headers: { "content-range": /^bytes \*\/\d+$/ },
  },
  {
    code: "range_not_satisfiable",
    path: "/generated/all/hosts.txt",
    init: { headers: { range: "bytes=99999999-" } },
    headers: { "content-range": /^bytes \*\/\d+$/ },
  },
  { code: "uri_too_long", path: `/api?${"x".repeat(62_000)}`, details: { limit: 61_440, got: 62_023 } },
  { code: "source_too_large", path: FILTER_OF_SOURCE("large"), details: { limit: TOO_LARGE, got: TOO_LARGE + 1 } },
  {
    code: "too_many_pixels",
    path: `${FILTER}/images/animals/cat/k3v09x2a.png`,
    env: { MAX_PIXELS: "1000" },
    details: { limit: 1000, got: 262_144 },
  },
  {
    code: "too_many_frames",
    path: FILTER_OF_SOURCE("frames"),
    limits: { maxFrames: 1 },
    details: { limit: 1, got: 2 },
  },
  {
    code: "too_expensive",
    path: `${FILTER}${encodeURIComponent(PIXEL)}`,
    limits: { maxJobBytes: 15_000_000 },
  },
  { code: "unsupported_format", path: `${FILTER}data:image/png;base64,AAAA` },
  { code: "broken_image", path: `${FILTER}${encodeURIComponent(PIXEL.slice(0, 78))}` },
  { code: "source_rejected", path: FILTER_OF_SOURCE("404"), details: { sourceStatus: 404 } },
  { code: "source_rejected", path: `${FILTER}/images/animals/cat/none.bmp` },
  {
    code: "rate_limited",
    path: "/api/v1/uptime",
    earlier: 10,
    env: { RATE_LIMIT: "10" },
    details: { limit: 10 },
    headers: { "retry-after": /^\d+$/, "ratelimit-policy": /^"default";q=10;w=60$/ },
  },
  { code: "source_failed", path: FILTER_OF_SOURCE("500") },
  { code: "source_failed", path: FILTER_OF_SOURCE("loop") },
  { code: "source_failed", path: `${FILTER}http%3A%2F%2Fname.invalid%2F` },
  { code: "source_timeout", path: FILTER_OF_SOURCE("late"), env: { SOURCE_TIMEOUT_MS: "100" } },
];

/** The errors that the requests of one client do not cause, and the test that causes them instead. */
const CAUSED_ELSEWHERE: Readonly<Partial<Record<ErrorCode, string>>> = {
  "internal_error": "the service has to be broken: a test below breaks it",
  "request_timeout": "the body must stop half-way: tests/routes/api/filter_upload_test.ts",
  overloaded: "the workers must be busy: tests/lib/workers/pool_test.ts",
  "filter_timeout": "a job must be slow: tests/lib/workers/pool_test.ts",
};

Deno.test("every error code has a row here, or a reason why it has none", () => {
  const caused = new Set<string>([...ERRORS.map(({ code }) => code), ...Object.keys(CAUSED_ELSEWHERE)]);
  assertEquals(Object.keys(ERROR_CODES).filter((code) => !caused.has(code)), []);
});

for (const { code, path, init = {}, earlier = 0, env, limits, details, headers = {} } of ERRORS) {
  Deno.test(`${init.method ?? "GET"} ${path.slice(0, 70)} returns ${ERROR_CODES[code].status} ${code}`, async () => {
    await using source = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, serveSource);
    const { port } = source.addr;
    const settings = { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}`, MAX_SOURCE_BYTES: `${TOO_LARGE}`, ...env };
    const call = await startApp(settings, limits);
    const send = () => call(path.replace("{port}", String(port)), init);
    for (let sent = 0; sent < earlier; sent++) await (await send()).body?.cancel();
    const response = await send();
    const body = await response.json();
    const status = ERROR_CODES[code].status;
    assertEquals([response.status, body.status, body.success, body.code], [status, status, false, code]);
    assertEquals(response.headers.get("cache-control"), "no-store");
    const names = [
      "success",
      "status",
      "code",
      "message",
      "requestId",
      ...body.details === undefined ? [] : ["details"],
    ];
    assertEquals(Object.keys(body), names);
    if (details !== undefined) assertEquals(body.details, { ...body.details, ...details });
    assertMatch(body.message, /^Cannot [^\n]+[^.]$/);
    for (const [name, value] of Object.entries(headers)) assertMatch(response.headers.get(name) ?? "", value);
  });
}

Deno.test("an error that quotes the request contains no character that could deceive a reader", async () => {
  const call = await startApp();
  const unsafe = encodeURIComponent("\x1b\x9b\u202e\u2066\u200b\ufeff\u2028");
  const paths = [
    `/api/v1/animals/${unsafe}`,
    `/api/v5/${unsafe}/launcher/news`,
    `/api/v1/animals/cat?count=${unsafe}`,
    `${FILTER}${unsafe}`,
    `${FILTER}http%3A%2F%2F${unsafe}%2F`,
    `${FILTER}data:${unsafe};base64,AAAA`,
  ];
  for (const path of paths) {
    const text = await (await call(path)).text();
    assertMatch(text, /^[\x20-\x7e]*$/, path);
    assertMatch(JSON.parse(text).message, /^[\x20-\x7e]*$/, path);
  }
});

/** Starts an application in which some services throw unexpected errors. */
async function startBroken(): Promise<Call> {
  const call = await startApp();
  const fail = () => {
    throw new Error("SELECT secret FROM /srv/inside.ts");
  };
  Object.assign(call.services, {
    launcher: { ...call.services.launcher, load: fail },
    renderedTexts: { respond: fail },
  });
  return call;
}

Deno.test("an internal error returns 500 with the request id and no internal details, as JSON and as a page", async () => {
  const call = await startBroken();
  for (const path of ["/api/v5/app/launcher/news", "/", "/openapi.json"]) {
    const response = await call(path, { headers: { accept: "text/html" } });
    const text = await response.text();
    assertEquals([response.status, response.headers.get("cache-control")], [500, "no-store"], path);
    const id = response.headers.get("x-request-id")!;
    assert(text.includes(id), path);
    assertEquals(text.match(/SELECT|secret|inside\.ts|\.ts:/g), null, path);
    const isJson = response.headers.get("content-type") === "application/json";
    assertEquals(isJson, path !== "/");
    if (isJson) assertEquals(Object.keys(JSON.parse(text)), ["success", "status", "code", "message", "requestId"]);
  }
});

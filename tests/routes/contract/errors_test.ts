import { assert, assertEquals, assertMatch } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { type ErrorCode, STATUS_BY_CODE } from "@/lib/http/errors.ts";
import { createServices } from "@/lib/services.ts";
import { createApp } from "@/lib/app.ts";
import { type Call, CLIENT, startApp } from "@/tests/app.ts";
import { PIXEL } from "@/tests/routes/contract/kinds.ts";

// The table of failures: each code, its status, its details and its headers, brought about through the front door.

const TOO_LARGE = 2048;
const PIXEL_BYTES = Uint8Array.fromBase64(PIXEL.split(",")[1]!);

/** A GIF of two frames, one pixel each. */
const TWO_FRAMES = Uint8Array.fromHex(
  "474946383961" + "01000100800000000000ffffff" + "2c000000000100010000020244010" + "02c00000000010001000002024401003b",
);

/** Pictures and failures of another server. */
async function answerSource(req: Request): Promise<Response> {
  const { pathname } = new URL(req.url);
  if (pathname === "/pixel") return new Response(PIXEL_BYTES);
  if (pathname === "/frames") return new Response(TWO_FRAMES);
  if (pathname === "/large") return new Response(new Uint8Array(TOO_LARGE + 1));
  if (pathname === "/loop") return new Response(null, { status: 302, headers: { location: "/loop" } });
  if (pathname === "/inside") return new Response(null, { status: 302, headers: { location: "http://10.0.0.1/" } });
  if (pathname === "/late") await new Promise((resolve) => req.signal.addEventListener("abort", resolve));
  return new Response(null, { status: Number(pathname.slice(1)) || 404 });
}

/** How a failure is brought about, and what a program finds in it. */
interface Failure {
  readonly code: ErrorCode;
  readonly path: string;
  readonly method?: string;
  readonly env?: Record<string, string>;
  readonly details?: object;
  readonly headers?: Record<string, RegExp>;
}

const FILTER = "/api/v2/filter/invert?image=";
const OF_SOURCE = (path: string) => `${FILTER}http%3A%2F%2F127.0.0.1%3A{port}%2F${path}`;
const IMAGE = { parameter: "image" };

const FAILURES: readonly Failure[] = [
  { code: "missing_parameter", path: "/api/v1/filter/blur", details: IMAGE },
  { code: "missing_parameter", path: "/api/v1/filter/blur?image=", details: IMAGE },
  { code: "invalid_parameter", path: `${FILTER}ftp:%2F%2Fx`, details: { ...IMAGE, value: "ftp://x" } },
  {
    code: "invalid_parameter",
    path: "/api/v1/animals/cat?count=99",
    details: { parameter: "count", value: "99", min: 1, max: 50 },
  },
  { code: "bad_request", path: "/api/v1/%zz" },
  { code: "authentication_required", path: "/api/v5/app/operator/bans", headers: { "www-authenticate": /^Bearer/ } },
  { code: "forbidden_address", path: `${FILTER}http%3A%2F%2F169.254.169.254%2F`, details: IMAGE },
  { code: "forbidden_address", path: `${FILTER}http%3A%2F%2Flocalhost%2F`, details: IMAGE },
  { code: "forbidden_address", path: `${FILTER}http%3A%2F%2Fexample.com%3A22%2F`, details: IMAGE },
  { code: "forbidden_address", path: OF_SOURCE("inside"), details: IMAGE },
  { code: "not_found", path: "/api/v1/nothing" },
  { code: "not_found", path: "/api/v1/static/generated/..%2f..%2fdeno.json" },
  { code: "unknown_type", path: "/api/v1/string/9ball", details: { value: "9ball", allowed: ["8ball"] } },
  { code: "unknown_app", path: "/api/v5/other/launcher/news", details: { value: "other", allowed: ["app"] } },
  { code: "method_not_allowed", path: "/api", method: "DELETE", headers: { allow: /^GET, HEAD, OPTIONS$/ } },
  { code: "uri_too_long", path: `/api?${"x".repeat(62_000)}`, details: { limit: 61_440, got: 62_023 } },
  { code: "source_too_large", path: OF_SOURCE("large"), details: { limit: TOO_LARGE, got: TOO_LARGE + 1 } },
  {
    code: "too_many_pixels",
    path: `${FILTER}/images/animals/cat/k3v09x2a.png`,
    env: { MAX_PIXELS: "1000" },
    details: { limit: 1000, got: 262_144 },
  },
  { code: "too_many_frames", path: OF_SOURCE("frames"), env: { MAX_FRAMES: "1" }, details: { limit: 1, got: 2 } },
  { code: "unsupported_format", path: `${FILTER}data:image/png;base64,AAAA` },
  { code: "broken_image", path: `${FILTER}${encodeURIComponent(PIXEL.slice(0, 90))}` },
  { code: "source_rejected", path: OF_SOURCE("404"), details: { sourceStatus: 404 } },
  { code: "source_failed", path: OF_SOURCE("500") },
  { code: "source_failed", path: OF_SOURCE("loop") },
  { code: "source_failed", path: `${FILTER}http%3A%2F%2Fname.invalid%2F` },
  { code: "source_timeout", path: OF_SOURCE("late"), env: { SOURCE_TIMEOUT_MS: "100" } },
];

for (const { code, path, method = "GET", env, details, headers = {} } of FAILURES) {
  Deno.test(`${method} ${path.slice(0, 70)} answers ${STATUS_BY_CODE[code]} ${code}`, async () => {
    await using source = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, answerSource);
    const { port } = source.addr;
    const call = await startApp({ ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}`, MAX_SOURCE_BYTES: `${TOO_LARGE}`, ...env });
    const response = await call(path.replace("{port}", String(port)), { method });
    const body = await response.json();
    const status = STATUS_BY_CODE[code];
    assertEquals([response.status, body.status, body.success, body.code], [status, status, false, code]);
    const names = [
      "success",
      "status",
      "code",
      "message",
      "requestId",
      ...body.details === undefined ? [] : ["details"],
    ];
    assertEquals(Object.keys(body), names);
    if (details !== undefined) assertEquals({ ...body.details, ...details }, body.details);
    assertMatch(body.message, /^Cannot [^\n]+[^.]$/);
    for (const [name, value] of Object.entries(headers)) assertMatch(response.headers.get(name) ?? "", value);
  });
}

/** An application of which a part fails in a way that nobody foresaw. */
async function startBroken(): Promise<Call> {
  const services = await createServices(
    loadConfig({ get: (name) => name === "FILTER_WORKERS" ? "0" : undefined }, false),
  );
  const explode = () => {
    throw new Error("SELECT secret FROM /srv/inside.ts");
  };
  const broken = { ...services, launcher: { ...services.launcher, answers: explode }, texts: { get: explode } };
  const app = createApp(broken as unknown as typeof services);
  const handler = app.handler();
  return (path, init) => Promise.resolve(handler(new Request(`http://paw.example${path}`, init), CLIENT));
}

Deno.test("a fault of ours answers 500 with the id and nothing about the inside, to programs and to people", async () => {
  const call = await startBroken();
  for (const path of ["/api/v5/app/launcher/news", "/", "/openapi.json"]) {
    const response = await call(path);
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

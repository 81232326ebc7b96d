import { assertEquals, assertMatch, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { type Config, loadConfig, SETTINGS, toVariable } from "@/fresh.config.ts";
import { openLauncher } from "@/lib/launcher/mod.ts";
import { Listener } from "@/lib/process/listener.ts";
import { StartupError } from "@/lib/process/startup_error.ts";
import { type Call, startApp } from "@/tests/app.ts";

// Invalid values of every setting, and the effect of settings that no other test covers.

const INVALID: Readonly<Record<string, readonly string[]>> = {
  PORT: ["http", "-1", "65536", "80.5", "0x50"],
  HOST: ["no such host", "999.0.0.1", "127.0.0.1:80"],
  REUSE_PORT: ["1", "yes", "ON"],
  BASE_URL: [
    "paw.example",
    "ftp://paw.example",
    "https://paw.example/?q=1",
    "https://user@paw.example",
    "//paw.example",
    "https://paw.example/pawkit",
  ],
  REPOSITORY_URL: ["paw.example", "http://paw.example", "javascript:x"],
  TRUST_PROXY: ["yes", "-1", "17", "1.5"],
  CONTENT_DIR: ["deno.json", "deno.json/below", "/proc/self"],
  GENERATED_DIR: ["deno.json", "deno.json/below", "/sys/lists"],
  APP_NAME: ["a/b", "a b", "ä", "x".repeat(65)],
  GITHUB_API_URL: ["github.example", "ftp://github.example", "https://user@github.example"],
  GITHUB_TOKEN: ["two words", "two\nlines", "tökens"],
  LAUNCHER_DATA: ["no-such.json", "lib", "README.md"],
  LAUNCHER_GITHUB: ["owner", "owner/", "owner/repo/more", "https://github.com/owner/repo"],
  ALLOW_PRIVATE_HOSTS: [
    "http://nas",
    "nas:port",
    "nas/x",
    "a@b",
    "*.nas",
    "nas\\x",
    "nas?x",
    "nas#x",
    "[1]",
    "nas:99999",
  ],
  MAX_SOURCE_BYTES: ["0", "10MiB", "-1"],
  MAX_PIXELS: ["0", "1e6", "250000001"],
  SOURCE_TIMEOUT_MS: ["0", "5s", "120001"],
  FILTER_TIMEOUT_MS: ["0", "10s", "120001"],
  FILTER_WORKERS: ["-1", "auto", "65"],
  MEMORY_BUDGET: ["512MB", "-1", "127MiB", "134217727", "half"],
  FILTER_CACHE_BYTES: ["-1", "64MiB", "off"],
  RATE_LIMIT: ["0", "9", "on", "1200/min"],
  CLIENT_JOBS: ["0", "1001", "many"],
  OPERATOR_TOKEN: ["short", "sixteen or more with spaces", "ünïcödé-tokens-are-not-headers"],
  CONTACT: ["vet@paw.example", "http://paw.example", "mailto:nobody"],
  STATE_URL: [
    "redis",
    "http://x",
    "memory",
    "kv:https://x/",
    "kv:/proc/x/y.db",
    "redis:///",
    "redis://h:99999",
    "redis://h/abc",
    "redis://h1:6379,h2:6380",
    "redis+sentinel://h/main",
    "redis-sentinel://h/main",
    "redis-cluster://h",
    "redis://h?prefix=x",
  ],
  STATE_DIR: ["deno.json", "deno.json/below", "/dev/null"],
  LOGS_DIR: ["deno.json", "deno.json/below", "/proc/logs"],
  LOG_LEVEL: ["loud", "INFO", "warn"],
  LOG_FORMAT: ["xml", "JSON", "yes"],
  LOG_MAX_BYTES: ["0", "65535", "256MiB", "off"],
  OTEL_DENO: ["1", "on", "yes"],
};

/** Settings that are tried after all have been read. The message names the address or the document. */
const USED_LATER: Readonly<Record<string, (config: Config) => Promise<void>>> = {
  async HOST(config) {
    const listener = new Listener({ ...config, port: 0, handler: () => new Response(), onListen() {} });
    await listener.close();
  },
  LAUNCHER_DATA: async (config) => (await openLauncher({ ...config, warn() {} })).close(),
};

Deno.test("every setting is listed above, with three values or more", () => {
  assertEquals(Object.keys(INVALID).toSorted(), Object.keys(SETTINGS).map(toVariable).toSorted());
  assertEquals(Object.entries(INVALID).filter(([, values]) => values.length < 3), []);
});

for (const [name, values] of Object.entries(INVALID)) {
  Deno.test(`an invalid ${name} stops the start with a message that states the required form`, async () => {
    const use = USED_LATER[name];
    for (const value of values) {
      const start = async () => {
        const config = loadConfig({ get: (each) => each === name ? value : undefined }, false);
        await use?.(config);
      };
      const expected = use === undefined ? `Cannot start: ${name} must be ` : " must be ";
      const { message } = await assertRejects(start, StartupError, expected);
      const isSecret = ["GITHUB_TOKEN", "OPERATOR_TOKEN", "STATE_URL"].includes(name);
      // What precedes an "@" may be a token.
      const shown = value.replace(/[^/]+@/, "[secret]@");
      assertStringIncludes(message, isSecret ? `, got ${value.length} characters` : `"${shown}`);
    }
  });
}

Deno.test("the message about a setting that may be off says so", () => {
  for (const name of ["RATE_LIMIT", "TRUST_PROXY"]) {
    assertThrows(
      () => loadConfig({ get: (each) => each === name ? "x" : undefined }, false),
      TypeError,
      "off or a whole",
    );
  }
});

Deno.test("a missing GENERATED_DIR or LOGS_DIR counts as an empty folder", async () => {
  const call = await startApp({ GENERATED_DIR: "nowhere/generated", LOGS_DIR: "nowhere/logs" });
  const { files } = await (await call("/api/v1/static/generated")).json();
  const logs = await (await call("/api/v1/static/logs")).json();
  const sums = await (await call("/api/v1/static/cache")).json();
  assertEquals([files, logs.files, sums.files], [[], [], {}]);
  assertEquals((await call("/api/v1/static/generated/x")).status, 404);
});

Deno.test("TRUST_PROXY counts proxies from the right; without it, forwarded addresses are ignored", async () => {
  const isLimited = async (proxies: string, chain: string, times: number) => {
    const call = await startApp({ TRUST_PROXY: proxies, RATE_LIMIT: "10" });
    const init = (at: number) => ({ headers: { "x-forwarded-for": chain.replace("N", String(at)) } });
    const statuses = await Promise.all(Array.from({ length: times }, (_, at) => call("/api/v1/uptime", init(at))));
    return statuses.some(({ status }) => status === 429);
  };
  assertEquals(await isLimited("off", "198.51.100.N", 11), true, "an untrusted header creates no new client");
  assertEquals(await isLimited("1", "198.51.100.N", 11), false, "each address is a separate client");
  assertEquals(
    await isLimited("1", "198.51.100.N, 203.0.113.1", 11),
    true,
    "an address that the client wrote itself is ignored",
  );
  assertEquals(await isLimited("2", "198.51.100.N, 203.0.113.1", 11), false, "the second from the right");
});

/** Returns the status of a path, its `cache-control`, and whether it reports the points of the caller. */
async function readCaching(call: Call, path: string, headers: HeadersInit): Promise<[number, string, boolean]> {
  const response = await call(path, { headers });
  assertEquals((await response.text()).includes("other.example"), false);
  // A filtered image is some seconds old.
  const cache = (response.headers.get("cache-control") ?? "").replace(/max-age=8\d{4}$/, "max-age=86400");
  return [response.status, cache, response.headers.has("ratelimit")];
}

Deno.test("a picture under another host than that of BASE_URL is not a picture of this service", async () => {
  const call = await startApp({ BASE_URL: "https://b.example" });
  const path = "/api/v2/filter/invert?image=http://192.0.2.1/images/animals/cat/k3v09x2a.png";
  const response = await call.handle(new Request(`http://192.0.2.1${path}`));
  assertEquals([response.status, (await response.json()).code], [403, "forbidden_address"]);
});

/** Everything that contains the origin of the service. */
const ORIGIN_PATHS = [
  "/api",
  "/.well-known/security.txt",
  "/cat/Ada",
  "/api/v1/animals/cat",
  "/api/v1/animals/cat?seed=a",
  "/api/v2/random/animal/fox?seed=a&format=text",
  "/cat/Ada.json",
  "/cat/Ada.txt",
  "/api/v5/app/launcher/feeds/appcast.xml",
  "/api/v1/static/generated/all/hosts.txt",
];

Deno.test("a response that contains the origin of the request is private, others and all with BASE_URL are public", async () => {
  const behindProxy = await startApp({ TRUST_PROXY: "1", GENERATED_DIR: "static/generated" });
  const headers = { "x-forwarded-host": "other.example" };
  for (const path of ORIGIN_PATHS) {
    const response = await behindProxy(path, { headers });
    assertMatch(`${await response.text()} ${response.headers.get("location")}`, /other\.example/, path);
    assertMatch(response.headers.get("cache-control") ?? "", /^(no-store|private, max-age=\d+(?!.*s-maxage).*)$/, path);
    assertEquals(response.headers.has("ratelimit"), true, path);
  }
  // Under another host this URL is that of another server.
  const image = "http://other.example/images/animals/cat/k3v09x2a.png";
  for (const each of [image, image.replace("other", "OTHER"), image]) {
    const path = `/api/v2/filter/invert?image=${encodeURIComponent(each)}`;
    assertEquals(await readCaching(behindProxy, path, headers), [200, "private, max-age=86400", true], each);
  }
  const withBase = await startApp({
    TRUST_PROXY: "1",
    BASE_URL: "https://b.example",
    GENERATED_DIR: "static/generated",
  });
  const paths = ["/api/v2/random/kaomoji/cat?seed=a", "/api/v1/animals/cat?seed=a&format=image"];
  const path = `/api/v2/filter/invert?image=${encodeURIComponent(new URL(image).pathname)}`;
  for (const each of [...paths, path]) {
    assertEquals(await readCaching(behindProxy, each, headers), [200, "public, max-age=86400", false], each);
  }
  // These are for no shared cache: one is random, and the form of the other depends on the client.
  const unshared = ["/api/v1/animals/cat", "/cat/Ada"];
  for (const each of ORIGIN_PATHS.filter((path) => !unshared.includes(path))) {
    const [status, cache, isLimited] = await readCaching(withBase, each, headers);
    assertEquals([status, cache.startsWith("public, max-age="), isLimited], [200, true, false], each);
  }
});

Deno.test("every URL in a response begins with BASE_URL", async () => {
  const call = await startApp({ BASE_URL: "https://cdn.example:8443/" });
  const { message, item } = await (await call("/api/v2/random/animal/cat")).json();
  const { documentation, openapi } = await (await call("/api")).json();
  const { servers } = await (await call("/openapi.json")).json();
  const { raw } = await (await call("/api/v1/static/generated/all/hosts.txt")).json();
  for (const address of [message, item.url, documentation, openapi, `${servers[0].url}/`, raw]) {
    assertStringIncludes(address, "https://cdn.example:8443/");
  }
});

import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { createServices } from "@/lib/services.ts";
import { startApp } from "@/tests/app.ts";

const SHIPPED = fromFileUrl(new URL("../../../../static/generated/", import.meta.url));
const call = await startApp({ RATE_LIMIT: "off" });

async function* filesBelow(folder: string, path = ""): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(join(folder, path))) {
    if (name.startsWith(".")) continue;
    if (isDirectory) yield* filesBelow(folder, `${path}${name}/`);
    else yield `${path}${name}`;
  }
}

async function sha256Of(path: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(path))).toHex();
}

async function withApp(
  use: (call: Awaited<ReturnType<typeof startApp>>, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(folder, "generated"));
    await Deno.mkdir(join(folder, "logs"));
    const settings = { GENERATED_DIR: join(folder, "generated"), LOGS_DIR: join(folder, "logs"), RATE_LIMIT: "off" };
    await use(await startApp(settings), folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("GET /api/v1/static/cache/{path} returns the SHA-256 of every shipped file", async () => {
  const paths = await Array.fromAsync(filesBelow(SHIPPED));
  assert(paths.length > 48);
  const all = await (await call("/api/v1/static/cache")).json();
  for (const path of paths) {
    const expected = await sha256Of(join(SHIPPED, path));
    const { sha256, size, entries } = await (await call(`/api/v1/static/cache/${path}`)).json();
    assertEquals([sha256, size], [expected, (await Deno.stat(join(SHIPPED, path))).size], path);
    if (!path.endsWith(".gz")) assertEquals(all.files[path], expected);
    const isAllowList = path.endsWith("/allow.txt");
    if (/^(ads|all|tracking)\/[^/]+(txt|conf|zone)$/.test(path)) assert(entries > 100 || isAllowList, path);
  }
});

Deno.test("GET /api/v1/static/generated/{path} returns raw URLs that need no escaping", async () => {
  const { files } = await (await call("/api/v1/static/generated/")).json();
  assertEquals(files.map((file: { name: string }) => file.name), [
    "ads",
    "all",
    "manifest.json",
    "provenance.tsv",
    "tracking",
  ]);
  for await (const path of filesBelow(SHIPPED)) {
    const { raw } = await (await call(`/api/v1/static/generated/${path}`)).json();
    assertEquals(raw, `http://paw.example/api/v1/static/generated/${path}?raw=1`);
    assertMatch(raw, /^[A-Za-z0-9:/._?=-]+$/);
  }
});

Deno.test("GET /api/v1/static/generated/{path} has another etag under another host, because its raw URL differs", async () => {
  const read = async (host: string, etag = "") => {
    const headers = { "if-none-match": etag };
    const response = await call.handle(
      new Request(`http://${host}/api/v1/static/generated/all/hosts.txt`, { headers }),
    );
    await response.body?.cancel();
    return { status: response.status, etag: response.headers.get("etag")! };
  };
  const { etag } = await read("paw.example");
  assertEquals([(await read("paw.example", etag)).status, (await read("other.example", etag)).status], [304, 200]);
});

Deno.test("GET /api/v1/static/cache?domain= explains why a domain is blocked", async () => {
  const { blocked, lists, sources } = await (await call("/api/v1/static/cache?domain=WWW.Google-Analytics.com")).json();
  assertEquals(blocked, true);
  assert(
    lists.some((list: { path: string; entry: string }) =>
      list.path === "all/hosts.txt" && list.entry === "www.google-analytics.com"
    ),
  );
  assertEquals(sources[0].id, "pawkit-tracking");
  assertEquals((await (await call("/api/v1/static/cache/?domain=example.org")).json()).blocked, false);
  const bad = await call("/api/v1/static/cache?domain=1.2.3.4");
  assertEquals([bad.status, (await bad.json()).details.parameter], [400, "domain"]);
});

/** Encodings of a path traversal, as a client sends them after the slash. */
const TRAVERSALS = [
  "..%2f..%2fdeno.json",
  "..%2F..%2Fdeno.json",
  "%2e%2e%2f%2e%2e%2fdeno.json",
  "..%252f..%252fdeno.json",
  "%252e%252e%252f%252e%252e%252fdeno.json",
  "%25252e%25252e%25252fdeno.json",
  "..%5c..%5cdeno.json",
  "..\\..\\deno.json".replaceAll("\\", "%5C"),
  "%2fetc%2fpasswd",
  "/etc/passwd",
  "//etc/passwd",
  "all/..%2f..%2f..%2fdeno.json",
  "all%2f.hosts.txt",
  "all%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fdeno.json",
  "all%2f%2fhosts.txt",
  "all%5chosts.txt",
  "all/hosts.txt%00",
  "all/hosts.txt%00.log",
  "%00",
  "all/hosts.txt%0a",
  "....//....//deno.json",
  "..;/..;/deno.json",
  ".%2e%2fdeno.json",
  "%c0%ae%c0%ae%2fdeno.json".replace("%c0%ae%c0%ae", "%EF%BC%8E%EF%BC%8E"),
  "%EF%BC%8F%EF%BC%8Fetc",
  "C:%5cWindows%5cwin.ini",
  "file:%2f%2f%2fetc%2fpasswd",
  "~root",
  ".sources/pawkit-ads.txt",
  ".lock",
  "all/.hosts.txt.tmp-1",
  "a".repeat(5000),
  `${"a/".repeat(500)}b`,
];

Deno.test("GET /api/v1/static/… responds to every path traversal exactly like to a missing file", async () => {
  const masked = async (path: string) => {
    const response = await call(path, { headers: { "x-request-id": "same" } });
    return JSON.stringify([response.status, [...response.headers], await response.text()]);
  };
  const roots = ["/api/v1/static/generated", "/api/v1/static/cache", "/api/v1/static/logs", "/generated"];
  for (const root of roots) {
    const missing = await masked(`${root}/missing.log`);
    assertMatch(missing, /^\[404,/);
    for (const spelling of TRAVERSALS) {
      assert(await masked(`${root}/${spelling}`) === missing, `${root}/${spelling}`);
      assert(await masked(`${root}/${spelling}?raw=1`) === missing, `${root}/${spelling}?raw=1`);
    }
  }
});

Deno.test("GET /api/v1/static/{generated,cache}/{path} reads an escaped slash as generated clients send it", async () => {
  for (const path of ["/api/v1/static/generated/", "/api/v1/static/cache/"]) {
    for (const name of ["all%2Fhosts.txt", "all%2fhosts.txt"]) {
      const { status, path: found } = await (await call(path + name)).json();
      assertEquals([status, found], [200, "all/hosts.txt"], path + name);
    }
  }
  assertEquals((await call("/generated/all%2Fhosts.txt", { method: "HEAD" })).status, 200);
});

Deno.test("GET /api/v1/static/… never leaves its root, even if a socket sends what no client would", async () => {
  const app = createApp(
    await createServices(loadConfig({ get: (name) => name === "RATE_LIMIT" ? "off" : undefined }, false)),
  );
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.handler());
  try {
    const target = "../../../../../../../../../../etc/passwd";
    const spellings = [
      target,
      target.replaceAll("/", "\\"),
      target.replaceAll(".", "%2e"),
      target.replaceAll("/", "%2f"),
      "%zz",
    ];
    for (const spelling of spellings) {
      using socket = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
      const request =
        `GET /api/v1/static/generated/${spelling} HTTP/1.1\r\nhost: paw.example\r\nconnection: close\r\n\r\n`;
      await socket.write(new TextEncoder().encode(request));
      const response = await new Response(socket.readable).text();
      assertMatch(response, /^HTTP\/1\.1 (404|400) /, spelling);
      assertEquals(response.includes("root:"), false);
    }
  } finally {
    await server.shutdown();
  }
});

Deno.test("GET /api/v1/static/logs returns the logs, and follows their changes", () =>
  withApp(async (call, folder) => {
    const path = join(folder, "logs/app.log");
    assertEquals((await (await call("/api/v1/static/logs")).json()).files, []);
    await Deno.writeTextFile(path, "one\ntwo\n");
    const log = await (await call("/api/v1/static/logs/app.log?tail=1")).json();
    assertEquals([log.lines, log.total, log.fileName, log.size], [["two"], 2, "app.log", 8]);
    await Deno.writeTextFile(path, "three\n", { append: true });
    assertEquals((await (await call("/api/v1/static/logs/app.log")).json()).total, 3);
    await Deno.remove(path);
    assertEquals((await call("/api/v1/static/logs/app.log")).status, 404);
    const bad = await (await call("/api/v1/static/logs/app.log?tail=5001")).json();
    assertEquals([bad.code, bad.details.max], ["invalid_parameter", 5000]);
  }));

Deno.test("GET /api/v1/static/generated returns 500 without details if its folder cannot be read", async () => {
  const file = await Deno.makeTempDir();
  try {
    const broken = await startApp({ GENERATED_DIR: file, RATE_LIMIT: "off" });
    // Permissions do not stop tests that run as root; a file in place of the folder fails for everyone.
    await Deno.remove(file);
    await Deno.writeTextFile(file, "");
    for (const address of ["/api/v1/static/generated", "/api/v1/static/cache"]) {
      const response = await broken(address);
      const text = await response.text();
      assertEquals([response.status, JSON.parse(text).code, text.includes(file)], [500, "internal_error", false]);
    }
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("GET /api/v1/static/generated/{path} returns another tag and checksum for each version of a list", () =>
  withApp(async (call, folder) => {
    const path = join(folder, "generated/list.txt");
    const tags: (string | null)[] = [];
    for (const text of ["one\n", "two\n"]) {
      await Deno.writeTextFile(`${path}.new`, text);
      await Deno.rename(`${path}.new`, path);
      const response = await call("/api/v1/static/generated/list.txt?raw=1");
      assertEquals(await response.text(), text);
      assertEquals(response.headers.get("etag"), `"${await sha256Of(path)}"`);
      tags.push(response.headers.get("etag"));
    }
    assertNotEquals(tags[0], tags[1]);
  }));

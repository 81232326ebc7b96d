import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";
import { startApp, type TestApp } from "@/tests/support/app.ts";

const SAMPLE = fromFileUrl(new URL("../../static/generated/", import.meta.url));

/** Spellings of paths that lead out of a folder or to hidden files, as a client sends them after the slash. */
const TRAVERSALS = [
  "..%2f..%2fdeno.json",
  "..%2F..%2Fdeno.json",
  "%2e%2e%2f%2e%2e%2fdeno.json",
  "..%252f..%252fdeno.json",
  "%252e%252e%252f%252e%252e%252fdeno.json",
  "%25252e%25252e%25252fdeno.json",
  "..%5c..%5cdeno.json",
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
  "%EF%BC%8E%EF%BC%8E%2fdeno.json",
  "%EF%BC%8F%EF%BC%8Fetc",
  "C:%5cWindows%5cwin.ini",
  "file:%2f%2f%2fetc%2fpasswd",
  "~root",
  ".lock",
  ".drafts/all/hosts.txt",
  "out/deno.json",
  "deno.json",
  "a".repeat(5000),
  `${"a/".repeat(500)}b`,
];

Deno.test("every path that leads out of a folder is the same 404 as a missing file", async () => {
  await using app = await start({
    "all/hosts.txt": "a",
    "all/.hosts.txt": "a",
    ".lock": "",
    ".drafts/all/hosts.txt": "a",
  });
  await Deno.symlink(dirname(app.generated), join(app.generated, "out"));
  await Deno.writeTextFile(join(app.dataFolder, "deno.json"), "{}");
  await Deno.symlink(join(app.dataFolder, "deno.json"), join(app.generated, "deno.json"));
  const ask = async (path: string) => {
    const response = await app.fetch(path);
    const { requestId: _, ...body } = await response.json();
    return JSON.stringify([response.status, [...response.headers.keys()], body]);
  };
  for (const root of ["/api/v1/static/generated", "/api/v1/static/cache", "/api/v1/static/logs", "/generated"]) {
    const missing = await ask(`${root}/missing.log`);
    assertMatch(missing, /^\[404,.*"not_found"/);
    for (const spelling of TRAVERSALS) assertEquals(await ask(`${root}/${spelling}`), missing, `${root}/${spelling}`);
  }
});

Deno.test("GET /api/v1/static/generated/{path} has the text of a file, its checksum and its type", async () => {
  await using app = await start({ "mine/a b.txt": "ä\n" });
  for (const path of ["mine/a%20b.txt", "mine%2Fa%20b.txt", "mine%2fa%20b.txt/"]) {
    const response = await app.fetch(`/api/v1/static/generated/${path}`);
    assertEquals(response.headers.get("cache-control"), "public, max-age=60");
    const { modified, ...fields } = await response.json();
    assertEquals(new Date(modified).toISOString(), modified);
    assertEquals(fields, {
      success: true,
      status: 200,
      path: "mine/a b.txt",
      type: "file",
      size: 3,
      mediaType: "text/plain",
      // printf 'ä\n' | sha256sum
      sha256: "ac6f010e65c9ea739dbdaa21427edd5ef60c6d461ef4d619c003e3ab62453a56",
      content: "ä\n",
    });
  }
});

Deno.test("GET /api/v1/static/generated/{path} has the document of a .json file, or its text if it is no JSON", async () => {
  await using app = await start({ "a.json": '{"b": [1]}', "broken.json": "{" });
  const contentOf = async (name: string) => (await app.json(`/api/v1/static/generated/${name}`)).content;
  assertEquals([await contentOf("a.json"), await contentOf("broken.json")], [{ b: [1] }, "{"]);
});

Deno.test("GET /api/v1/static/generated/{path} has an address instead of content that is large or no text", async () => {
  const limit = "a".repeat(1024 * 1024);
  await using app = await start({ "limit.txt": limit, "large ä.txt": `${limit}a` });
  await Deno.writeFile(join(app.generated, "binary.txt"), new Uint8Array([0xff, 0xfe, 0]));
  assertEquals((await app.json("/api/v1/static/generated/limit.txt")).content.length, limit.length);
  for (const name of ["large%20%C3%A4.txt", "binary.txt"]) {
    const response = await app.fetch(`/api/v1/static/generated/${name}`);
    const { truncated, raw, content } = await response.json();
    assertEquals([truncated, raw, content], [true, `http://localhost/generated/${name}`, undefined]);
    assertEquals(response.headers.get("cache-control"), "private, max-age=60");
    assertEquals((await app.fetch(raw)).status, 200);
  }
});

Deno.test("GET /api/v1/static/generated/{path} lists a folder, and the sample as long as the operator has no lists", async () => {
  await using app = await start({});
  const names = async (path = "") => {
    const { files } = await app.json(`/api/v1/static/generated${path}`);
    return files.map(({ name }: { name: string }) => name);
  };
  assertEquals(await names(), ["ads", "all", "tracking"]);
  assertEquals(await names("/all/"), ["adblock.txt", "dnsmasq.conf", "domains.txt", "hosts.txt"]);
  // A task that was killed has left only hidden files.
  await Deno.mkdir(join(app.generated, ".drafts"), { recursive: true });
  assertEquals(await names(), ["ads", "all", "tracking"]);
  await Deno.mkdir(join(app.generated, "mine"));
  await Deno.writeTextFile(join(app.generated, "b.txt"), "bb");
  const { files, path, type } = await app.json("/api/v1/static/generated");
  assertEquals([path, type], ["", "directory"]);
  assertEquals(files.map(({ modified: _, ...file }: { modified: string }) => file), [
    { name: "b.txt", path: "b.txt", type: "file", size: 2 },
    { name: "mine", path: "mine", type: "directory", size: 0 },
  ]);
});

Deno.test("GET /generated/{path} sends the file itself, with 304 and HEAD", async () => {
  await using app = await start({});
  const response = await app.fetch("/generated/all/adblock.txt");
  assertEquals(await response.text(), await Deno.readTextFile(join(SAMPLE, "all/adblock.txt")));
  assertMatch(response.headers.get("content-type")!, /^text\/plain; charset=utf-8$/i);
  const headers = { "if-none-match": response.headers.get("etag")! };
  const same = await app.fetch("/generated/all/adblock.txt", { headers });
  assertEquals([same.status, same.body], [304, null]);
  const head = await app.fetch("/generated/all/adblock.txt", { method: "HEAD" });
  assertEquals([head.status, head.body], [200, null]);
  for (const path of ["/generated", "/generated/", "/generated/all"]) {
    const folder = await app.fetch(path);
    assertEquals([folder.status, (await folder.json()).code], [404, "not_found"], path);
  }
});

Deno.test("GET /api/v1/static/cache/{path} has the SHA-256 of a file and of all files of a folder", async () => {
  await using app = await start({});
  const { files } = await app.json("/api/v1/static/cache");
  assertEquals(Object.keys(files).length, 12);
  for (const [path, sum] of Object.entries(files)) {
    const bytes = await Deno.readFile(join(SAMPLE, path));
    const expected = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    const { sha256, size } = await app.json(`/api/v1/static/cache/${path}`);
    assertEquals([sum, sha256, size], [expected, expected, bytes.length], path);
  }
  assertEquals(Object.keys((await app.json("/api/v1/static/cache/all/")).files).length, 4);
});

Deno.test("GET /api/v1/static/cache/{path} computes a checksum again after a change, and survives a loop of links", async () => {
  await using app = await start({ "a/b.txt": "one" });
  await Deno.symlink(join(app.generated, "a"), join(app.generated, "a/loop"));
  const sumOf = async () => (await app.json("/api/v1/static/cache/a/b.txt")).sha256;
  const before = await sumOf();
  await Deno.writeTextFile(join(app.generated, "a/b.txt"), "three");
  assertNotEquals(await sumOf(), before);
  assertEquals((await app.fetch("/api/v1/static/cache")).status, 200);
});

Deno.test("GET /api/v1/static/cache?domain= says which lists block a name or a parent of it", async () => {
  await using app = await start({});
  const find = async (domain: string, path = "") => {
    const body = await app.json(`/api/v1/static/cache${path}?domain=${domain}`);
    return [
      body.domain,
      body.blocked,
      ...body.lists.map((list: Record<string, string>) => Object.values(list).join(" ")),
    ];
  };
  assertEquals(await find("Click.GoogleAnalytics.com.", "/tracking"), [
    "click.googleanalytics.com",
    true,
    "tracking/adblock.txt adblock click.googleanalytics.com",
    "tracking/dnsmasq.conf dnsmasq click.googleanalytics.com",
    "tracking/domains.txt domains click.googleanalytics.com",
    "tracking/hosts.txt hosts click.googleanalytics.com",
  ]);
  // Only the formats that block what is below their entries block a name that is not in the list.
  assertEquals(await find("x.y.doubleclick.net", "/all"), [
    "x.y.doubleclick.net",
    true,
    "all/adblock.txt adblock doubleclick.net",
    "all/dnsmasq.conf dnsmasq doubleclick.net",
  ]);
  assertEquals(await find("x.y.doubleclick.net", "/all/dnsmasq.conf"), [
    "x.y.doubleclick.net",
    true,
    "all/dnsmasq.conf dnsmasq doubleclick.net",
  ]);
  assertEquals(await find("example.org"), ["example.org", false]);
});

Deno.test("GET /api/v1/static/cache?domain= finds every name of a long list, and no other", async () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `host${i}.example.com`).sort();
  const head = `# Title: Lists of ä\n# Entries: ${names.length}\n`;
  await using app = await start({ "long/domains.txt": `${head}${names.join("\n")}\n` });
  const isBlocked = async (name: string) => (await app.json(`/api/v1/static/cache?domain=${name}`)).blocked;
  const some = names.filter((_, i) => i % 499 === 0 || i < 2 || i > names.length - 3);
  for (const name of some) {
    assert(await isBlocked(name), name);
    assert(!await isBlocked(name.replace("host", "host0")), name);
  }
});

Deno.test("GET /api/v1/static/cache?domain= returns 400 for what is no host name", async () => {
  await using app = await start({});
  const labels = (count: number) => Array(count).fill("a").join(".");
  for (const text of ["no%20domain", "a..b", "https://example.com/", "-", "com", labels(17), `${"a".repeat(64)}.com`]) {
    const response = await app.fetch(`/api/v1/static/cache?domain=${encodeURIComponent(decodeURIComponent(text))}`);
    const { code, details } = await response.json();
    assertEquals([response.status, code, details.parameter], [400, "invalid_parameter", "domain"], text);
  }
  assertEquals((await app.fetch(`/api/v1/static/cache?domain=${labels(16)}`)).status, 200);
  assertEquals((await app.fetch("/api/v1/static/cache?domain=m%C3%BCnchen.de")).status, 200);
});

Deno.test("FEATURES without lists hides every path of the lists", async () => {
  await using app = await startApp({ FEATURES: "text" });
  for (const path of ["/generated/all/hosts.txt", "/api/v1/static/generated", "/api/v1/static/cache"]) {
    const response = await app.fetch(path);
    assertEquals([response.status, (await response.json()).code], [404, "not_found"], path);
  }
  for (const path of ["/llms.txt", "/openapi.json"]) {
    assert(!(await (await app.fetch(path)).text()).includes("/generated"), path);
  }
});

interface ListApp extends TestApp {
  readonly generated: string;
  json(path: string): ReturnType<Response["json"]>;
}

async function start(files: Record<string, string>): Promise<ListApp> {
  const app = await startApp({}, {
    async prepare(dataFolder) {
      for (const [path, text] of Object.entries(files)) {
        const file = join(dataFolder, "generated", path);
        await Deno.mkdir(dirname(file), { recursive: true });
        await Deno.writeTextFile(file, text);
      }
    },
  });
  return {
    ...app,
    generated: join(app.dataFolder, "generated"),
    json: async (path) => (await app.fetch(path)).json(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

import { assertEquals, assertMatch } from "@std/assert";
import type { Connect, SourceResponse } from "@/lib/sources/connection.ts";
import { assertFails, downloadFrom, downloadUrl, respond, toText } from "./downloading.ts";
import { startOrigin } from "./origin.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const PUBLIC = "93.184.216.34";
const PRIVATE = "10.0.0.1";

Deno.test("download() follows redirects and returns the last URL", async () => {
  await using origin = startOrigin(async (path, { send }) => {
    const next = { "/start": "next?x=1", "/next?x=1": "/caf\xc3\xa9", "/caf%C3%A9": "//127.0.0.1:PORT/end" }[path];
    if (next === undefined) return await send("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc");
    await send(`HTTP/1.1 302 Found\r\nlocation: ${next.replace("PORT", String(origin.port))}\r\n\r\n`);
  });
  const found = await downloadFrom(origin);
  assertEquals([toText(found), found.finalUrl], ["abc", `http://127.0.0.1:${origin.port}/end`]);
  assertEquals(origin.heads.length, 4);
});

Deno.test("download() follows 301, 302, 303, 307 and 308", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    await using origin = startOrigin((path, { send }) =>
      send(
        path === "/end"
          ? "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"
          : `HTTP/1.1 ${status} X\r\nlocation: /end\r\n\r\n`,
      )
    );
    assertMatch((await downloadFrom(origin)).finalUrl, /\/end$/);
  }
});

Deno.test("download() throws source_failed in a loop and after too many redirects", async () => {
  await using origin = startOrigin(respond("302 Found\r\nlocation: /start"));
  await assertFails(() => downloadFrom(origin, { maxRedirects: 3 }), "source_failed");
  assertEquals(origin.heads.length, 4);
  await assertFails(() => downloadFrom(origin, { maxRedirects: 0 }), "source_failed");
  assertEquals(origin.heads.length, 5);
});

const PRIVATE_REDIRECTS = [
  "http://127.0.0.2/",
  "http://127.1.1.1:8080/",
  "http://localhost/",
  "http://2130706434/",
  "http://[::ffff:10.0.0.1]/",
  "//169.254.169.254/latest/meta-data/",
  "https://metadata.google.internal/",
  "http://93.184.216.34:22/",
  " http://10.0.0.1/ ",
];

Deno.test("download() throws forbidden_address when a redirect leads to a private address or port", async () => {
  for (const location of PRIVATE_REDIRECTS) {
    await using origin = startOrigin(respond(`302 Found\r\nlocation: ${location}`));
    await assertFails(() => downloadFrom(origin), "forbidden_address");
  }
});

Deno.test("download() reads a redirect without slashes as a path of the same server, as the URL standard does", async () => {
  await using origin = startOrigin(respond("302 Found\r\nlocation: http:10.0.0.1/x"));
  await assertFails(() => downloadFrom(origin, { maxRedirects: 1 }), "source_failed");
  assertMatch(origin.heads[1] ?? "", /^GET \/10\.0\.0\.1\/x /);
});

Deno.test("download() throws source_failed when a redirect does not lead to a web URL", async () => {
  const locations = [
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "data:image/png;base64,AAAA",
    "javascript:alert(1)",
    "blob:http://example.com/1",
    "http://user:secret@127.0.0.1:PORT/",
    "http://",
    "http://[::1",
    "\\\\10.0.0.1\\x",
    "/\\10.0.0.1/x",
    "http://10.0.0.1\t/",
  ];
  for (const location of locations) {
    await using origin = startOrigin((_path, { send }) =>
      send(`HTTP/1.1 302 Found\r\nlocation: ${location.replace("PORT", String(origin.port))}\r\n\r\n`)
    );
    const { message } = await assertFails(() => downloadFrom(origin), "source_failed");
    assertEquals([message.includes("secret"), origin.heads.length], [false, 1]);
  }
});

Deno.test("download() throws source_failed for a redirect without a location", async () => {
  await using origin = startOrigin(respond("302 Found\r\ncontent-length: 0"));
  await assertFails(() => downloadFrom(origin), "source_failed", { sourceStatus: 302 });
});

Deno.test("download() checks the one of two locations that it follows", async () => {
  await using origin = startOrigin(respond("302 Found\r\nlocation: http://10.0.0.1/\r\nlocation: /end"));
  await assertFails(() => downloadFrom(origin), "forbidden_address");
});

/** A fake connection that records its targets and returns the given responses. */
function fakeConnect(responses: readonly Partial<SourceResponse>[]): { connect: Connect; addresses: string[] } {
  const addresses: string[] = [];
  const empty: SourceResponse = { status: 200, headers: {}, body: (async function* () {})(), [Symbol.dispose]() {} };
  const connect: Connect = (target) => {
    const response = { ...empty, ...responses[addresses.length] };
    addresses.push(target.addresses.join(" "));
    return Promise.resolve(response);
  };
  return { connect, addresses };
}

Deno.test("download() resolves a name once per hop and connects to exactly that address", async () => {
  const records = [[PUBLIC], [PRIVATE]];
  const { connect, addresses } = fakeConnect([]);
  const resolve = () => Promise.resolve(records.shift() ?? []);
  await downloadUrl("http://pictures.example/", { resolve, connect });
  assertEquals([addresses, records.length], [[PUBLIC], 1]);
});

Deno.test("download() forbids a name that is public at first and private after a redirect to itself", async () => {
  const records = [[PUBLIC], [PRIVATE]];
  const { connect, addresses } = fakeConnect([{ status: 302, headers: { location: "/again" } }]);
  const resolve = () => Promise.resolve(records.shift() ?? []);
  await assertFails(() => downloadUrl("http://pictures.example/", { resolve, connect }), "forbidden_address");
  assertEquals(addresses, [PUBLIC]);
});

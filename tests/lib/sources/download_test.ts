import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { gzipSync } from "node:zlib";
import { createMemory } from "../workers/working.ts";
import { SmallChunksError } from "@/lib/async/read_at_most.ts";
import { assertFails, downloadFrom, downloadUrl, respond, toText } from "./downloading.ts";
import { startOrigin } from "./origin.ts";
import { SERVER } from "./tls_fixture.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("download() returns the bytes, the URL and the validators", async () => {
  const head = '200 OK\r\netag: W/"1"\r\nlast-modified: Sun, 06 Nov 1994 08:49:37 GMT\r\ncontent-length: 3';
  await using origin = startOrigin(respond(head, "abc"));
  const found = await downloadUrl(`http://127.0.0.1:${origin.port}/a?b#c`);
  assertEquals([toText(found), found.finalUrl], ["abc", `http://127.0.0.1:${origin.port}/a?b`]);
  const { finalUrl } = await downloadUrl(`http://127.0.0.1:${origin.port}/a#`);
  assertEquals(finalUrl, `http://127.0.0.1:${origin.port}/a`);
  assertEquals([found.etag, found.lastModified], ['W/"1"', "Sun, 06 Nov 1994 08:49:37 GMT"]);
  assertEquals(found.noStore, false);
});

Deno.test("download() drops a validator that is too long or malformed to be sent back", async () => {
  const head = `200 OK\r\netag: "${"x".repeat(200)}"\r\nlast-modified: caf\xe9\r\ncontent-length: 0`;
  await using origin = startOrigin(respond(head));
  const { etag, lastModified } = await downloadFrom(origin);
  assertEquals([etag, lastModified], [undefined, undefined]);
});

Deno.test("download() reads a body of many chunks in order", async () => {
  const body = Array.from({ length: 30_000 }, (_, index) => `${index},`).join("");
  await using origin = startOrigin(async (_path, { send }) => {
    await send("HTTP/1.1 200 OK\r\n\r\n");
    for (let start = 0; start < body.length; start += 10_000) await send(body.slice(start, start + 10_000));
  });
  assertEquals(toText(await downloadFrom(origin, { maxBytes: 1_000_000 })), body);
});

Deno.test("download() sends its name and what it accepts, but no cookie and no referrer", async () => {
  await using origin = startOrigin(respond("200 OK\r\ncontent-length: 0"));
  await downloadFrom(origin);
  const [head = ""] = origin.heads;
  assertMatch(head, /\r\nuser-agent: Pawkit\//i);
  assertMatch(head, /\r\naccept-encoding: identity\r\n/i);
  // The formats that it can certainly read come first.
  assertMatch(head, /\r\naccept: image\/png,image\/jpeg,image\/webp,image\/gif,image\/\*;q=0.8,\*\/\*;q=0.5\r\n/i);
  assertEquals(/cookie|referer|authorization/i.test(head), false);
});

Deno.test("download() reads bodies of every form: by length, in chunks, or up to the end of the connection", async () => {
  const bodies: [head: string, body: string, wanted: string][] = [
    ["200 OK\r\ntransfer-encoding: chunked", "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n", "abc"],
    ["200 OK", "abc", "abc"],
    // No more than the length, and exactly the limit.
    ["200 OK\r\ncontent-length: 3", "abcdef", "abc"],
    ["200 OK\r\ncontent-length: 1000", "x".repeat(1000), "x".repeat(1000)],
    ["200 OK\r\ncontent-encoding: identity\r\ncontent-length: 3", "abc", "abc"],
    ["200 OK\r\ncontent-encoding: None\r\ncontent-length: 3", "abc", "abc"],
    ["200 OK\r\ncontent-encoding:\r\ncontent-length: 3", "abc", "abc"],
    // A picture that a proxy has changed.
    ["203 Changed\r\ncontent-length: 3", "abc", "abc"],
  ];
  for (const [head, body, wanted] of bodies) {
    await using origin = startOrigin(respond(head, body));
    assertEquals(toText(await downloadFrom(origin)), wanted, head);
  }
});

Deno.test("download() throws source_rejected for a 4xx, and source_failed for every other status without a picture", async () => {
  const rejected = [400, 401, 403, 404, 410, 429, 451];
  for (const status of [...rejected, 201, 202, 204, 205, 206, 300, 304, 305, 306, 500, 502, 503, 599, 999]) {
    await using origin = startOrigin(respond(`${status} No\r\nlocation: /\r\ncontent-length: 0`));
    const code = rejected.includes(status) ? "source_rejected" : "source_failed";
    await assertFails(() => downloadFrom(origin), code, { sourceStatus: status });
  }
});

Deno.test("download() throws source_failed with the cause, for the log, when the response is missing or too short", async () => {
  for (const behaviour of [() => {}, respond("200 OK\r\ncontent-length: 30", "abc")]) {
    await using origin = startOrigin(behaviour);
    const { message, cause } = await assertFails(() => downloadFrom(origin), "source_failed");
    assertEquals([message.includes("/start"), cause instanceof Error], [false, true]);
  }
});

Deno.test("download() distinguishes a refused connection from an invalid certificate", async () => {
  await using origin = startOrigin(() => {}, SERVER);
  const untrusted = () => downloadUrl(`https://127.0.0.1:${origin.port}/`);
  assertMatch((await assertFails(untrusted, "source_failed")).message, /certificate/);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const closed = { ...origin, port: (listener.addr as Deno.NetAddr).port };
  listener.close();
  assertMatch((await assertFails(() => downloadFrom(closed), "source_failed")).message, /refuses/);
});

Deno.test("download() throws source_too_large because of the content-length, before reading the body", async () => {
  await using origin = startOrigin(async (_path, { send, untilClosed }) => {
    await send("HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n");
    await untilClosed();
  });
  await assertFails(() => downloadFrom(origin), "source_too_large", { limit: 1000, got: 1001 });
});

Deno.test("download() throws source_too_large in an endless body and closes the connection", async () => {
  await using origin = startOrigin(async (_path, { send }) => {
    await send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    while (true) await send(`100\r\n${"x".repeat(256)}\r\n`);
  });
  const { details } = await assertFails(() => downloadFrom(origin), "source_too_large");
  assert(details !== undefined && "got" in details && details.got > 1000);
});

Deno.test("download() rejects a compressed body, such as a gzip bomb, without reading it", async () => {
  const bomb = String.fromCharCode(...gzipSync(new Uint8Array(500_000)).subarray(0, 900));
  for (
    const name of [
      "content-encoding: gzip",
      "Content-Encoding: BR",
      "content-encoding: identity, gzip",
      "transfer-encoding: gzip, chunked",
    ]
  ) {
    await using origin = startOrigin(respond(`200 OK\r\n${name}`, bomb));
    await assertFails(() => downloadFrom(origin), "source_failed");
  }
});

Deno.test("download() reports the bytes that have arrived, not those that were announced", async () => {
  const received: number[] = [];
  const onReceived = (bytes: number) => void received.push(bytes);
  await using origin = startOrigin(respond("200 OK\r\ncontent-length: 900", "abc"));
  await assertFails(() => downloadFrom(origin, { onReceived }), "source_failed");
  assertEquals(received, [3]);
});

Deno.test("download() throws the reason of its signal if there is no memory for what arrives", async () => {
  const memory = createMemory(2);
  using reservation = memory.reserve({ client: "a", createError: () => new RangeError("too few") });
  const { signal } = reservation;
  await using origin = startOrigin(respond("200 OK", "abc"));
  const onReceived = (bytes: number) => reservation.growTo(reservation.bytes + bytes);
  await assertRejects(() => downloadFrom(origin, { onReceived, signal }), RangeError, "too few");
  assertEquals(memory.used, 0);
});

const FRESHNESS = { noStore: false, maxAgeSeconds: 9, freshSeconds: 8 };

Deno.test("download() asks whether a previous download has changed, and returns no bytes if not", async () => {
  await using origin = startOrigin(respond("304 Not Modified"));
  const finalUrl = `http://127.0.0.1:${origin.port}/start`;
  const previous = { finalUrl, etag: '"1"', lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", ...FRESHNESS };
  const again = await downloadFrom(origin, { previous });
  assertEquals(again, { ...previous, bytes: undefined });
  assertMatch(origin.heads[0] ?? "", /\r\nif-none-match: "1"\r\n/i);
  await downloadFrom(origin, { previous: { ...previous, etag: undefined } });
  assertMatch(origin.heads[1] ?? "", /\r\nif-modified-since: Sun, 06 Nov 1994 08:49:37 GMT\r\n/i);
});

Deno.test("download() rejects a 304 without a condition, and sends no validator to another URL", async () => {
  await using origin = startOrigin(respond("304 Not Modified"));
  const finalUrl = `http://127.0.0.1:${origin.port}/start`;
  const [tag, noTag] = [{ etag: '"1"', lastModified: undefined }, { etag: undefined, lastModified: undefined }];
  for (const previous of [{ ...tag, finalUrl: "http://other.example/" }, { ...noTag, finalUrl }]) {
    const options = { previous: { ...previous, ...FRESHNESS } };
    await assertFails(() => downloadFrom(origin, options), "source_failed", { sourceStatus: 304 });
  }
  assertEquals(origin.heads.some((head) => /if-none-match/i.test(head)), false);
});

Deno.test("download() treats private like no-store, and reads directives but not the values of others", async () => {
  const expected = {
    'PRIVATE="set-cookie"': true,
    "max-age=1 , Private": true,
    "public\r\ncache-control: private": true,
    "No-Store=1": true,
    "private, no-store": true,
    'x="a,no-store,b"': false,
    'x="\\", private, "': false,
    "x=private, not-private, private-not": false,
    "": false,
  };
  for (const [value, noStore] of Object.entries(expected)) {
    await using origin = startOrigin(respond(`200 OK\r\ncache-control: ${value}\r\ncontent-length: 0`));
    assertEquals((await downloadFrom(origin)).noStore, noStore, value);
  }
});

Deno.test("download() takes the freshness of a 304 over, and states that a filter sent the request", async () => {
  await using origin = startOrigin(respond("304 Not Modified\r\ncache-control: no-store, max-age=5"));
  const previous = { finalUrl: "", etag: '"1"', lastModified: undefined, ...FRESHNESS };
  const finalUrl = `http://127.0.0.1:${origin.port}/start`;
  const again = await downloadFrom(origin, { previous: { ...previous, finalUrl } });
  assertEquals([again.noStore, again.maxAgeSeconds, again.freshSeconds], [true, 5, 5]);
  assertMatch(origin.heads[0] ?? "", /\r\npawkit-filtered-by: 1\r\n/);
});

Deno.test("download() limits the freshness by that of each redirect, whether or not they state it", async () => {
  const expected: [redirect: string, found: string, maxAge: number, fresh: number][] = [
    ["x: y", "max-age=3600", 600, 60],
    ["x: y", "max-age=5", 5, 5],
    ["x: y", "public", 600, 60],
    ["cache-control: max-age=300", "max-age=3600", 300, 300],
    ["cache-control: max-age=300", "public", 300, 60],
    ["cache-control: max-age=86400", "public", 600, 60],
    ["cache-control: no-cache", "max-age=3600", 0, 0],
    ["cache-control: no-store", "max-age=3600", 0, 0],
  ];
  for (const [redirect, found, maxAge, fresh] of expected) {
    await using origin = startOrigin((path, { send }) =>
      send(
        path === "/start"
          ? `HTTP/1.1 302 Found\r\nlocation: /a\r\n${redirect}\r\ncontent-length: 0\r\n\r\n`
          : `HTTP/1.1 200 OK\r\ncache-control: ${found}\r\ncontent-length: 0\r\n\r\n`,
      )
    );
    const { noStore, maxAgeSeconds, freshSeconds } = await downloadFrom(origin);
    assertEquals([noStore, maxAgeSeconds, freshSeconds], [false, maxAge, fresh], redirect);
  }
});

Deno.test("a body that arrives in too small chunks is reported as that, not as one that ended early", async () => {
  const body = ReadableStream.from(Array.from({ length: 600 }, () => Uint8Array.of(1)));
  const response = { status: 200, headers: {}, body, [Symbol.dispose]() {} };
  const download = () => downloadUrl("http://127.0.0.1:1/", { connect: () => Promise.resolve(response) });
  const error = await assertFails(download, "source_failed");
  assertMatch(error.message, /too small chunks/);
});

Deno.test("a body of tiny HTTP chunks that arrive together is reported in the same way", async () => {
  const chunks = "1\r\nx\r\n".repeat(6000);
  await using origin = startOrigin(respond("200 OK\r\ntransfer-encoding: chunked", `${chunks}0\r\n\r\n`));
  const error = await assertFails(() => downloadFrom(origin), "source_failed");
  assertEquals(error.cause instanceof SmallChunksError, true);
});

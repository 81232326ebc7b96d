import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { gzipSync } from "node:zlib";
import tls from "node:tls";
import { ApiError } from "@/lib/http/errors.ts";
import { type Download, download, downloadWithFetch, MAX_SOURCE_BYTES } from "@/lib/sources/download.ts";
import { type Behaviour, flood, respond, startOrigin } from "./origin.ts";
import { AUTHORITY_CERTIFICATE, SERVER, SERVER_NAME } from "./tls_fixture.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const OK = "HTTP/1.1 200 OK\r\n";
const GOOD = `${OK}content-length: 3\r\n\r\nabc`;
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

interface Setup {
  readonly send?: typeof download;
  readonly href?: string;
  readonly addresses?: readonly string[];
  readonly signal?: AbortSignal;
  readonly isOwnPort?: (port: number) => boolean;
}

/** Downloads from an origin under a name that resolves to it. `fetch` needs its address. */
function downloadFrom({ port }: { port: number }, setup: Setup = {}): Promise<Download> {
  const { send = download, addresses = ["127.0.0.1"], signal = new AbortController().signal } = setup;
  const name = send === download ? "pictures.example" : "127.0.0.1";
  const url = new URL(setup.href ?? `http://${name}:${port}/a?b`);
  const options = { headers: { "x-test": "1" }, signal, isOwnPort: setup.isOwnPort ?? (() => false) };
  return send({ url, host: url.hostname, port, addresses }, options);
}

const toText = ({ bytes }: Download) => new TextDecoder().decode(bytes);

/** Good servers: what the body is. */
const GOOD_SERVERS: Record<string, [response: string, body: string]> = {
  "a length": [GOOD, "abc"],
  "chunks": [`${CHUNKED}2\r\nab\r\n1\r\nc\r\n0\r\n\r\n`, "abc"],
  "the end of the connection": [`${OK}\r\nabc`, "abc"],
  "no more than the length": [`${GOOD}def`, "abc"],
  "no body": [`${OK}content-length: 0\r\n\r\n`, ""],
  "an encoding that is none": [`${OK}content-encoding: Identity\r\ncontent-length: 3\r\n\r\nabc`, "abc"],
  "early hints": [`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${GOOD}`, "abc"],
};

/** Hostile or broken servers: each ends in an error that the caller can catch, with this code or any other. */
const BAD_SERVERS: Record<string, [behaviour: string | Behaviour, code?: ApiError["code"]]> = {
  "nothing": [""],
  "half a status line": ["HTTP/1."],
  "another protocol": ["220 mail.example ESMTP\r\n"],
  "HTTP/0.9": ["<html>hello</html>"],
  "a switch of protocols": ["HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"],
  "many headers": [`${OK}${"x-flood: aaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(2000)}\r\n`],
  "one endless header": [flood(`${OK}x-flood: `, "a".repeat(10_000))],
  "endless headers": [flood(OK, "x-flood: a\r\n".repeat(1000))],
  "endless early hints": [flood("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(500)), "source_failed"],
  "two lengths": [`${OK}content-length: 3\r\ncontent-length: 4\r\n\r\nabcd`],
  "a length and chunks": [`${OK}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  "a negative length": [`${OK}content-length: -1\r\n\r\n`],
  "a length that is too large": [
    async ({ send, untilClosed }) => {
      await send(`${OK}content-length: ${MAX_SOURCE_BYTES + 1}\r\n\r\n`);
      await untilClosed();
    },
    "source_too_large",
  ],
  "a body that ends early": [`${OK}content-length: 30\r\n\r\nabc`],
  "chunks that end early": [`${CHUNKED}5\r\nab`],
  "a malformed chunk": [`${CHUNKED}x\r\nab\r\n`],
  "bare line feeds": ["HTTP/1.1 200 OK\ncontent-length: 3\n\nabc"],
  "a control character in a header": [`${OK}x-a: b\x01\r\ncontent-length: 3\r\n\r\nabc`],
  "a gzip bomb": [
    `${OK}content-encoding: gzip\r\n\r\n${String.fromCharCode(...gzipSync(new Uint8Array(1e6)))}`,
    "source_failed",
  ],
  "Brotli": [`${OK}content-encoding: br\r\ncontent-length: 3\r\n\r\nabc`, "source_failed"],
  "an endless body": [flood(`${OK}\r\n`, "x".repeat(1_000_000)), "source_too_large"],
  "endless chunks": [flood(CHUNKED, `10000\r\n${"x".repeat(65_536)}\r\n`.repeat(16)), "source_too_large"],
  "endless chunks of one byte": [flood(CHUNKED, "1\r\nx\r\n".repeat(10_000)), "source_failed"],
  "an endless chunk extension": [flood(`${CHUNKED}3;`, "e".repeat(1_000_000)), "source_failed"],
  "chunks with long extensions": [flood(CHUNKED, `1;${"e".repeat(60_000)}\r\nx\r\n`), "source_failed"],
  "endless trailers": [flood(`${CHUNKED}0\r\n`, "x-flood: a\r\n".repeat(1000))],
};

for (const [kind, [response, body]] of Object.entries(GOOD_SERVERS)) {
  Deno.test(`download() and downloadWithFetch() read ${kind}`, async () => {
    await using origin = startOrigin(({ send }) => send(response));
    assertEquals(toText(await downloadFrom(origin)), body);
    assertEquals(toText(await downloadFrom(origin, { send: downloadWithFetch })), body);
  });
}

for (const [kind, [behaviour, code]] of Object.entries(BAD_SERVERS)) {
  Deno.test(`download() throws on ${kind}, and closes the connection`, async () => {
    await using origin = startOrigin(typeof behaviour === "string" ? ({ send }) => send(behaviour) : behaviour);
    const error = await assertRejects(() => downloadFrom(origin), Error);
    if (code !== undefined) assertEquals(error instanceof ApiError && error.code, code, error.message);
  });
}

Deno.test("download() accepts as many bytes as are allowed", async () => {
  await using origin = startOrigin(async ({ send }) => {
    await send(`${OK}\r\n`);
    await send(new Uint8Array(MAX_SOURCE_BYTES));
  });
  assertEquals((await downloadFrom(origin)).bytes.length, MAX_SOURCE_BYTES);
});

Deno.test("downloadWithFetch() limits bodies, and refuses compressed ones", async () => {
  for (const kind of ["an endless body", "endless chunks of one byte", "Brotli"]) {
    const [behaviour, code] = BAD_SERVERS[kind]!;
    await using origin = startOrigin(typeof behaviour === "string" ? ({ send }) => send(behaviour) : behaviour);
    const error = await assertRejects(() => downloadFrom(origin, { send: downloadWithFetch }), ApiError);
    assertEquals(error.code, code, kind);
  }
});

Deno.test("download() and downloadWithFetch() follow no redirect, and read no body but that of a 200", async () => {
  await using origin = startOrigin(respond("302 Found\r\nlocation: /b\r\ncontent-length: 3", "abc"));
  for (const send of [download, downloadWithFetch]) {
    const { status, headers, bytes } = await downloadFrom(origin, { send });
    assertEquals([status, headers.get("location"), bytes.length], [302, "/b", 0]);
  }
  assertEquals(origin.heads.length, 2);
});

Deno.test("download() goes to the checked address and sends the name, the given headers and no others", async () => {
  await using origin = startOrigin(({ send }) => send(GOOD));
  await downloadFrom(origin);
  const [requestLine, ...lines] = origin.heads[0]!.trimEnd().split("\r\n");
  assertEquals(requestLine, "GET /a?b HTTP/1.1");
  assertEquals(lines.toSorted(), ["connection: keep-alive", `host: pictures.example:${origin.port}`, "x-test: 1"]);
});

Deno.test("download() tries the next checked address when one refuses", async () => {
  await using origin = startOrigin(({ send }) => send(GOOD));
  // Nothing listens at the first two: the origin has only 127.0.0.1.
  assertEquals(toText(await downloadFrom(origin, { addresses: ["::1", "127.0.0.2", "127.0.0.1"] })), "abc");
});

Deno.test("download() refuses a connection to a port of this service before it sends a request", async () => {
  await using origin = startOrigin(({ send }) => send(GOOD));
  const own = { isOwnPort: (port: number) => port === origin.port };
  assertEquals((await assertRejects(() => downloadFrom(origin, own), ApiError)).code, "forbidden_address");
  assertEquals(origin.heads, []);
});

Deno.test("download() stops when its signal aborts: before the head, or in the body", async () => {
  for (const start of ["", `${OK}\r\nabc`]) {
    const controller = new AbortController();
    await using origin = startOrigin(async ({ send, untilClosed }) => {
      await send(start);
      controller.abort(new RangeError("gone"));
      await untilClosed();
    });
    await assertRejects(() => downloadFrom(origin, { signal: controller.signal }), RangeError);
  }
});

Deno.test("download() stops in a handshake that nobody answers", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const controller = new AbortController();
  const accepted = listener.accept().then(async (connection) => {
    await connection.read(new Uint8Array(1));
    controller.abort(new RangeError("gone"));
    while (await connection.read(new Uint8Array(1024)) !== null);
    connection.close();
  });
  const { port } = listener.addr as Deno.NetAddr;
  const setup = { href: `https://${SERVER_NAME}:${port}/`, signal: controller.signal };
  await assertRejects(() => downloadFrom({ port }, setup), RangeError);
  await accepted;
});

Deno.test("download() accepts a certificate for the name only, and only of a trusted authority", async () => {
  await using origin = startOrigin(({ send }) => send(GOOD), SERVER);
  const get = (host: string) => downloadFrom(origin, { href: `https://${host}:${origin.port}/` });
  const untrusted = await assertRejects(() => get(SERVER_NAME), Error);
  assertMatch(String("code" in untrusted && untrusted.code), /SIGNATURE/);
  const trusted = tls.getCACertificates("default");
  tls.setDefaultCACertificates([AUTHORITY_CERTIFICATE]);
  try {
    assertEquals(toText(await get(SERVER_NAME)), "abc");
    for (const host of ["other.example", "127.0.0.1"]) {
      assertMatch(String(await assertRejects(() => get(host), Error)), /certificate/);
    }
  } finally {
    tls.setDefaultCACertificates(trusted);
  }
  assertEquals(origin.heads.length, 1);
});

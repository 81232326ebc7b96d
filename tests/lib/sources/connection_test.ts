import { EventEmitter } from "node:events";
import net from "node:net";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { listPermissions } from "@/lib/process/permissions.ts";
import { connect, readHead, type SourceResponse } from "@/lib/sources/connection.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { type Origin, startOrigin } from "./origin.ts";
import { AUTHORITY_CERTIFICATE, SERVER, SERVER_NAME } from "./tls_fixture.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const LOOPBACK = "127.0.0.1";
const OK = "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc";

interface ConnectSetup {
  readonly href?: string;
  readonly addresses?: readonly string[];
  readonly signal?: AbortSignal;
  readonly maxBytes?: number;
  readonly isOwnPort?: (port: number) => boolean;
}

function connectTo({ port }: Origin | { port: number }, setup: ConnectSetup = {}): Promise<SourceResponse> {
  const { href = `http://pictures.example:${port}/a?b`, addresses = [LOOPBACK] } = setup;
  const url = new URL(href);
  const target = { url, host: url.hostname.replace(/^\[|\]$/g, ""), port, addresses };
  const headers = { "x-test": "1" };
  return connect(target, { maxBytes: 1e6, signal: new AbortController().signal, ...setup, headers });
}

async function readText(response: SourceResponse): Promise<string> {
  let text = "";
  for await (const chunk of response.body) text += new TextDecoder().decode(chunk);
  return text;
}

Deno.test("connect() connects to the checked address and sends the name, the given headers and no others", async () => {
  await using origin = startOrigin((_path, { send }) => send(OK));
  const response = await connectTo(origin);
  assertEquals([response.status, await readText(response)], [200, "abc"]);
  const [requestLine, ...lines] = (origin.heads[0] ?? "").trimEnd().split("\r\n");
  assertEquals(requestLine, "GET /a?b HTTP/1.1");
  assertEquals(lines.toSorted(), ["connection: close", `host: pictures.example:${origin.port}`, "x-test: 1"]);
});

Deno.test("connect() opens a new connection for each request and closes it", async () => {
  let closed = 0;
  {
    await using origin = startOrigin(async (_path, { send, untilClosed }) => {
      await send(OK);
      await untilClosed();
      closed++;
    });
    for (let time = 0; time < 3; time++) await readText(await connectTo(origin));
  }
  assertEquals(closed, 3);
});

Deno.test("connect() tries the next checked address when one refuses the connection, up to the fourth", async () => {
  await using origin = startOrigin((_path, { send }) => send(OK));
  // Nothing listens there: the origin has only 127.0.0.1.
  const refusing = [2, 3, 4].map((last) => `127.0.0.${last}`);
  const addresses = ["::1", ...refusing, LOOPBACK];
  assertEquals(await readText(await connectTo(origin, { addresses: addresses.toSpliced(1, 1) })), "abc");
  await assertRejects(() => connectTo(origin, { addresses }), Error);
});

Deno.test("connect() ignores an attempt that fails after it was given up", async () => {
  const { connect } = net;
  const attempt = Object.assign(new EventEmitter(), { destroy() {} });
  net.connect = () => attempt as unknown as net.Socket;
  try {
    await assertRejects(() => connectTo({ port: 1 }, { signal: AbortSignal.abort() }), Error);
    // The system reports the error a moment later. An error event without a listener would end the process.
    attempt.emit("error", new Error("connect ECONNREFUSED"));
  } finally {
    net.connect = connect;
  }
});

Deno.test("connect() lets the source wait while more than 256 KiB were not read yet", async () => {
  const { connect } = net;
  let isPaused = false;
  const stream = Object.assign(new EventEmitter(), {
    destroy() {},
    pause: () => isPaused = true,
    resume: () => isPaused = false,
    // It answers the request.
    write: () => queueMicrotask(() => stream.emit("data", new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\n"))),
  });
  net.connect = () => {
    queueMicrotask(() => stream.emit("connect"));
    return stream as unknown as net.Socket;
  };
  try {
    using response = await connectTo({ port: 1 });
    for (let i = 0; i < 4; i++) stream.emit("data", new Uint8Array(65_536));
    assertEquals(isPaused, false);
    stream.emit("data", new Uint8Array(65_536));
    assertEquals(isPaused, true);
    for await (const _part of response.body) break;
    assertEquals(isPaused, false);
  } finally {
    net.connect = connect;
  }
});

Deno.test("connect() throws if nothing listens", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  await assertRejects(() => connectTo({ port }), Error);
});

// Each of these must end in an error that the caller can catch: not in waiting, and not in an uncaught exception.
const INVALID_RESPONSES = {
  "a switch of protocols": "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
  "nothing": "",
  "half a status line": "HTTP/1.",
  "no HTTP": "220 mail.example ESMTP\r\n",
  "HTTP/0.9": "<html>hello</html>",
  "a flood of headers": `HTTP/1.1 200 OK\r\n${"x-flood: aaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(2000)}\r\n`,
  "one endless header": `HTTP/1.1 200 OK\r\nx-flood: ${"a".repeat(100_000)}`,
  "a flood of early hints": `${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(9)}${OK}`,
  "two lengths": "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd",
  "a length and chunks": "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
  "a negative length": "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
};

for (const [kind, text] of Object.entries(INVALID_RESPONSES)) {
  Deno.test(`connect() throws on ${kind}`, async () => {
    await using origin = startOrigin((_path, { send }) => send(text));
    await assertRejects(() => connectTo(origin), Error);
  });
}

Deno.test("connect() skips informational responses, also one that it did not ask for", async () => {
  await using origin = startOrigin((_path, { send }) =>
    send(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${OK}`)
  );
  assertEquals(await readText(await connectTo(origin)), "abc");
});

// Without a socket, which joins small pieces.
Deno.test("readHead() refuses a head that arrives byte by byte", async () => {
  const send = (text: string) => {
    const pieces = Iterator.from(text).map((letter) => new TextEncoder().encode(letter));
    return readHead({ read: () => Promise.resolve(pieces.next().value) });
  };
  const { head } = await send("HTTP/1.1 200 OK\r\n\r\n");
  assertEquals(head.status, 200);
  await assertRejects(() => send(`HTTP/1.1 200 OK\r\na: ${"b".repeat(600)}\r\n\r\n`), TypeError, "too many pieces");
});

Deno.test("readHead() finds the end of each head, wherever the pieces end", async () => {
  const text = `HTTP/1.1 103 Early Hints\r\n\r\n${OK}`;
  const bytes = new TextEncoder().encode(text);
  for (let first = 0; first <= bytes.length; first++) {
    const pieces = [bytes.subarray(0, first), bytes.subarray(first)].values();
    const { head, rest } = await readHead({ read: () => Promise.resolve(pieces.next().value) });
    const body = new TextDecoder().decode(rest) + new TextDecoder().decode(pieces.next().value);
    assertEquals([head.status, body], [200, "abc"], `split after ${first} bytes`);
  }
});

Deno.test("connect() throws while reading a body that ends early", async () => {
  for (const text of ["content-length: 30\r\n\r\nabc", "transfer-encoding: chunked\r\n\r\n5\r\nab"]) {
    await using origin = startOrigin((_path, { send }) => send(`HTTP/1.1 200 OK\r\n${text}`));
    await assertRejects(async () => await readText(await connectTo(origin)), Error);
  }
});

// Each of these is sent until there are more bytes than the limit of 90,000 and 64 KiB.
const FLOODS = {
  "chunk extensions": `1;${"a".repeat(10_000)}`,
  "chunks of one byte": "1\r\nx\r\n".repeat(2000),
  "chunks with extensions": `100;${"a".repeat(200)}\r\n${"x".repeat(256)}\r\n`.repeat(50),
  "data": `10000\r\n${"x".repeat(65_536)}\r\n`,
};

for (const [kind, flood] of Object.entries(FLOODS)) {
  Deno.test(`connect() closes the connection in a flood of ${kind}`, async () => {
    await using origin = startOrigin(async (_path, { send, untilClosed }) => {
      await send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      for (let sent = 0; sent < 160_000; sent += flood.length) await send(flood);
      await untilClosed();
    });
    await assertRejects(async () => readText(await connectTo(origin, { maxBytes: 80_000 })), Error);
  });
}

Deno.test("connect() ends at the first byte beyond the limit of the body and its framing", async () => {
  const limit = 8 + 1 + 65_536;
  const head = "HTTP/1.1 200 OK\r\n\r\n";
  for (const extra of [0, 1]) {
    await using origin = startOrigin((_path, { send }) => send(head + "x".repeat(limit - head.length + extra)));
    const reading = connectTo(origin, { maxBytes: 8 }).then(readText);
    if (extra === 0) assertEquals((await reading).length, limit - head.length);
    else await assertRejects(() => reading, TypeError, "too many bytes");
  }
});

Deno.test("connect() forbids a connection to this service before it sends a request", async () => {
  await using origin = startOrigin((_path, { send }) => send(OK));
  const isOwnPort = (port: number) => port === origin.port;
  const error = await assertRejects(() => connectTo(origin, { isOwnPort }), ApiError);
  assertEquals([error.code, origin.heads], ["forbidden_address", []]);
  assertEquals(await readText(await connectTo(origin, { isOwnPort: () => false })), "abc");
});

Deno.test("connect() returns a response whose disposal closes the connection", async () => {
  await using origin = startOrigin(async (_path, { send, untilClosed }) => {
    await send("HTTP/1.1 200 OK\r\ncontent-length: 30\r\n\r\nabc");
    await untilClosed();
  });
  using _response = await connectTo(origin);
});

Deno.test("connect() stops waiting for a response when its signal aborts", async () => {
  const controller = new AbortController();
  await using origin = startOrigin(async (_path, { untilClosed }) => {
    controller.abort();
    await untilClosed();
  });
  await assertRejects(() => connectTo(origin, { signal: controller.signal }), Error);
});

Deno.test("connect() stops reading when its signal aborts", async () => {
  const controller = new AbortController();
  await using origin = startOrigin(async (_path, { send, untilClosed }) => {
    await send("HTTP/1.1 200 OK\r\n\r\nabc");
    await untilClosed();
  });
  const response = await connectTo(origin, { signal: controller.signal });
  await assertRejects(async () => {
    for await (const _chunk of response.body) controller.abort();
  }, Error);
});

Deno.test("connect() stops a handshake that hangs when its signal aborts", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const controller = new AbortController();
  const accepted = listener.accept().then(async (connection) => {
    await connection.read(new Uint8Array(1));
    controller.abort();
    while (await connection.read(new Uint8Array(1024)) !== null);
    connection.close();
  });
  const { port } = listener.addr as Deno.NetAddr;
  await assertRejects(
    () => connectTo({ port }, { href: `https://pictures.example:${port}/`, signal: controller.signal }),
    Error,
  );
  await accepted;
  listener.close();
});

Deno.test("connect() rejects a certificate of an untrusted authority", async () => {
  await using origin = startOrigin((_path, { send }) => send(OK), SERVER);
  await assertRejects(() => connectTo(origin, { href: `https://${SERVER_NAME}:${origin.port}/` }), Error);
  assertEquals(origin.heads, []);
});

Deno.test("connect() accepts a certificate for the name, but not for another name or the address", async () => {
  // So large that it arrives in many pieces.
  const body = Array.from({ length: 1_500_000 }, (_, index) => String.fromCharCode(index % 251)).join("");
  await using origin = startOrigin(async (_path, { send }) => {
    await send(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
    await send(body);
  }, SERVER);
  const authority = await Deno.makeTempFile({ suffix: ".pem" });
  await Deno.writeTextFile(authority, AUTHORITY_CERTIFICATE);
  try {
    const outcomes = await runTlsClient(authority, origin.port);
    assertEquals(outcomes, {
      [SERVER_NAME]: "200, 1500000 bytes, intact",
      "other.example": "refused",
      "127.0.0.1": "refused",
    });
    assertEquals(origin.heads.length, 1);
  } finally {
    await Deno.remove(authority);
  }
});

/** Connects in another process, because a process reads its trusted authorities when it starts. */
async function runTlsClient(authority: string, port: number): Promise<unknown> {
  const client = new URL("./tls_client.ts", import.meta.url);
  // The permissions of the service, so that this fails if they are not enough for https.
  const permissions = listPermissions(loadConfig({ get: () => undefined }, false));
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      ...permissions,
      client.href,
      String(port),
      SERVER_NAME,
      "other.example",
      "127.0.0.1",
    ],
    env: { NODE_EXTRA_CA_CERTS: authority, NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    stderr: "inherit",
  }).output();
  assert(success);
  return JSON.parse(new TextDecoder().decode(stdout));
}

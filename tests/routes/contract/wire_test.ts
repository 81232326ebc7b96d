import { assert, assertEquals, assertMatch } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { closeServices, createServices } from "@/lib/services.ts";
import { NO_TIME, startApp } from "@/tests/app.ts";

// Sends bytes over TCP that a client library would never send or would correct.

const SETTINGS: Record<string, string> = { RATE_LIMIT: "off", FILTER_WORKERS: "0" };
const app = createApp(await createServices(loadConfig({ get: (name) => SETTINGS[name] }, false), NO_TIME));

interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends text and returns what arrives until the connection is closed; `hangsUp` closes it from this side. */
async function send(port: number, text: string, { hangsUp = false } = {}): Promise<RawResponse> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
  if (hangsUp) await connection.closeWrite();
  const [head = "", ...rest] = (await new Response(connection.readable).text()).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body: rest.join("\r\n\r\n") };
}

async function withServer(
  work: (request: (line: string, headers?: string, body?: string) => Promise<RawResponse>) => Promise<void>,
) {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, app.handler());
  const { port } = server.addr;
  await work((line, headers = "host: paw.example", body = "") =>
    send(port, `${line}\r\n${headers}\r\nconnection: close\r\n\r\n${body}`)
  );
}

/** Request lines and the status of the response to each. */
const LINES: Readonly<Record<string, number>> = {
  "GET /api/v1/uptime HTTP/1.1": 200,
  "GET /api/v1/uptime HTTP/1.0": 200,
  "GET http://Paw.example/api/v2/random/animal/cat HTTP/1.1": 200,
  "GET http://other.example/api/v2/random/animal/cat HTTP/1.1": 400,
  "GET http://other.example/api/v1/static/generated/all/hosts.txt HTTP/1.1": 400,
  "GET http://other.example/api HTTP/1.1": 400,
  "GET http://other.example/openapi.json HTTP/1.1": 200,
  "GET http://other.example/nope HTTP/1.1": 400,
  "GET http://user:pw@evil.example/api/v1/uptime HTTP/1.1": 400,
  "GET ftp://evil.example/api/v1/uptime HTTP/1.1": 400,
  'GET http://ev"il.example/openapi.json HTTP/1.1': 400,
  "GET http://evil.example?/api/v1/uptime HTTP/1.1": 400,
  "GET //api///v1/uptime// HTTP/1.1": 200,
  "GET /api/v1/x/../uptime HTTP/1.1": 200,
  "get /api/v1/uptime HTTP/1.1": 405,
  "head /api/v1/uptime HTTP/1.1": 405,
  "options /api/v1/uptime HTTP/1.1": 405,
  "TRACE /api/v1/uptime HTTP/1.1": 405,
  "PROPFIND /api/v1/uptime HTTP/1.1": 405,
  "POST /style.css HTTP/1.1": 405,
  "OPTIONS /style.css HTTP/1.1": 204,
  "OPTIONS /api/v1/uptime HTTP/1.1": 204,
  "OPTIONS * HTTP/1.1": 204,
  "OPTIONS /nope HTTP/1.1": 404,
  "OPTIONS http://1.2.3.256/nope HTTP/1.1": 400,
  "POST /nope HTTP/1.1": 404,
  "GET /%zz HTTP/1.1": 400,
  "GET /api/v1/animals/%ff HTTP/1.1": 400,
  "GET /api/v1/animals/%c0%ae HTTP/1.1": 400,
  "GET /api/v1/animals/cat%2Fdog HTTP/1.1": 404,
  "GET /api%2fv1%2fuptime HTTP/1.1": 404,
  "GET /api/v1/static/generated/../../../deno.json HTTP/1.1": 404,
  "GET /api/v1/static/generated/%2e%2e/%2e%2e/deno.json HTTP/1.1": 404,
  "GET /api/v1/static/generated/..%5c..%5cdeno.json HTTP/1.1": 404,
  "GET /api/v1/static/generated/..%252f..%252fdeno.json HTTP/1.1": 404,
  "GET /api/v1/static/generated/%2fetc%2fpasswd HTTP/1.1": 404,
  "GET /api/v1/static/generated//etc/passwd HTTP/1.1": 404,
  "GET /api/v1/static/logs/..%2fdeno.log HTTP/1.1": 404,
  "GET /.git/config HTTP/1.1": 404,
  "GET /..%2fdeno.json HTTP/1.1": 404,
  [`GET /api/${"a".repeat(62_000)} HTTP/1.1`]: 414,
  "GET /a b HTTP/1.1": 400,
  "G@T /api HTTP/1.1": 400,
};

Deno.test("OPTIONS * returns the methods that the service supports", async () => {
  await withServer(async (request) => {
    const { head, body } = await request("OPTIONS * HTTP/1.1");
    assertMatch(head, /^allow: GET, HEAD, OPTIONS$/im);
    assertMatch(head, /^access-control-allow-origin: \*$/im);
    assertEquals(body, "");
  });
});

Deno.test("unusual request lines get the right status, never 500, and the next request works", async () => {
  await withServer(async (request) => {
    for (const [line, status] of Object.entries(LINES)) {
      assertEquals((await request(line)).status, status, line.slice(0, 80));
    }
    assertEquals((await request("GET /api/v1/uptime HTTP/1.1")).status, 200);
  });
});

Deno.test("malformed hosts get a 400 in JSON and change no URL", async () => {
  const hosts = ["evil/x?y=", "%zz", "a b", "user@evil", "a:99999", "[::1", "ünï.example"];
  await withServer(async (request) => {
    for (const host of hosts) {
      const { status, body } = await request("GET /api/v2/random/animal/cat HTTP/1.1", `host: ${host}`);
      assertEquals([status, JSON.parse(body).code], [400, "bad_request"], host);
    }
    assertEquals((await request("GET /api/v2/random/animal/cat HTTP/1.1", "host:")).status, 200);
    const { message } = JSON.parse((await request("GET /api/v2/random/animal/cat HTTP/1.1", "host: [::1]:80")).body);
    assertMatch(message, /^http:\/\/\[::1\]:80\/images\/animals\/cat\//);
  });
});

Deno.test("behind a proxy, a Host that contains the path of an endpoint gets a 400", async () => {
  const host = "paw.example/api/v1/uptime?";
  for (const [trustProxy, status] of [["off", 200], ["1", 400]] as const) {
    await using app = await startApp({ TRUST_PROXY: trustProxy });
    const request = new Request(`http://${host}/nope`, { headers: { host } });
    assertEquals((await app.handle(request)).status, status);
  }
});

Deno.test("a body on GET is ignored", async () => {
  await withServer(async (request) => {
    for (const [header, body] of [["content-length: 5", "hello"], ["transfer-encoding: chunked", "0\r\n\r\n"]]) {
      assertEquals((await request("GET /api/v1/uptime HTTP/1.1", `host: a\r\n${header}`, body)).status, 200, header);
    }
  });
});

Deno.test("a caller that hangs up in the middle of an upload is not an error of the service", async () => {
  await using app = await startApp();
  for (const [header, body] of [["content-length: 9", "half"], ["transfer-encoding: chunked", "4\r\nhalf\r\n"]]) {
    const answered = Promise.withResolvers<number>();
    app.services.logRequest = ({ status }) => answered.resolve(status);
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, app.handle);
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
    const text = `POST /api/v2/filter/invert HTTP/1.1\r\nhost: a\r\n${header}\r\n\r\n${body}`;
    await connection.write(new TextEncoder().encode(text));
    await connection.closeWrite();
    assert(await answered.promise < 500, header);
  }
  assertEquals(app.services.errorCounts.report().lastErrors, []);
});

Deno.test("a refused upload gets a complete response", async () => {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, app.handler());
  // It declares more than it sends.
  const start = "POST /api/v2/filter/invert HTTP/1.1\r\nhost: a\r\ncontent-length: 99000000\r\n\r\nx";
  const { status, head, body } = await send(server.addr.port, start, { hangsUp: true });
  assertEquals([status, JSON.parse(body).code], [413, "payload_too_large"]);
  assertMatch(head, new RegExp(`\r\ncontent-length: ${body.length}(\r\n|$)`));
});

Deno.test("a refused request gets a complete response, although its body was not read", async () => {
  const settings: Record<string, string> = {
    ...SETTINGS,
    RATE_LIMIT: "30",
    TRUST_PROXY: "1",
    OPERATOR_TOKEN: "a".repeat(32),
  };
  const services = await createServices(loadConfig({ get: (name) => settings[name] }, false), NO_TIME);
  const handler = createApp(services).handler();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  const { port } = server.addr;
  const toHead = (line: string, client: string, others: string) =>
    `${line} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 192.0.2.${client}\r\n${others}\r\n\r\n`;
  for (let i = 0; i < 30; i++) await send(port, toHead("GET /api/v1/version", "1", "connection: close"));
  for (let i = 0; i < 10; i++) {
    await send(port, toHead("GET /metrics", "2", "authorization: Bearer b\r\nconnection: close"));
  }
  const refused = [
    ["POST /api/v2/filter/invert", "1", 429],
    ["POST /", "1", 429],
    ["POST /api/v2/filter/invert", "2", 403],
    ["POST /nope", "3", 404],
    ["DELETE /api/v1/uptime", "3", 405],
    ["POST /%zz", "3", 400],
    ["POST /api/v2/filter/nope", "3", 404],
  ] as const;
  const sendUnfinished = async ([line, client, expected]: typeof refused[number], others: string) => {
    const { status, head, body } = await send(port, toHead(line, client, others) + "1\r\nx\r\n", { hangsUp: true });
    assertEquals(status, expected, line);
    assertMatch(head, new RegExp(`\r\ncontent-length: ${new TextEncoder().encode(body).length}(\r\n|$)`));
  };
  await Promise.all(
    refused.map((request) =>
      sendUnfinished(request, "content-length: 9000000\r\naccept: text/html\r\naccept-encoding: gzip")
    ),
  );
  // Without a body, the connection can be used again.
  const twice = toHead("POST /nope", "3", "content-length: 0") + toHead("GET /healthz", "3", "connection: close");
  const { status, body } = await send(port, twice);
  assertEquals([status, body.includes("HTTP/1.1 200")], [404, true]);
  await closeServices(services);
});

/** Deno 2.9.0 and 2.9.1 replace the length of every response without a body by 0. */
const SENDS_LENGTH_OF_HEAD = !/^2\.9\.[01]$/.test(Deno.version.deno);

Deno.test("HEAD sends the headers of GET, with the same content-length, and no body", async () => {
  const paths = ["/api/v1/version", "/images/animals/cat/k3v09x2a.svg", "/style.css", "/nope", "/api/nope", "/"];
  await withServer(async (request) => {
    for (const path of [...paths, "/api/v1/static/generated/all/hosts.txt?raw=1", "/api/v5/app/launcher/news"]) {
      const headers = "host: a\r\nx-request-id: the-same";
      // HEAD first, so that it cannot use what GET has cached.
      const head = await request(`HEAD ${path} HTTP/1.1`, headers);
      const get = await request(`GET ${path} HTTP/1.1`, headers);
      const changing = SENDS_LENGTH_OF_HEAD ? /^date:/ : /^(date|content-length):/;
      const lines = (response: RawResponse) =>
        response.head.split("\r\n").filter((line) => !changing.test(line)).sort();
      assertEquals([head.body, lines(head)], ["", lines(get)], path);
      assertMatch(get.head, new RegExp(`content-length: ${new TextEncoder().encode(get.body).length}\r\n`));
    }
  });
});

Deno.test("an error carries the caller's own request id if it is valid, otherwise a new one", async () => {
  const valid = ["a", "A-Z.a_z-0.9", "x".repeat(64)];
  const invalid = ["", "a b", "x".repeat(65), "ü", "a\r\nx-request-id: b", "<script>"];
  await withServer(async (request) => {
    for (const id of valid) {
      const { head } = await request("GET /api/nope HTTP/1.1", `host: a\r\nx-request-id: ${id}`);
      assertEquals(/x-request-id: (.*)\r\n/.exec(head)?.[1], id);
    }
    for (const id of invalid) {
      const { head } = await request("GET /api/nope HTTP/1.1", `host: a\r\nx-request-id: ${id}`);
      assertMatch(head, /x-request-id: [a-z0-9]{6}-[a-z0-9]+\r\n/);
    }
    for (const id of [...valid, ...invalid]) {
      const { head } = await request("GET /api HTTP/1.1", `host: a\r\nx-request-id: ${id}`);
      assertEquals(head.includes("x-request-id"), false);
    }
  });
});

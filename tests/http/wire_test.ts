import { assertEquals, assertMatch } from "@std/assert";
import { createApp } from "@/lib/app.ts";
import { startApp } from "@/tests/support/app.ts";

/** Sends lines over a connection of their own, and returns the status and the body of the answer. */
async function send(port: number, lines: readonly string[]): Promise<{ status: number; text: string }> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode([...lines, "connection: close", "", ""].join("\r\n")));
  const text = await new Response(connection.readable).text();
  return { status: Number(text.split(" ")[1]), text };
}

const VERSION = "GET /api/v1/version HTTP/1.1";
const LOCAL = "host: localhost";

/** What arrives, and the statuses that the contract allows. */
const REQUESTS: readonly (readonly [lines: readonly string[], status: number])[] = [
  [[VERSION, LOCAL], 200],
  [[VERSION, "host: LOCALHOST:8000"], 200],
  [[VERSION, "host: [::1]:8000"], 200],
  [["GET http://localhost/api/v1/version HTTP/1.1", LOCAL], 200],
  ...["cat/dog", "cat?dog", "cat#dog", "ada@cat", "cat dog", "cat\\dog", "cat:99999", "1.2.3.256", "[::1", "", "ö"]
    .map((host) => [[VERSION, `host: ${host}`], 400] as const),
  [["GET http://other.example/api HTTP/1.1", LOCAL], 400],
  [["GET ftp://localhost/api HTTP/1.1", LOCAL], 400],
  [["GET /cat/%zz HTTP/1.1", LOCAL], 400],
  [["GET /%E0%A4%A/x HTTP/1.1", LOCAL], 400],
  [["GET /cat/..%2F..%2Fmain.ts,Ada.json HTTP/1.1", LOCAL], 200],
  [["GET /cat/..,Ada.json HTTP/1.1", LOCAL], 400],
  [["GET /cat/%00.json HTTP/1.1", LOCAL], 200],
  [["GET /cat/../../etc/passwd HTTP/1.1", LOCAL], 404],
  [["GET //cat.example/nothing HTTP/1.1", LOCAL], 404],
  [[`GET /${"a".repeat(9000)} HTTP/1.1`, LOCAL], 414],
  [[`GET /api?${"a".repeat(9000)} HTTP/1.1`, LOCAL], 414],
  [["OPTIONS * HTTP/1.1", LOCAL], 404],
  [["CONNECT localhost:80 HTTP/1.1", LOCAL], 400],
  [["TRACE /api HTTP/1.1", LOCAL], 405],
];

Deno.test("no host and no URL on the wire leads to an error in the service", async (t) => {
  await using app = await startApp();
  const handler = createApp(app.services).handler();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  for (const [lines, status] of REQUESTS) {
    await t.step(lines.join(", ").slice(0, 80), async () => {
      const answer = await send(server.addr.port, lines);
      assertEquals(answer.status, status, answer.text);
      if (status >= 400) assertMatch(answer.text, /"success":false/);
    });
  }
});

Deno.test("on the wire HEAD has the length of GET, and 304 and 204 have none", async () => {
  await using app = await startApp();
  const handler = createApp(app.services).handler();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  const ask = (method: string, more: string) => send(server.addr.port, [`${method} /api HTTP/1.1`, LOCAL, more]);
  const lengthOf = (text: string) => /^content-length: (\d+)/im.exec(text)?.[1];
  const get = await ask("GET", "x: y");
  const body = get.text.split("\r\n\r\n")[1]!;
  assertEquals(lengthOf(get.text), `${body.length}`);
  assertEquals(lengthOf((await ask("HEAD", "x: y")).text), `${body.length}`);
  const etag = /^etag: (.*)\r$/im.exec(get.text)![1]!;
  const known = await ask("GET", `if-none-match: ${etag}`);
  assertEquals([known.status, lengthOf(known.text)], [304, undefined]);
  const options = await ask("OPTIONS", "x: y");
  assertEquals([options.status, lengthOf(options.text)], [204, undefined]);
});

// The service works behind the proxies of docs/self-hosting.md, as they are configured there.

import { assert, assertEquals, assertMatch } from "@std/assert";
import { createApp } from "@/lib/app.ts";
import { startApp } from "@/tests/support/app.ts";
import { PROXIES, type ProxyName, run, startProxy } from "./proxy.ts";

const MIB = 2 ** 20;

/** A file that the operator serves. */
const LARGE_FILE = new Uint8Array(30 * MIB).map((_, i) => i % 251);

/** The service behind a proxy with HTTPS. Disposing it ends both. */
interface Site extends AsyncDisposable {
  readonly origin: string;
  /** Sends a request, perhaps from another address of this machine, and reads the response. */
  fetch(path: string, init?: RequestInit & { readonly from?: string }): Promise<Response>;
}

async function startSite(name: ProxyName, env: Record<string, string> = {}): Promise<Site> {
  const stack = new AsyncDisposableStack();
  const prepare = async (folder: string) => {
    await Deno.mkdir(`${folder}/generated`);
    await Deno.writeFile(`${folder}/generated/large.bin`, LARGE_FILE);
  };
  const app = stack.use(await startApp({ TRUST_PROXY: "1", ...env }, { prepare }));
  const handler = createApp(app.services).handler();
  const server = stack.use(Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler));
  const { origin, caCerts } = stack.use(await startProxy(name, { servicePort: server.addr.port, isSecure: true }));
  return {
    origin,
    async fetch(path, { from = "127.0.0.1", ...init } = {}) {
      using client = Deno.createHttpClient({ caCerts, localAddress: from });
      const response = await fetch(`${origin}${path}`, { ...init, client });
      const bytes = await response.bytes();
      return new Response(bytes.length === 0 ? null : bytes, response);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

for (const name of PROXIES) {
  Deno.test(`${name} states the address of the caller, whatever the caller states`, async () => {
    // One point a minute: the second request of a client is refused.
    await using site = await startSite(name, { RATE_LIMIT: "1" });
    const ask = async (from: string, forged: string) => {
      return (await site.fetch("/api/v1/uptime", { from, headers: { "x-forwarded-for": forged } })).status;
    };
    assertEquals(await ask("127.0.0.2", "192.0.2.1"), 200);
    assertEquals(await ask("127.0.0.2", "192.0.2.2"), 429);
    assertEquals(await ask("127.0.0.3", "127.0.0.2"), 200);
  });

  Deno.test(`${name} states the origin that callers use`, async () => {
    await using site = await startSite(name);
    const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "ftp" };
    const { message } = await (await site.fetch("/api/v1/animals/cat", { headers })).json();
    assertMatch(message, new RegExp(`^${site.origin}/cat/`));
  });

  Deno.test(`${name} passes on an upload of 19 MiB, and one of 25 MiB is a 413`, async () => {
    await using site = await startSite(name);
    const drawn = await (await site.fetch("/cat/Ada.png")).bytes();
    const upload = async (bytes: number) => {
      const body = new FormData();
      body.append("image", new Blob([drawn, new Uint8Array(bytes - drawn.length)]));
      return await site.fetch("/api/v2/filter/invert", { method: "POST", body });
    };
    assertEquals((await upload(19 * MIB)).headers.get("content-type"), "image/png");
    assertEquals((await upload(25 * MIB)).status, 413);
  });

  Deno.test(`${name} passes on a large file unchanged`, async () => {
    await using site = await startSite(name);
    const response = await site.fetch("/generated/large.bin");
    const bytes = await response.bytes();
    assert(bytes.length === LARGE_FILE.length && bytes.every((byte, i) => byte === LARGE_FILE[i]));
  });

  Deno.test(`${name} passes on a page of 100 pictures over HTTP/2`, async () => {
    await using site = await startSite(name, { RATE_LIMIT: "1200" });
    const urls = Array.from({ length: 100 }, (_, n) => ["-o", "/dev/null", `${site.origin}/fox/${n}.png?size=64`]);
    const options = ["--insecure", "--silent", "--http2", "--parallel", "--parallel-max", "100"];
    const args = [...options, "--write-out", "%{http_version} %{http_code} %{content_type}\n", ...urls.flat()];
    const printed = await run("curl", args).stdout.text();
    assertEquals(printed, "2 200 image/png\n".repeat(100));
  });

  Deno.test(`${name} passes on HEAD and 304`, async () => {
    await using site = await startSite(name);
    const { headers } = await site.fetch("/cat/Ada.png");
    const head = await site.fetch("/cat/Ada.png", { method: "HEAD" });
    assertEquals([head.status, head.headers.get("content-length")], [200, headers.get("content-length")]);
    const known = await site.fetch("/cat/Ada.png", { headers: { "if-none-match": headers.get("etag")! } });
    assertEquals([known.status, known.body], [304, null]);
  });
}

import { assertEquals } from "@std/assert";
import { App, cors, type CORSOptions } from "fresh";

async function ask(options: CORSOptions<unknown> | undefined, init: RequestInit = {}): Promise<Record<string, string>> {
  const app = new App().use(cors(options)).all("/", () => new Response("x", { headers: { vary: "accept" } }));
  const response = await app.handler()(new Request("http://localhost/", init));
  await response.body?.cancel();
  const wanted = [...response.headers].filter(([name]) => name.startsWith("access-control-") || name === "vary");
  return { status: String(response.status), ...Object.fromEntries(wanted) };
}

const from = (origin: string) => ({ headers: { origin } });

Deno.test("cors() allows every origin by default", async () => {
  assertEquals(await ask(undefined, from("https://a.example")), {
    status: "200",
    "access-control-allow-origin": "*",
    vary: "accept",
  });
});

Deno.test("cors() allows origins by text, list or function, and adds Vary for caches", async () => {
  const origins = ["https://a.example", ["https://b.example", "https://a.example"], (requested: string) => requested];
  for (const origin of origins) {
    const response = await ask({ origin }, from("https://a.example"));
    assertEquals(response["access-control-allow-origin"], "https://a.example");
    assertEquals(response.vary, "accept, Origin");
  }
  const refused = await ask({ origin: "https://a.example" }, from("https://evil.example"));
  assertEquals(refused, { status: "200", vary: "accept, Origin" });
});

Deno.test("cors() responds to a preflight request", async () => {
  const headers = { origin: "https://a.example", "access-control-request-headers": "x-a, x-b" };
  assertEquals(await ask({ origin: "*", maxAge: 60, credentials: true }, { method: "OPTIONS", headers }), {
    status: "204",
    "access-control-allow-origin": "*",
    "access-control-allow-credentials": "true",
    "access-control-allow-methods": "GET,HEAD,PUT,POST,DELETE,PATCH",
    "access-control-allow-headers": "x-a,x-b",
    "access-control-max-age": "60",
    vary: "Access-Control-Request-Headers",
  });
});

Deno.test("cors() lists the allowed and exposed headers", async () => {
  const options = { origin: "*", allowHeaders: ["x-in"], exposeHeaders: ["x-out"], allowMethods: ["GET"] };
  const preflight = await ask(options, { method: "OPTIONS" });
  assertEquals(preflight["access-control-allow-headers"], "x-in");
  assertEquals(preflight["access-control-allow-methods"], "GET");
  assertEquals((await ask(options))["access-control-expose-headers"], "x-out");
});

import { assertEquals, assertLess } from "@std/assert";
import { startApp } from "@/tests/support/app.ts";

Deno.test("GET /healthz is 503 while the service stops, and takes no point", async () => {
  await using app = await startApp({ RATE_LIMIT: "1" });
  const ask = async () => {
    const response = await app.fetch("/healthz");
    return [response.status, await response.json(), response.headers.get("cache-control")];
  };
  assertEquals(await ask(), [200, { status: "ok" }, "no-store"]);
  app.services.isServing = false;
  assertEquals(await ask(), [503, { status: "stopping" }, "no-store"]);
});

Deno.test("GET /api has the address that callers use: the host, what a trusted proxy says, or BASE_URL", async () => {
  const forwarded = { "x-forwarded-host": "evil.example, cat.example", "x-forwarded-proto": "https" };
  const settings: readonly [env: Record<string, string>, headers: Record<string, string>, origin: string][] = [
    [{}, forwarded, "http://localhost"],
    [{ TRUST_PROXY: "1" }, forwarded, "https://cat.example"],
    [{ TRUST_PROXY: "1" }, { ...forwarded, "x-forwarded-host": "cat.example/path" }, "https://localhost"],
    [{ TRUST_PROXY: "1" }, {}, "http://localhost"],
    [{ TRUST_PROXY: "1", BASE_URL: "https://pawkit.example" }, forwarded, "https://pawkit.example"],
  ];
  for (const [env, headers, origin] of settings) {
    await using app = await startApp(env);
    assertEquals((await (await app.fetch("/api", { headers })).json()).openapi, `${origin}/openapi.json`);
  }
});

Deno.test("GET /.well-known/security.txt has the contact, and is valid for less than a year", async () => {
  await using app = await startApp({ CONTACT: "mailto:ada@example.org" });
  const text = await (await app.fetch("/.well-known/security.txt")).text();
  const fields = new Map(text.trim().split("\n").map((line) => line.split(": ") as [string, string]));
  const days = (Date.parse(fields.get("Expires")!) - Date.now()) / 86_400_000;
  assertEquals(fields.get("Contact"), "mailto:ada@example.org");
  assertLess(30, days);
  assertLess(days, 365);
});

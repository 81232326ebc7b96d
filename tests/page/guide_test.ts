import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/support/app.ts";

const TERMINAL = { "user-agent": "curl/8.14.1" };

Deno.test("GET /docs is a page with sections, and Markdown in a terminal", async () => {
  await using app = await startApp();
  const response = await app.fetch("/docs", { headers: { accept: "text/html" } });
  const page = await response.text();
  assertStringIncludes(page, `<h2 id="an-avatar-for-each-user">`);
  assertStringIncludes(page, `<a href="#an-avatar-for-each-user">`);
  const text = await app.fetch("/docs", { headers: TERMINAL });
  assertEquals(text.headers.get("content-type"), "text/markdown; charset=utf-8");
  assertStringIncludes(await text.text(), "\n## An avatar for each user\n");
});

Deno.test("GET /docs has the address of this service, and leaves out what is switched off", async () => {
  await using app = await startApp({ BASE_URL: "https://pawkit.example", FEATURES: "logs" });
  const text = await (await app.fetch("/docs", { headers: TERMINAL })).text();
  assertStringIncludes(text, "https://pawkit.example/cat/Ada");
  assert(!text.includes("localhost"));
  assertEquals(/^## (Random content|Filters|Block lists|The v5 API)$/m.exec(text), null);
});

Deno.test("the JSON answers of the guide have the fields of real ones", async () => {
  await using app = await startApp();
  const text = await (await app.fetch("/docs", { headers: TERMINAL })).text();
  const random = ["string/8ball", "kaomoji/cat", "yt-video/hl-cats"].map((path) => `/api/v2/random/${path}`);
  const paths = ["/cat/Ada.json", ...random, "/cat/Ada.png?size=9999"];
  const documented = [...text.matchAll(/```json\n([^]*?)```/g)].map(([, json]) => toShape(JSON.parse(json!)));
  const real = await Promise.all(paths.map(async (path) => toShape(await (await app.fetch(path)).json())));
  assertEquals(documented, real);
});

function toShape(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toShape(each)]));
}

Deno.test("every address in the guide is one of this service", async () => {
  await using app = await startApp();
  const text = await (await app.fetch("/docs", { headers: TERMINAL })).text();
  for (const [, path] of text.matchAll(/(?:http:\/\/localhost|\]\(|`)(\/[\w/.,+:%?=&-]*)/g)) {
    const response = await app.fetch(path!, { headers: { accept: "*/*" } });
    await response.body?.cancel();
    assert(response.status !== 404, path);
  }
});

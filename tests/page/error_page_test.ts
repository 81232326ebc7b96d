import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/support/app.ts";

const BROWSER = { accept: "text/html,*/*;q=0.8" };

Deno.test("a browser gets an error as a page with its animal and its message", async () => {
  await using app = await startApp();
  const response = await app.fetch("/api/v2/random/kaomoji/dragon", { headers: BROWSER });
  assertEquals([response.status, response.headers.get("cache-control")], [404, "no-store"]);
  const page = await response.text();
  assertStringIncludes(page, `src="/404.svg"`);
  assertStringIncludes(page, "must be one of cat, dog, owo, uwu, love");
  assertStringIncludes(page, response.headers.get("x-request-id")!);
  for (const link of ["/docs", "/#endpoints"]) assertStringIncludes(page.split("<main")[1]!, `href="${link}"`);
});

Deno.test("the page of an error leads from a wrong value to each that is allowed, and keeps the others", async () => {
  await using app = await startApp();
  const response = await app.fetch("/cat/Ada?size=64&wears=hat", { headers: BROWSER });
  const page = await response.text();
  assertStringIncludes(page, "Cannot read &quot;wears&quot;");
  const links = [...page.matchAll(/href="(\?[^"]*)"/g)].map(([, link]) => link!.replaceAll("&amp;", "&"));
  assert(links.includes("?size=64&wears=crown"));
  for (const link of links) {
    const corrected = await app.fetch(`/cat/Ada${link}`, { headers: BROWSER });
    await corrected.body?.cancel();
    assertEquals(corrected.status, 200, link);
  }
});

Deno.test("the page of an error escapes what its caller wrote", async () => {
  await using app = await startApp();
  const response = await app.fetch("/cat/Ada?wears=%3Cimg+src=x%3E&%22%3E%3Cb%3E=1", { headers: BROWSER });
  const page = await response.text();
  assert(!page.includes("<img src=x") && !page.includes("<b>"));
});

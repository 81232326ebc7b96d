import { assertEquals, assertRejects } from "@std/assert";
import { followRedirects, isRedirect } from "@/lib/sources/redirects.ts";

const options = { maxRedirects: 2, tooManyError: () => new RangeError("too many") };

Deno.test("followRedirects() requests each URL in turn and returns the first result", async () => {
  const seen: string[] = [];
  const request = (url: URL) => {
    seen.push(url.pathname);
    return Promise.resolve(seen.length < 3 ? new URL(`/${seen.length}`, url) : "done");
  };
  assertEquals(await followRedirects(new URL("http://a.example/0"), { ...options, request }), "done");
  assertEquals(seen, ["/0", "/1", "/2"]);
});

Deno.test("followRedirects() throws after the last redirect that is allowed", async () => {
  let requests = 0;
  const request = (url: URL) => Promise.resolve(++requests > 0 ? url : "never");
  const url = new URL("http://a.example/");
  await assertRejects(() => followRedirects(url, { ...options, request }), RangeError, "too many");
  assertEquals(requests, 3);
});

Deno.test("isRedirect() knows the statuses that redirect", () => {
  assertEquals([200, 300, 301, 302, 303, 304, 305, 307, 308, 400].filter(isRedirect), [301, 302, 303, 307, 308]);
});

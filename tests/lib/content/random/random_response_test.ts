import { assertEquals } from "@std/assert";
import { preferredBodyOf } from "@/lib/content/random/random_response.ts";

Deno.test("preferredBodyOf() returns JSON unless pictures or plain text are preferred to it", () => {
  const expected = {
    "*/*": "json",
    "": "json",
    "application/json": "json",
    "application/json, text/plain, */*": "json", // axios
    "image/png, application/json": "json",
    "image/png;q=0.5, application/json;q=0.4": "image",
    "image/*": "image",
    "IMAGE/WEBP": "image",
    "text/plain": "text",
    "text/plain, image/png;q=0.9": "text",
    "image/png;q=0": "json",
    "image/png;q=nonsense": "json",
    // Chromium and Firefox, for <img> and for a page:
    "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8": "image",
    "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5": "image",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8": "json",
  };
  const request = (headers: HeadersInit) => new Request("http://paw.example/", { headers });
  for (const [accept, body] of Object.entries(expected)) {
    assertEquals(preferredBodyOf(request({ accept })), body, accept);
  }
  assertEquals(preferredBodyOf(request({})), "json");
});

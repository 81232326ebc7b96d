import { assertEquals } from "@std/assert";
import { acceptsEncodings, eTag, ifNoneMatch, STATUS_TEXT } from "@std/http";
import { join } from "@std/path";
import { contentType } from "@/lib/std/media_types.ts";

Deno.test("@std/http works from the npm build: tags, negotiation, reason phrases", async () => {
  const tag = await eTag("a");
  assertEquals(ifNoneMatch(tag!, tag), false);
  assertEquals(contentType(".txt"), "text/plain; charset=UTF-8");
  assertEquals(STATUS_TEXT[404], "Not Found");
  assertEquals(
    acceptsEncodings(new Request("http://a", { headers: { "accept-encoding": "gzip" } }), "gzip", "identity"),
    "gzip",
  );
  assertEquals(join("a", "b"), "a/b");
});

import { assertEquals } from "@std/assert";
import { contentTypeOf } from "@/lib/files/content_type.ts";
import { FORMATS } from "@/lib/files/lists/formats.ts";

Deno.test("contentTypeOf() serves lists and logs as text, other files by their extension and unknown ones as bytes", async () => {
  const types = await Promise.all(["ads.hosts", "DAY.LOG", "style.css", "a.unknown", "LICENSE"].map(contentTypeOf));
  const text = "text/plain; charset=UTF-8";
  const bytes = "application/octet-stream";
  assertEquals(types, [text, text, "text/css; charset=UTF-8", bytes, bytes]);
});

Deno.test("contentTypeOf() takes the type of a list from its format", async () => {
  for (const { file, mediaType } of FORMATS) assertEquals(await contentTypeOf(`all/${file}`), mediaType);
  assertEquals(await contentTypeOf("all/rpz.zone"), "text/plain; charset=UTF-8");
});

import { assertEquals } from "@std/assert";
import { shorten } from "@/lib/text/shorten.ts";

Deno.test("shorten() never cuts a character of two code units in half", () => {
  assertEquals(["ab🐈", "a🐈b", "🐈🐈"].map((text) => shorten(text, 3)), ["ab…", "a🐈…", "🐈…"]);
  assertEquals(shorten("🐈".repeat(41)), `${"🐈".repeat(40)}…`);
});

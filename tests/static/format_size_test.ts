import { assertEquals } from "@std/assert";
import { formatSize } from "@/static/format_size.js";

Deno.test("formatSize() chooses bytes, kilobytes or megabytes", () => {
  assertEquals([0, 1023, 1024, 1536, 9_437_184].map(formatSize), ["0 B", "1023 B", "1.0 KB", "1.5 KB", "9.0 MB"]);
});

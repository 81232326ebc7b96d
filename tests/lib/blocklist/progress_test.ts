import { assertEquals } from "@std/assert";
import { createProgress } from "@/lib/blocklist/progress.ts";

Deno.test("createProgress() overwrites one line of a terminal and never fills it; elsewhere each step is a line", () => {
  const displays = new Map([
    [10, ["\r\x1b[2Kreading a", "\r\x1b[2Kreading a", "\r\x1b[2Kwriting", "\r\x1b[2K"]],
    [undefined, ["reading a\n", "writing\n"]],
  ]);
  for (const [columns, expected] of displays) {
    const written: string[] = [];
    const progress = createProgress((text) => written.push(text), columns);
    progress.step("reading a");
    progress.update("reading a: 123456 names");
    progress.step("writing");
    progress.clear();
    assertEquals(written, expected);
  }
});

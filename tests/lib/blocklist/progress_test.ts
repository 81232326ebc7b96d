import { assertEquals } from "@std/assert";
import { createProgress, type Progress, showFetches } from "@/lib/blocklist/progress.ts";

function record(columns: number | undefined): { progress: Progress; written: string[] } {
  const written: string[] = [];
  return { progress: createProgress((text) => written.push(text), columns), written };
}

Deno.test("createProgress() overwrites one line of a terminal and never fills it", () => {
  const { progress, written } = record(10);
  progress.step("reading a");
  progress.update("reading a: 123456 names");
  progress.clear();
  assertEquals(written, ["\r\x1b[2Kreading a", "\r\x1b[2Kreading a", "\r\x1b[2K"]);
});

Deno.test("createProgress() writes one line per step and nothing else without a terminal", () => {
  const { progress, written } = record(undefined);
  progress.step("reading a");
  progress.update("reading a: 5 names");
  progress.step("writing 2 lists");
  progress.clear();
  assertEquals(written, ["reading a\n", "writing 2 lists\n"]);
});

Deno.test("showFetches() shows what is running together, and how each fetch ended", () => {
  const { progress, written } = record(200);
  const { onBytes, onFetched } = showFetches(progress, 3);
  onBytes!("a", 1_250_000);
  onBytes!("b", 100_000);
  onFetched!("a", { path: "a.txt" });
  onFetched!("c", { path: "c.txt", isUnchanged: true });
  onFetched!("b", { path: "b.txt", fetchError: "its server responded with 503" });
  assertEquals(written.map((text) => text.slice(5)), [
    "fetched 0 of 3 sources: a 1.3 MB",
    "fetched 0 of 3 sources: a 1.3 MB, b 100 KB",
    "fetched a: 1.3 MB",
    "fetched 1 of 3 sources: b 100 KB",
    "c has not changed",
    "fetched 2 of 3 sources: b 100 KB",
    "cannot fetch b, using its last good copy: its server responded with 503",
    "fetched 3 of 3 sources",
  ]);
});

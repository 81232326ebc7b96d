import { assertEquals } from "@std/assert";
import { showFetches } from "@/lib/blocklist/fetch_progress.ts";
import { createProgress } from "@/lib/process/progress.ts";

Deno.test("showFetches() shows what is running together, and how each fetch ended", () => {
  const written: string[] = [];
  const progress = createProgress((text) => written.push(text), 200);
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

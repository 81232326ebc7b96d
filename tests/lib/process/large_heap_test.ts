import { assertEquals } from "@std/assert";
import { createFlagChoice } from "@/lib/process/large_heap.ts";

const MIB = 1024 * 1024;

Deno.test("createFlagChoice() chooses other flags only when a heap becomes large or small", () => {
  const choose = createFlagChoice();
  assertEquals(choose(50 * MIB), []);
  const saving = choose(96 * MIB);
  assertEquals(saving, ["--memory-saver-mode", "--memory-reducer-delay-ms=1000"]);
  assertEquals(choose(300 * MIB), []);
  const normal = choose(95 * MIB);
  assertEquals(normal, ["--no-memory-saver-mode", "--memory-reducer-delay-ms=8000"]);
  assertEquals(choose(20 * MIB), []);
  assertEquals(choose(100 * MIB), saving);
});

Deno.test("V8 knows the flags of a large heap", async () => {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--v8-flags=--memory-saver-mode,--memory-reducer-delay-ms=1000", "0"],
  }).output();
  // V8 reports what it does not know and goes on.
  assertEquals([success, new TextDecoder().decode(stderr)], [true, ""]);
});

import { assertEquals } from "@std/assert";
import { Turn } from "@/lib/async/turn.ts";

Deno.test("Turn ends after a while, and passing it lets other work run", async () => {
  const turn = new Turn();
  let hasRun = false;
  setTimeout(() => hasRun = true);
  while (!turn.isOver);
  assertEquals(hasRun, false);
  await turn.pass();
  assertEquals(hasRun, true);
});

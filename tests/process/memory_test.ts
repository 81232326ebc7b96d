import { assertEquals } from "@std/assert";
import { defaultMemoryBudget, isSmallMachine } from "@/lib/process/memory.ts";

const MIB = 1024 * 1024;

for (const [machine, budget] of [[256, 128], [628, 128], [768, 268], [899, 399], [900, 400], [65_536, 400]] as const) {
  Deno.test(`defaultMemoryBudget() is ${budget} MiB on a machine with ${machine} MiB`, () => {
    assertEquals(defaultMemoryBudget(machine * MIB), budget * MIB);
  });

  Deno.test(`isSmallMachine() follows from the default budget of a machine with ${machine} MiB`, () => {
    assertEquals(isSmallMachine(defaultMemoryBudget(machine * MIB)), machine < 900);
  });
}

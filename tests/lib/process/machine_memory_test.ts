import { assertEquals } from "@std/assert";
import { defaultMemoryBudget } from "@/lib/process/machine_memory.ts";

const MIB = 1024 * 1024;
const [V2, V1] = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/** Returns the default in MiB on a machine of `total` MiB with these files. */
function budgetOf(total: number, files: Record<string, string> = {}): number {
  return defaultMemoryBudget({
    systemMemoryInfo: () => ({ total: total * MIB }),
    readTextFileSync: (path) => files[path] ?? fail(),
  }) / MIB;
}

function fail(): never {
  throw new Deno.errors.NotCapable("Requires all access");
}

Deno.test("defaultMemoryBudget() is half of the memory of the machine, but from 128 to 512 MiB", () => {
  assertEquals([64_000, 1024, 1023, 512, 150].map((total) => budgetOf(total)), [512, 512, 511.5, 256, 128]);
});

Deno.test("defaultMemoryBudget() counts the limit of a container, in both versions of control groups", () => {
  for (const file of [V2!, V1!]) {
    assertEquals(budgetOf(64_000, { [file]: `${300 * MIB}\n` }), 150, file);
    assertEquals(budgetOf(600, { [file]: `${700 * MIB}\n` }), 300, file);
  }
  assertEquals(budgetOf(64_000, { [V2!]: "max\n" }), 512);
  assertEquals(budgetOf(64_000, { [V1!]: "9223372036854771712\n" }), 512);
});

Deno.test("defaultMemoryBudget() is 512 MiB where nothing can be read, and a whole number", () => {
  assertEquals(defaultMemoryBudget({ systemMemoryInfo: fail, readTextFileSync: fail }), 512 * MIB);
  assertEquals(
    defaultMemoryBudget({ systemMemoryInfo: () => ({ total: 2 ** 28 + 3 }), readTextFileSync: fail }),
    2 ** 27 + 1,
  );
  // That of this machine.
  assertEquals(defaultMemoryBudget() > 0 && defaultMemoryBudget() <= 512 * MIB, true);
});

import { assertEquals, assertGreater } from "@std/assert";
import { restartOneByOne } from "@/tests/load/restart.ts";
import { ifInstalled } from "@/tests/programs.ts";
import { exhaustDescriptors } from "./descriptors.ts";

Deno.test(
  ifInstalled(
    ["redis-server", "nginx"],
    "two processes restart one by one behind a proxy that repeats requests, lose none and share a ban",
  ),
  async () => {
    // With a pause, because the clients took most of the processor time while the processes started.
    const { answered, lost, exitCodes, banned } = await restartOneByOne({ connections: 4, rounds: 1, pauseMs: 100 });
    assertEquals([lost, exitCodes], [0, [0, 0, 0, 0]]);
    assertGreater(answered, 0);
    assertEquals(new Set(banned), new Set([403]));
  },
);

Deno.test(
  ifInstalled("sh", "serveUntilStopped() serves again after the process ran out of file descriptors"),
  async () => {
    const { held, exitCode } = await exhaustDescriptors(128);
    assertEquals([held > 64, exitCode], [true, 0]);
  },
);

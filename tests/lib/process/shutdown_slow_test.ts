import { assert, assertEquals, assertGreater, assertStringIncludes } from "@std/assert";
import { exhaustDescriptors } from "@/tests/load/descriptors.ts";
import { restartOneByOne } from "@/tests/load/restart.ts";
import { startService } from "@/tests/load/service.ts";
import { stopUnderLoad } from "@/tests/load/stop.ts";
import { ifInstalled } from "@/tests/programs.ts";

Deno.test("runService() answers every accepted request when it is stopped under load, and exits with 0", async () => {
  const { answered, dropped, unhealthy, exitCode } = await stopUnderLoad({ connections: 8, loadMs: 200 });
  assertEquals([dropped, exitCode], [0, 0]);
  assertGreater(answered, 0);
  assertGreater(unhealthy, 0);
});

Deno.test(
  ifInstalled(
    "redis-server",
    "two processes on one port restart one by one, lose no request and share limits and bans",
  ),
  async () => {
    const limit = 400;
    // With a pause, because the clients took most of the processor time while the processes started.
    const report = await restartOneByOne({ connections: 4, rounds: 1, limit, pauseMs: 100 });
    const { answered, lost, exitCodes, granted, banned, isComparable } = report;
    assertEquals([lost, exitCodes], [0, [0, 0, 0, 0]]);
    assertGreater(answered, 0);
    if (isComparable) assert(granted > limit * 0.97 && granted <= limit * 1.01, `granted ${granted}`);
    assertEquals(new Set(banned), new Set([403]));
  },
);

Deno.test("serveUntilStopped() survives unhandled errors, and cleans up even if the listener fails to close", async () => {
  const service = await startService({ script: new URL("./fragile_service.ts", import.meta.url) });
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${service.port}${path}`)).text();
  for (const path of ["/throw", "/reject", "/worker"]) assertEquals(await get(path), path);
  while (!["thrown", "rejected", "crashed"].every((message) => service.output().includes(message))) await get("/");
  assertEquals(await service.stop(), 0);
  for (const message of ["not closed", "cleaned up"]) assertStringIncludes(service.output(), message);
});

Deno.test("serveUntilStopped() serves again after the process ran out of file descriptors", async () => {
  const { answersAgain, exitCode } = await exhaustDescriptors(128);
  assertEquals([answersAgain, exitCode], [true, 0]);
});

import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Service, startService } from "@/tests/load/service.ts";

const FRAGILE_SERVICE = new URL("./fragile_service.ts", import.meta.url);

Deno.test("serveUntilStopped() finishes a request in progress after it has announced the stop and closed its port", async () => {
  const service = await startService({ script: FRAGILE_SERVICE });
  // Its response waits until the port is closed.
  const last = fetch(`http://127.0.0.1:${service.port}/last`);
  while (!service.output().includes("a request has begun")) await getText(service, "/");
  service.signal("SIGTERM");
  const response = await last;
  assertEquals([response.status, await response.text()], [503, "/last"]);
  assertEquals(await service.exitCode, 0);
});

Deno.test("serveUntilStopped() gives a request that does not end four seconds, and exits with 0", async () => {
  const service = await startService({ script: FRAGILE_SERVICE });
  const endless = fetch(`http://127.0.0.1:${service.port}/endless`).then(() => "answered", () => "dropped");
  while (!service.output().includes("a request has begun")) await getText(service, "/");
  assertEquals([await service.stop(), await endless], [0, "dropped"]);
  for (const message of ["unfinished requests after 4 s", "cleaned up within 500 ms"]) {
    assertStringIncludes(service.output(), message);
  }
});

Deno.test("serveUntilStopped() survives unhandled errors, and cleans up even if the listener fails to close", async () => {
  const service = await startService({ script: FRAGILE_SERVICE });
  for (const path of ["/throw", "/reject", "/worker"]) assertEquals(await getText(service, path), path);
  while (!["thrown", "rejected", "crashed"].every((message) => service.output().includes(message))) {
    await getText(service, "/");
  }
  assertEquals(await service.stop(), 0);
  for (const message of ["not closed", "cleaned up"]) assertStringIncludes(service.output(), message);
});

/** Returns the body of a response, on a connection of its own. */
async function getText({ port }: Service, path: string): Promise<string> {
  return await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: "close" } })).text();
}

import { assertEquals, assertStringIncludes } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { findFreePort } from "@/tests/load/service.ts";

/** Sends a request until the server listens. */
async function fetchOnceUp(url: string): Promise<Response> {
  while (true) {
    const response = await fetch(url).catch(() => undefined);
    if (response !== undefined) return response;
    await sleep(20);
  }
}

Deno.test("deno serve main.ts logs its address, answers requests and exits with 0 on SIGTERM", async () => {
  const folder = await Deno.makeTempDir();
  const port = findFreePort();
  const server = new Deno.Command(Deno.execPath(), {
    args: ["serve", "--allow-all", "--host=127.0.0.1", `--port=${port}`, "main.ts"],
    env: { LOGS_DIR: folder, STATE_DIR: folder, ALLOW_PRIVATE_HOSTS: "127.0.0.1,localhost" },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const response = await fetchOnceUp(`http://127.0.0.1:${port}/api/v1/version`);
  assertEquals([response.status, (await response.json()).success], [200, true]);
  // It does not send requests to itself, although the settings allow this machine.
  const own = await fetch(`http://127.0.0.1:${port}/api/v2/filter/blur?image=http://localhost:${port}/images/a.png`);
  assertEquals([own.status, (await own.json()).code], [403, "forbidden_address"]);
  server.kill("SIGTERM");
  const { code, stdout } = await server.output();
  assertEquals(code, 0);
  assertStringIncludes(new TextDecoder().decode(stdout), `Listening on http://127.0.0.1:${port}/`);
  await Deno.remove(folder, { recursive: true });
});

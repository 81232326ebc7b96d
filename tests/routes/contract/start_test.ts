import { setTimeout } from "node:timers/promises";
import { assertEquals, assertMatch, assertNotMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { startService } from "@/tests/load/service.ts";

// The service in its own process, as an operator starts it.

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  await work(folder).finally(() => Deno.remove(folder, { recursive: true }));
}

Deno.test("the service exits with 1 and the name of the field if its document is invalid", async () => {
  await withFolder(async (folder) => {
    const file = join(folder, "broken.json");
    await Deno.writeTextFile(file, `{ "asOf": 1 }`);
    const env = { LOGS_DIR: folder, LAUNCHER_DATA: file, LOG_LEVEL: "error" };
    const { message } = await assertRejects(() => startService({ env }), Error, "ended with 1");
    assertStringIncludes(message, 'broken.json": asOf: ');
    // Only the reason, because a stack trace would hide it.
    assertNotMatch(message, /\n\s+at |Caused by/);
  });
});

Deno.test("the log begins with version and commit, and nothing is written to disk on Deno Deploy", async () => {
  await withFolder(async (folder) => {
    const env = { LOGS_DIR: join(folder, "logs"), STATE_DIR: join(folder, "state"), DENO_DEPLOY: "1" };
    const service = await startService({ env });
    await (await fetch(`http://127.0.0.1:${service.port}/api/v1/version`)).body?.cancel();
    assertEquals(await service.stop(), 0);
    // On a new machine, Deno may write before it that it downloads a package.
    const first = service.output().split("\n").find((line) => line.startsWith("{"));
    assertMatch(first!, /Pawkit \d+\.\d+\.\d+, commit ([0-9a-f]{40}|unknown)/);
    assertStringIncludes(service.output(), "/api/v1/version");
    assertEquals(await Array.fromAsync(Deno.readDir(folder)), []);
  });
});

Deno.test("the service logs which of the operator's pictures it cannot use", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(join(folder, "animals", "cat"), { recursive: true });
    await Deno.writeTextFile(join(folder, "animals", "cat", "broken.png"), "no picture");
    const service = await startService({ env: { LOGS_DIR: join(folder, "logs"), CONTENT_DIR: folder } });
    // On a busy machine, the service listens before it has read the pictures.
    while (!/"WARN".*broken\.png/.test(service.output())) await setTimeout(20);
    assertEquals(await service.stop(), 0);
  });
});

Deno.test("log files name no client; they and the console contain no token and no query of any request", async () => {
  const token = "a-token-of-the-operator";
  await withFolder(async (folder) => {
    const service = await startService({ env: { LOGS_DIR: folder, OPERATOR_TOKEN: token, TRUST_PROXY: "1" } });
    const headers = { "x-forwarded-for": "198.51.100.77", authorization: `Bearer ${token}` };
    const image = encodeURIComponent("https://user:pass@pictures.invalid/a.png?key=hidden-key");
    const paths = [
      "/api/v5/app/operator/status",
      "/api/v1/uptime?who=hidden-key",
      "/nope?hidden-key",
      "/api/%zz?hidden-key",
    ];
    for (const path of [...paths, `/api/v1/filter/blur?image=${image}`]) {
      await (await fetch(`http://127.0.0.1:${service.port}${path}`, { headers })).body?.cancel();
    }
    assertEquals(await service.stop(), 0);
    const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
    const files = (await Promise.all(names.map((name) => Deno.readTextFile(join(folder, name))))).join("");
    assertStringIncludes(files, "/api/v1/filter/blur");
    assertNotMatch(files, /198\.51\.100/);
    assertNotMatch(files + service.output(), /a-token|hidden-key|pictures\.invalid|user:pass|\?who/);
  });
});

import { assertEquals, assertGreater, assertStringIncludes } from "@std/assert";
import { exhaustDescriptors } from "@/tests/load/descriptors.ts";
import { startService } from "@/tests/load/service.ts";
import { stopUnderLoad } from "@/tests/load/stop.ts";

Deno.test("runService() answers every accepted request when it is stopped under load, and exits with 0", async () => {
  const { answered, dropped, unhealthy, exitCode } = await stopUnderLoad(8, 200);
  assertEquals([dropped, exitCode], [0, 0]);
  assertGreater(answered, 0);
  assertGreater(unhealthy, 0);
});

Deno.test("serveUntilStopped() survives an unhandled error, an unhandled rejection and a crashed worker", async () => {
  const script = new URL("./fragile_service.ts", import.meta.url);
  const service = await startService({ script });
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${service.port}${path}`)).text();
  for (const path of ["/throw", "/reject", "/worker"]) assertEquals(await get(path), path);
  while (!["thrown", "rejected", "crashed"].every((message) => service.output().includes(message))) await get("/");
  assertEquals(await service.stop(), 0);
});

Deno.test("serveUntilStopped() serves again after the process ran out of file descriptors", async () => {
  const { answersAgain, exitCode } = await exhaustDescriptors(128);
  assertEquals([answersAgain, exitCode], [true, 0]);
});

Deno.test("dropPermissions() leaves a process that starts nothing and whose environment is empty", async () => {
  const module = new URL("../../../lib/process/permissions.ts", import.meta.url);
  const code = `import { dropPermissions } from "${module}";
    await dropPermissions({ writesFiles: false });
    const names = ["run", "ffi", "write", "net", "read"];
    const states = await Promise.all(names.map(async (name) => (await Deno.permissions.query({ name })).state));
    const environ = await fetch("file:///proc/self/environ").then(() => "open", (error) => error.name);
    const { get } = await import("node:https");
    const secure = await new Promise((resolve) => get("https://127.0.0.1:1/").on("error", () => resolve("tried")));
    Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify({ states, environ, secure, secret: Deno.env.get("SECRET") })));`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", code],
    env: { SECRET: "hidden" },
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assertStringIncludes(text, '"states":["prompt","prompt","prompt","granted","granted"]');
  assertStringIncludes(text, '"environ":"NotCapable","secure":"tried"}');
});

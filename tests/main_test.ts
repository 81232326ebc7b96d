import { assertEquals, assertStringIncludes } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { changeUntil } from "@/tests/change_until.ts";
import { findFreePort } from "@/tests/free_port.ts";
import { PATIENT } from "@/tests/load/service.ts";

/** Sends a request until the server listens. */
async function fetchOnceUp(url: string, server: Deno.ChildProcess): Promise<Response> {
  let hasEnded = false;
  server.status.then(() => hasEnded = true);
  while (!hasEnded) {
    const response = await fetch(url).catch(() => undefined);
    if (response !== undefined) return response;
    await sleep(20);
  }
  throw new Error("Cannot send a request: the server has ended");
}

/** Starts `deno serve` on a free port, with its files in a folder. */
function serve(script: string, folder: string, env: Record<string, string> = {}) {
  const port = findFreePort();
  const server = new Deno.Command(Deno.execPath(), {
    args: ["serve", "--allow-all", "--config=deno.json", "--host=127.0.0.1", `--port=${port}`, script],
    env: { LOGS_DIR: folder, STATE_DIR: folder, ...env },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  return { port, server };
}

Deno.test("deno serve main.ts logs its address, answers requests and exits with 0 on SIGTERM", async () => {
  const folder = await Deno.makeTempDir();
  const { port, server } = serve("main.ts", folder, { ALLOW_PRIVATE_HOSTS: "127.0.0.1,localhost" });
  const response = await fetchOnceUp(`http://127.0.0.1:${port}/api/v1/version`, server);
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

Deno.test("the server that Fresh's build writes survives unhandled errors, logs a ban and exits with 0 on SIGTERM", async () => {
  const folder = await Deno.makeTempDir();
  // The form of `_fresh/server.js`: it imports the application, and `deno serve` never sees the export of main.ts.
  const script = `${folder}/server.js`;
  const main = new URL("../main.ts", import.meta.url);
  const code = `import { app } from "${main}";
    const handler = app.handler();
    const fail = () => Promise.reject(new Error("nobody handles this"));
    export default { fetch: (req, info) => (req.url.endsWith("/fail") && fail(), handler(req, info)) };`;
  await Deno.writeTextFile(script, code);
  const settings = { STATE_URL: `kv:${folder}/state.db`, OPERATOR_TOKEN: "sixteen-characters-or-more" };
  const { port, server } = serve(script, folder, { ...settings, LOG_FORMAT: "json", ...PATIENT });
  const picture = await fetchOnceUp(
    `http://127.0.0.1:${port}/api/v2/filter/invert?image=/images/animals/cat/k3v09x2a.png`,
    server,
  );
  assertEquals([picture.status, (await picture.bytes()).length > 0], [200, true]);
  await (await fetch(`http://127.0.0.1:${port}/fail`)).body?.cancel();
  const headers = { authorization: "Bearer wrong" };
  for (let i = 0; i < 10; i++) {
    await (await fetch(`http://127.0.0.1:${port}/api/v5/app/operator/status`, { headers })).body?.cancel();
  }
  server.kill("SIGTERM");
  const { code: exitCode, stdout } = await server.output();
  assertEquals(exitCode, 0);
  const output = new TextDecoder().decode(stdout);
  assertStringIncludes(output, "nobody handles this");
  assertStringIncludes(output.toLowerCase(), "banned");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("deno serve exits with 130 on a second signal, although requests may still be running", async () => {
  const folder = await Deno.makeTempDir();
  const script = `${folder}/server.js`;
  const main = new URL("../main.ts", import.meta.url);
  // The second for running requests never passes, so that only the second signal can end the process.
  const code = `const set = setTimeout;
    globalThis.setTimeout = (run, ms, ...args) => set(run, ms === 1000 ? 2 ** 30 : ms, ...args);
    const { app } = await import("${main}");
    export default { fetch: app.handler() };`;
  await Deno.writeTextFile(script, code);
  const { port, server } = serve(script, folder);
  await (await fetchOnceUp(`http://127.0.0.1:${port}/api/v1/version`, server)).body?.cancel();
  let status: Deno.CommandStatus | undefined;
  server.status.then((ended) => status = ended);
  // Again and again, because a second signal soon after the first one counts as its duplicate.
  for (; status === undefined; await sleep(100)) {
    try {
      server.kill("SIGTERM");
    } catch {
      // It has just ended.
    }
  }
  assertEquals(status.code, 130);
  await server.stdout.cancel();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("main.ts has the same settings after deno run --watch has restarted it", async () => {
  const folder = await Deno.makeTempDir();
  const trigger = `${folder}/changed.txt`;
  await Deno.writeTextFile(trigger, "");
  const port = findFreePort();
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", `--watch=${trigger}`, "main.ts", "--run", "--watched"],
    env: { PORT: `${port}`, HOST: "127.0.0.1", LOGS_DIR: folder, STATE_DIR: folder, APP_NAME: "first" },
    stdout: "null",
    stderr: "null",
  }).spawn();
  const readStart = async () => {
    const response = await fetchOnceUp(`http://127.0.0.1:${port}/api/v1/uptime`, server);
    return (await response.json()).startedAt;
  };
  const first = await readStart();
  await changeUntil(trigger, async () => await readStart() !== first);
  const news = await fetch(`http://127.0.0.1:${port}/api/v5/first/launcher/news`);
  assertEquals([news.status, (await news.json()).success], [200, true]);
  server.kill("SIGTERM");
  await server.status;
  await Deno.remove(folder, { recursive: true });
});

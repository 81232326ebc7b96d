import { assertEquals } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { fromFileUrl, join } from "@std/path";

/** The folder with deno.json. */
const ROOT = new URL("../", import.meta.url);

/** Environment variables of a task, besides a free port. */
type Variables = Readonly<Record<string, string>>;

/** Runs a task until it has printed `text`, sends a signal, and returns the exit code. */
async function stopTask(task: string, text: string, signal: Deno.Signal, variables: Variables = {}): Promise<number> {
  const dir = await Deno.makeTempDir();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", task],
    cwd: ROOT,
    env: { PORT: "0", HOST: "127.0.0.1", LOGS_DIR: dir, STATE_DIR: dir, ...variables },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let output = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    if (output.includes(text)) continue;
    output += part;
    if (output.includes(text)) child.kill(signal);
  }
  const { code } = await child.status;
  await Deno.remove(dir, { recursive: true });
  return code;
}

Deno.test("deno task dev exits on SIGTERM and does not wait for a changed file", async () => {
  assertEquals(await stopTask("dev", "Listening on", "SIGTERM"), 128 + 15);
});

Deno.test("deno task dev exits with 0 on SIGINT, the signal of Ctrl-C", async () => {
  assertEquals(await stopTask("dev", "Listening on", "SIGINT"), 0);
});

/** Stands for the service: it reports each start. */
const MAIN = `console.log("Listening on a port"); setInterval(() => {}, 60_000);`;

for (
  const [what, file] of [["a new route", "routes/hello.ts"], ["a changed style sheet", "static/style.css"]] as const
) {
  Deno.test(`deno task dev restarts for ${what}`, async () => {
    const folder = await Deno.makeTempDir();
    for (const name of ["routes", "static"]) await Deno.mkdir(join(folder, name));
    await Deno.writeTextFile(join(folder, "main.ts"), MAIN);
    await Deno.writeTextFile(join(folder, "static/style.css"), "");
    // The command of the task, in a folder of the test's own.
    const config = ["--no-lock", "--config", fromFileUrl(new URL("deno.json", ROOT))];
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", ...config, "--allow-all", fromFileUrl(new URL("lib/process/start.ts", ROOT)), "--watch"],
      cwd: folder,
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let starts = 0;
    const reading = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        starts += part.value.split("Listening on").length - 1;
      }
    })();
    // Again and again, because Deno begins to watch only after the start.
    for (let size = 1; starts < 2; size++) {
      if (starts === 1) await Deno.writeTextFile(join(folder, file), "/".repeat(size));
      await sleep(100);
    }
    child.kill("SIGINT");
    await reading;
    await child.status;
    await Deno.remove(folder, { recursive: true });
  });
}

Deno.test("deno task start exits with 0 on SIGTERM, and stores its state in a folder that did not exist", async () => {
  const dir = await Deno.makeTempDir();
  const file = join(dir, "new", "folder", "state.db");
  assertEquals(await stopTask("start", "Listening on", "SIGTERM", { STATE_URL: `kv:${file}` }), 0);
  assertEquals((await Deno.stat(file)).isFile, true);
  await Deno.remove(dir, { recursive: true });
});

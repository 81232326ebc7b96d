import { assertEquals } from "@std/assert";
import { join } from "@std/path";

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
    if (!output.includes(text) && (output += part).includes(text)) child.kill(signal);
  }
  const { code } = await child.status;
  await Deno.remove(dir, { recursive: true });
  return code;
}

Deno.test("deno task start exits with 0 on SIGTERM", async () => {
  assertEquals(await stopTask("start", "Listening on", "SIGTERM"), 0);
});

Deno.test("deno task dev exits on SIGTERM and does not wait for a changed file", async () => {
  assertEquals(await stopTask("dev", "Listening on", "SIGTERM"), 128 + 15);
});

Deno.test("deno task dev exits with 0 on SIGINT, the signal of Ctrl-C", async () => {
  assertEquals(await stopTask("dev", "Listening on", "SIGINT"), 0);
});

Deno.test("deno task start stores its state in a folder that does not exist yet", async () => {
  const dir = await Deno.makeTempDir();
  const file = join(dir, "new", "folder", "state.db");
  assertEquals(await stopTask("start", "Listening on", "SIGTERM", { STATE_URL: `kv:${file}` }), 0);
  assertEquals((await Deno.stat(file)).isFile, true);
  await Deno.remove(dir, { recursive: true });
});

import { assertEquals, assertNotEquals } from "@std/assert";
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
    if (output.includes(text)) continue;
    output += part;
    if (output.includes(text)) child.kill(signal);
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

/** What the service consists of. */
const PARTS = ["deno.json", "deno.lock", "fresh.config.ts", "lib", "main.ts", "routes", "static"];

Deno.test("deno task dev restarts for a new route and for a changed style sheet", async () => {
  const copy = await Deno.makeTempDir();
  for (const part of PARTS) await new Deno.Command("cp", { args: ["-r", part, copy], cwd: ROOT }).output();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", "dev"],
    cwd: copy,
    env: { PORT: "0", HOST: "127.0.0.1", LOG_FORMAT: "json" },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  /** Waits until the service listens again, and requests a path. */
  const fetchAfterStart = async (path: string) => {
    let output = "";
    for (let port; port === undefined; port = /Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]) {
      output += (await reader.read()).value ?? "";
    }
    const [, port = ""] = /:(\d+)\//.exec(output.slice(output.indexOf("Listening on"))) ?? [];
    return await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  };
  const styleOf = (page: string) => /style\.css\?[^"]+/.exec(page)?.[0];
  const before = styleOf(await fetchAfterStart("/"));
  await Deno.writeTextFile(join(copy, "static/style.css"), "body { color: red }");
  assertNotEquals(styleOf(await fetchAfterStart("/")), before);
  const route = `export const handler = { GET: () => new Response("hello") };`;
  await Deno.writeTextFile(join(copy, "routes/hello.ts"), route);
  assertEquals(await fetchAfterStart("/hello"), "hello");
  child.kill("SIGINT");
  await reader.cancel();
  await child.status;
  await Deno.remove(copy, { recursive: true });
});

Deno.test("deno task start stores its state in a folder that does not exist yet", async () => {
  const dir = await Deno.makeTempDir();
  const file = join(dir, "new", "folder", "state.db");
  assertEquals(await stopTask("start", "Listening on", "SIGTERM", { STATE_URL: `kv:${file}` }), 0);
  assertEquals((await Deno.stat(file)).isFile, true);
  await Deno.remove(dir, { recursive: true });
});

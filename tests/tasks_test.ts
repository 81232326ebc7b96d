import { assertEquals } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { sleep } from "@/lib/async/deadline.ts";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { changeUntil } from "@/tests/change_until.ts";
import { PATIENT } from "@/tests/load/service.ts";

/** The folder with deno.json. */
const ROOT = new URL("../", import.meta.url);

/** Options of {@linkcode runTask}. */
interface TaskOptions {
  /** The signal that ends the task. */
  readonly signal: Deno.Signal;
  /** The folder with deno.json, by default that of this project. */
  readonly cwd?: string;
  /** Environment variables, besides a free port. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the origin of the service before it is stopped. */
  readonly use?: (origin: string) => Promise<void>;
}

/** Runs a task that starts the service, uses and stops it, and returns the exit code. */
async function runTask(task: string, { signal, cwd, env, use }: TaskOptions): Promise<number> {
  const dir = await Deno.makeTempDir();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", task],
    cwd: cwd ?? ROOT,
    env: { PORT: "0", HOST: "127.0.0.1", LOGS_DIR: dir, STATE_DIR: dir, ...PATIENT, ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let output = "";
  let origin: string | undefined;
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += part;
    if (origin !== undefined) continue;
    origin = /Listening on (http:\/\/[^\/]+)\//.exec(output)?.[1];
    if (origin === undefined) continue;
    await use?.(origin);
    child.kill(signal);
  }
  const { code } = await child.status;
  await Deno.remove(dir, { recursive: true });
  return code;
}

Deno.test("deno task dev exits on SIGTERM and does not wait for a changed file", async () => {
  assertEquals(await runTask("dev", { signal: "SIGTERM" }), 128 + 15);
});

Deno.test("deno task dev exits with 0 on SIGINT, the signal of Ctrl-C", async () => {
  assertEquals(await runTask("dev", { signal: "SIGINT" }), 0);
});

Deno.test("deno task load prints the names of the measurements if it gets none or an unknown one", async () => {
  for (const name of ["", "toString"]) {
    const args = ["task", "--quiet", "load", name];
    const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
    const names = "caches, fleet, points, restart, strangers";
    const message = `Cannot measure: the name must be one of ${names}, got "${name}"\n`;
    assertEquals([code, new TextDecoder().decode(stderr)], [1, message]);
  }
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
    while (starts < 1) await sleep(20);
    await changeUntil(join(folder, file), () => starts >= 2);
    child.kill("SIGINT");
    await reading;
    await child.status;
    await Deno.remove(folder, { recursive: true });
  });
}

// CI runs this test with the oldest and the newest Deno that the service supports.
Deno.test("deno task start filters a picture, exits with 0 on SIGTERM, and stores its state in a new folder", async () => {
  const dir = await Deno.makeTempDir();
  const file = join(dir, "new", "folder", "state.db");
  const use = async (origin: string) => {
    const response = await fetch(`${origin}/api/v2/filter/blur?image=/cat/Ada.png`);
    const png = new DataView(await response.arrayBuffer());
    // Its width and height.
    assertEquals([response.status, png.getUint32(16), png.getUint32(20)], [200, 512, 512]);
  };
  assertEquals(await runTask("start", { signal: "SIGTERM", env: { STATE_URL: `kv:${file}` }, use }), 0);
  assertEquals((await Deno.stat(file)).isFile, true);
  await Deno.remove(dir, { recursive: true });
});

/** Copies what .dockerignore leaves for the image, without its folders of tests. */
async function copyImageFiles(target: string): Promise<void> {
  const lines = (await Deno.readTextFile(new URL(".dockerignore", ROOT))).split("\n");
  for (const line of lines.filter((each) => each.startsWith("!") && !each.startsWith("!.git"))) {
    await copy(fromFileUrl(new URL(line.slice(1), ROOT)), join(target, line.slice(1)));
  }
}

async function copy(from: string, to: string): Promise<void> {
  const { isDirectory } = await Deno.stat(from);
  if (!isDirectory) return await Deno.copyFile(from, to);
  await Deno.mkdir(to);
  for await (const { name } of Deno.readDir(from)) {
    if (name !== "tests") await copy(join(from, name), join(to, name));
  }
}

Deno.test("the files of the image render every page, with the permissions of deno task start", async () => {
  const folder = await Deno.makeTempDir();
  await copyImageFiles(folder);
  const statuses: string[] = [];
  const use = async (origin: string) => {
    for (const path of ["/", "/docs", "/search.json", ...Object.keys(DOCUMENTS).map((page) => `/docs/${page}`)]) {
      const { status, body } = await fetch(origin + path);
      await body?.cancel();
      statuses.push(`${status} ${path}`);
    }
  };
  assertEquals(await runTask("start", { signal: "SIGTERM", cwd: folder, use }), 0);
  assertEquals(statuses.length > 15, true);
  assertEquals(statuses.filter((each) => !each.startsWith("200 ")), []);
  await Deno.remove(folder, { recursive: true });
});

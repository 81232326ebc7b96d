import { assertEquals } from "@std/assert";
import { join, toFileUrl } from "@std/path";

/** Programs and workers: they start when they are loaded. */
const STARTS = /(^|\/)(main|worker|process\/start|build)\.ts$/;

function* findModules(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      if (name !== "tests") yield* findModules(path);
    } else if (/\.tsx?$/.test(name) && !/\.(d|as)\.ts$/.test(name) && !STARTS.test(path)) yield path;
  }
}

/** Imports modules in a new process that has no permissions; returns its exit code and everything that it printed. */
async function importAlone(modules: readonly string[], ...flags: string[]): Promise<[number, string]> {
  const script = await Deno.makeTempFile({ suffix: ".ts" });
  // One after the other: Deno 2.9.1 does not finish a module that imports them all.
  const lines = modules.map((path) => `await import("${toFileUrl(join(Deno.cwd(), path))}");\n`);
  await Deno.writeTextFile(script, lines.join(""));
  const args = ["run", "--no-prompt", "--quiet", "--config=deno.json", "--lock=tests/deno.lock", ...flags, script];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, env: { PORT: "abc" } }).output();
  await Deno.remove(script);
  return [code, [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("")];
}

Deno.test("importing lib/app.ts and lib/services.ts reads no environment and starts nothing", async () => {
  assertEquals(await importAlone(["lib/app.ts", "lib/services.ts", "fresh.config.ts"]), [0, ""]);
});

Deno.test("importing any module reads no files, opens no connection and starts nothing", async () => {
  const modules = [...findModules("lib"), ...findModules("routes")];
  // The Redis client reads the environment, but its module is only loaded when Redis is used.
  assertEquals(await importAlone(modules, "--ignore-env"), [0, ""]);
});

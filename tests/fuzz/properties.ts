import manifest from "@/deno.json" with { type: "json" };

const ROOT = new URL("../../", import.meta.url);

/** Runs the tests that use fast-check with another seed. Returns whether they pass; fast-check prints what fails. */
export async function testProperties(seed: number): Promise<boolean> {
  const files = ["tests/", ...manifest.workspace.map((folder) => `${folder}/tests/`)].flatMap((
    folder,
  ) => [...listFiles(folder)]);
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--lock=tests/deno.lock", "--allow-all", "tests/run.ts", "--no-check", ...files],
    env: { TEST_SEED: String(seed) },
    cwd: ROOT,
  }).spawn().status;
  return success;
}

function* listFiles(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, ROOT))) {
    const path = `${folder}${name}`;
    if (isDirectory) yield* listFiles(`${path}/`);
    else if (/_test\.ts$/.test(name) && /from "fast-check"/.test(Deno.readTextFileSync(new URL(path, ROOT)))) {
      yield path;
    }
  }
}

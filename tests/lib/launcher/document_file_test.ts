import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import type { LauncherDocument } from "@/lib/launcher/document.ts";
import { DocumentFile } from "@/lib/launcher/document_file.ts";
import { makeSample } from "./fixtures.ts";

Deno.test("DocumentFile.open() throws on a missing or invalid file and names it", async () => {
  await using desk = await makeDesk();
  await assertRejects(() => desk.file.open(), TypeError, desk.path);
  await Deno.writeTextFile(desk.path, `{ "asOf": 5 }`);
  await assertRejects(() => desk.file.open(), TypeError, "line 1, asOf");
});

Deno.test("DocumentFile.check() passes on every change, also one by rename, and nothing else", async () => {
  await using desk = await makeDesk();
  await desk.write("2026-01-01");
  assertEquals((await desk.file.open()).asOf, "2026-01-01T00:00:00Z");
  await desk.file.check();
  await desk.write("2026-01-02");
  await desk.file.check();
  await desk.file.check();
  await desk.write("2026-01-03", `${desk.path}.new`);
  await Deno.rename(`${desk.path}.new`, desk.path);
  await desk.file.check();
  assertEquals(desk.changes, ["2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"]);
});

Deno.test("DocumentFile.check() warns once about an invalid change and passes on nothing", async () => {
  await using desk = await makeDesk();
  await desk.write("2026-01-01");
  await desk.file.open();
  await Deno.writeTextFile(desk.path, `{\n "asOf": `);
  for (let i = 0; i < 4; i++) await desk.file.check();
  assertEquals([desk.changes.length, desk.warnings.length], [0, 1]);
  assert(desk.warnings[0]?.includes("line 2") && desk.warnings[0].includes("last good data"), desk.warnings[0]);
});

Deno.test("DocumentFile.check() does not warn about a file in mid-write", async () => {
  await using desk = await makeDesk();
  await desk.write("2026-01-01");
  await desk.file.open();
  await Deno.writeTextFile(desk.path, `{ "asOf"`);
  await desk.file.check();
  await desk.write("2026-01-02");
  await desk.file.check();
  await desk.file.check();
  assertEquals([desk.changes, desk.warnings], [["2026-01-02T00:00:00Z"], []]);
});

Deno.test("DocumentFile.check() warns once about a deleted file, and reads it again when it returns", async () => {
  await using desk = await makeDesk();
  await desk.write("2026-01-01");
  await desk.file.open();
  await Deno.remove(desk.path);
  for (let i = 0; i < 3; i++) await desk.file.check();
  assertEquals(desk.warnings.length, 1);
  await desk.write("2026-01-02");
  await desk.file.check();
  assertEquals(desk.changes, ["2026-01-02T00:00:00Z"]);
});

Deno.test("DocumentFile checks the file repeatedly until it is closed", async () => {
  await using desk = await makeDesk();
  await desk.write("2026-01-01");
  await desk.file.open();
  await desk.write("2026-01-02");
  await desk.tick();
  await desk.write("2026-01-03");
  await desk.tick();
  assertEquals(desk.changes.length, 2);
  desk.file.close();
  assertEquals(desk.planned(), 0);
});

// A folder, the file in it, and timers that the test fires.
async function makeDesk() {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "launcher.json");
  const changes: string[] = [];
  const warnings: string[] = [];
  const plans = new Set<() => void>();
  const file = new DocumentFile({
    path,
    onChange: ({ asOf }: LauncherDocument) => void changes.push(asOf),
    warn: (message) => void warnings.push(message),
    schedule: (_, run) => {
      plans.add(run);
      return () => plans.delete(run);
    },
  });
  return {
    path,
    file,
    changes,
    warnings,
    planned: () => plans.size,
    // Sizes differ from one write to the next, so that a coarse file clock cannot hide one.
    write: (asOf: string, to = path) => {
      return Deno.writeTextFile(to, JSON.stringify({ ...makeSample(), asOf }) + " ".repeat(Number(asOf.slice(-2))));
    },
    async tick() {
      const [run] = plans;
      plans.clear();
      await run?.();
    },
    async [Symbol.asyncDispose]() {
      file.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { watchDocument } from "@/lib/launcher/document_watch.ts";
import { makeSample } from "./fixtures.ts";

Deno.test("watchDocument() passes on the file and every change, also one by rename", async () => {
  await using desk = await makeDesk();
  await desk.check();
  await desk.write("2026-01-02");
  await desk.check();
  await desk.check();
  await desk.write("2026-01-03", `${desk.path}.new`);
  await Deno.rename(`${desk.path}.new`, desk.path);
  await desk.check();
  assertEquals(desk.changes, ["2026-01-01", "2026-01-02", "2026-01-03"]);
});

Deno.test("watchDocument() notices a change that leaves size and time as they were", async () => {
  await using desk = await makeDesk();
  const overwrite = async (asOf: string) => {
    await Deno.writeTextFile(desk.path, JSON.stringify({ ...makeSample(), asOf }));
    // In the future, so that the file stays as if it had been written just now.
    await Deno.utime(desk.path, new Date("2100-01-01"), new Date("2100-01-01"));
    await desk.check();
  };
  for (const asOf of ["2026-01-02", "2026-01-03", "2026-01-03"]) await overwrite(asOf);
  assertEquals(desk.changes, ["2026-01-01", "2026-01-02", "2026-01-03"]);
});

Deno.test("watchDocument() warns once about an invalid change and passes on nothing", async () => {
  await using desk = await makeDesk();
  await Deno.writeTextFile(desk.path, `{\n "asOf": `);
  for (let i = 0; i < 4; i++) await desk.check();
  assertEquals([desk.changes, desk.warnings.length, desk.invalid], [["2026-01-01"], 1, 1]);
  assert(desk.warnings[0]?.includes("must be JSON") && desk.warnings[0].includes("last good data"), desk.warnings[0]);
});

Deno.test("watchDocument() does not warn about a file in mid-write", async () => {
  await using desk = await makeDesk();
  await Deno.writeTextFile(desk.path, `{ "asOf"`);
  await desk.check();
  await desk.write("2026-01-02");
  await desk.check();
  await desk.check();
  assertEquals([desk.changes, desk.warnings, desk.invalid], [["2026-01-01", "2026-01-02"], [], 0]);
});

Deno.test("watchDocument() warns once about a deleted file, and reads it again when it returns", async () => {
  await using desk = await makeDesk();
  await Deno.remove(desk.path);
  for (let i = 0; i < 3; i++) await desk.check();
  assertEquals([desk.warnings.length, desk.invalid], [1, 1]);
  await desk.write("2026-01-02");
  await desk.check();
  assertEquals(desk.changes, ["2026-01-01", "2026-01-02"]);
});

Deno.test("watchDocument() checks the file every second, until it is stopped", async () => {
  await using desk = await makeDesk();
  assertEquals(desk.timer, { ms: 1000, isStopped: false });
  desk.stop();
  assertEquals(desk.timer.isStopped, true);
});

// A folder and the watched file in it. Only the test checks the file.
async function makeDesk() {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "launcher.json");
  const changes: string[] = [];
  const warnings: string[] = [];
  let invalid = 0;
  const timer = { ms: 0, isStopped: false };
  let check = () => Promise.resolve();
  // Sizes differ from one write to the next, so that a coarse file clock cannot hide one.
  const write = (asOf: string, to = path) => {
    return Deno.writeTextFile(to, JSON.stringify({ ...makeSample(), asOf }) + " ".repeat(Number(asOf.slice(-2))));
  };
  await write("2026-01-01");
  const stop = await watchDocument({
    path,
    onChange: ({ asOf }) => void changes.push(asOf.slice(0, 10)),
    onInvalid: () => void invalid++,
    warn: (message) => void warnings.push(message),
    repeat: (ms, work) => {
      timer.ms = ms;
      check = work;
      return () => void (timer.isStopped = true);
    },
  });
  return {
    path,
    check,
    stop,
    timer,
    changes,
    warnings,
    /** How often a change was reported as invalid. */
    get invalid() {
      return invalid;
    },
    write,
    async [Symbol.asyncDispose]() {
      await Deno.remove(folder, { recursive: true });
    },
  };
}

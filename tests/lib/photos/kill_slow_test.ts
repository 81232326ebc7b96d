import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { readHeader } from "@/lib/images/probe.ts";
import { hashFolder } from "./fixture.ts";
import { createFile, type Fault, startWiki } from "./wiki.ts";

const PROGRAM = import.meta.resolve("./fill_process.ts");
const RUN = ["run", "-A", "--no-check", "--lock=tests/deno.lock", PROGRAM];

// The whole measurement: PHOTOS=300 KILLS=10 deno test -A tests/lib/photos/kill_slow_test.ts
const PHOTOS = Number(Deno.env.get("PHOTOS") ?? 12);
const KILLS = Number(Deno.env.get("KILLS") ?? 2);

/** The shortest time between two requests. */
const INTERVAL_MS = 10;

/** Its part of the time that the client waits outside of tests. */
const FACTOR = INTERVAL_MS / 1000;

/** How the server misbehaves, by the number of the request: about every sixth one fails. */
const FAULTS: Readonly<Record<number, Fault>> = { 3: "429", 9: "truncated", 16: "maxlag", 22: "damaged", 28: "503" };

Deno.test("a run with faults that is killed and resumed has the result of an undisturbed run", async () => {
  const files = await Promise.all(Array.from({ length: PHOTOS + 5 }, (_, i) => createFile(i + 1)));
  await using wiki = startWiki(files);
  const folders = [await Deno.makeTempDir(), await Deno.makeTempDir()];
  const start = (folder: string) =>
    new Deno.Command(Deno.execPath(), {
      args: [...RUN, wiki.api, folder, String(PHOTOS), String(FACTOR)],
      stdout: "null",
      stderr: "inherit",
    }).spawn();

  assertEquals((await start(folders[0]!).status).code, 0);

  wiki.requests.length = 0;
  wiki.fault = (serial) => FAULTS[serial % 31];
  for (let kills = 0; kills < KILLS; kills++) {
    const target = wiki.requests.length + 1 + Math.floor(Math.random() * 2 * PHOTOS / KILLS);
    const child = start(folders[1]!);
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const fault = wiki.fault;
    wiki.fault = (serial, url) => {
      if (serial >= target) resolve();
      return fault(serial, url);
    };
    await Promise.race([reached, child.status]);
    // Not at the moment of a request only: at any moment until the next one.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3 * INTERVAL_MS));
    try {
      child.kill("SIGKILL");
    } catch { /* It is complete already. */ }
    await child.status;
    wiki.fault = fault;
    await assertServable(folders[1]!);
  }
  assertEquals((await start(folders[1]!).status).code, 0);

  assertEquals(await hashFolder(folders[1]!), await hashFolder(folders[0]!));
  const gaps = wiki.requests.slice(1).map(({ at }, i) => at - wiki.requests[i]!.at);
  assertEquals(gaps.filter((gap) => gap < INTERVAL_MS), []);
  for (const folder of folders) await Deno.remove(folder, { recursive: true });
});

/** Every visible picture is complete and has a credit. */
async function assertServable(folder: string): Promise<void> {
  const names = Object.keys(await hashFolder(folder)).filter((name) => !name.startsWith("."));
  if (!names.includes("credits.json")) return assertEquals(names, []);
  const { pictures } = JSON.parse(await Deno.readTextFile(join(folder, "credits.json")));
  for (const name of names.filter((name) => name !== "credits.json")) {
    const bytes = await Deno.readFile(join(folder, name));
    assertEquals([pictures[name]?.bytes, readHeader(bytes).isCut], [bytes.length, false]);
  }
}

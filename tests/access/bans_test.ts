import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { Bans } from "@/lib/access/bans.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { createLog } from "@/lib/log/log.ts";

const STRANGER = "198.51.100.7";
const DAY_MS = 24 * 3_600_000;

Deno.test("Bans bans a network after ten wrong tokens for 24 hours", async () => {
  await using test = await start();
  const { bans, clock } = test;
  const left = Array.from({ length: 10 }, () => bans.countWrongToken(STRANGER));
  assertEquals(left, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  const error = assertThrows(() => bans.assertNotBanned(STRANGER), ApiError);
  assertEquals([error.code, error.details], ["banned", { until: new Date(DAY_MS).toISOString() }]);
  bans.assertNotBanned("198.51.100.8");
  clock.ms = DAY_MS - 1;
  assertEquals(bans.list(), [{ client: STRANGER, until: new Date(DAY_MS).toISOString() }]);
  clock.ms = DAY_MS;
  bans.assertNotBanned(STRANGER);
  assertEquals(bans.list(), []);
});

Deno.test("Bans counts wrong tokens for ten minutes, from the first one", async () => {
  await using test = await start();
  const { bans, clock } = test;
  clock.ms = 1;
  bans.countWrongToken(STRANGER);
  clock.ms = 599_999;
  for (let count = 0; count < 8; count++) bans.countWrongToken(STRANGER);
  clock.ms = 600_002;
  assertEquals(bans.countWrongToken(STRANGER), 9);
});

Deno.test("Bans never bans a loopback or private peer, and warns once", async () => {
  await using test = await start();
  const peers = ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.1.1", "100.64.0.1", "local"];
  for (const peer of [...peers, "0:0:0:0::/64", "fd00:1:2:3::/64", "fe80:0:0:0::/64"]) {
    for (let count = 0; count < 12; count++) assertEquals(test.bans.countWrongToken(peer), 10, peer);
    assert(!test.bans.has(peer), peer);
  }
  assertEquals(test.lines.length, 1);
  assert(test.lines[0]!.includes("TRUST_PROXY"));
  for (const stranger of ["172.32.0.1", "2001:db8:1:2::/64"]) assertEquals(ban(test.bans, stranger), true, stranger);
});

Deno.test("Bans.lift() ends a ban, and its wrong tokens are forgotten", async () => {
  await using test = await start();
  ban(test.bans, STRANGER);
  test.bans.lift(STRANGER);
  assert(!test.bans.has(STRANGER));
  assertEquals(test.bans.countWrongToken(STRANGER), 9);
});

Deno.test("Bans keeps bans and lifts across restarts, and shares them with other processes", async () => {
  await using test = await start("data/bans.kv");
  await using other = await test.another();
  ban(test.bans, STRANGER);
  ban(test.bans, "198.51.100.8");
  await test.bans.close();
  await other.bans.read();
  assertEquals(other.bans.list().length, 2);
  other.bans.lift(STRANGER);
  await other.bans.close();
  await using later = await test.another();
  assertEquals(later.bans.list().map(({ client }) => client), ["198.51.100.8"]);
});

Deno.test("Bans renames a damaged database and goes on with a new one", async () => {
  for (const content of ["no database ".repeat(1000), "SQLite format 3\0".padEnd(8192, "Z")]) {
    await using test = await start("bans.kv", (path) => Deno.writeTextFile(path, content));
    assert(test.lines[0]!.includes("which is damaged"), test.lines[0]);
    assertEquals(await Deno.readTextFile(`${test.path}.damaged`), content);
    ban(test.bans, STRANGER);
    await test.bans.close();
    await using later = await test.another();
    assert(later.bans.has(STRANGER));
  }
});

Deno.test("Bans renames a database with one damaged page, which would end the process later", async () => {
  await using test = await start("bans.kv", async (path) => {
    (await Deno.openKv(path)).close();
    using file = await Deno.open(path, { write: true });
    await file.seek(2 * 4096, Deno.SeekMode.Start);
    await file.write(new Uint8Array(4096).fill(90));
  });
  assert(test.lines[0]?.includes("which is damaged"), test.lines[0]);
  assert(await Deno.stat(`${test.path}.damaged`));
  await test.bans.read();
  assertEquals(test.lines.length, 1);
});

Deno.test("Bans works without a database, and the log says that bans end with the process", async () => {
  // A folder is in the place of the file.
  await using test = await start("bans.kv", (path) => Deno.mkdir(path));
  assert(test.lines[0]!.includes("they end with this process"));
  assertEquals(ban(test.bans, STRANGER), true);
  await test.bans.read();
  assert(test.bans.has(STRANGER));
});

function ban(bans: Bans, network: string): boolean {
  for (let count = 0; count < 10; count++) bans.countWrongToken(network);
  return bans.has(network);
}

async function start(file?: string, prepare?: (path: string) => Promise<void>) {
  const folder = await Deno.makeTempDir();
  const path = join(folder, file ?? "");
  const clock = { ms: 0 };
  const lines: string[] = [];
  const log = createLog({ level: "warn", write: (line) => lines.push(line) });
  await prepare?.(path);
  const another = async () => {
    const bans = new Bans(log, () => clock.ms);
    if (file !== undefined) await bans.open(path);
    return { bans, [Symbol.asyncDispose]: () => bans.close() };
  };
  const { bans } = await another();
  return {
    bans,
    another,
    clock,
    lines,
    path,
    async [Symbol.asyncDispose]() {
      await bans.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

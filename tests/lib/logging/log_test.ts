import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { getLogger } from "@logtape/logtape";
import { join } from "@std/path";
import { ClientNames } from "@/lib/logging/client_names.ts";
import { type LogOptions, startLog } from "@/lib/logging/log.ts";
import type { LogFileOptions } from "@/lib/logging/log_file.ts";
import { RECORD, Screen } from "./logging.ts";

const NOON = Date.UTC(2026, 10, 15, 12);

function filesIn(dir: string, maxBytes = 2 ** 20): LogFileOptions {
  return { dir, maxBytes, now: () => NOON };
}

async function logInto(options: Partial<LogOptions>) {
  const console = new Screen();
  const defaults = { level: "info", format: "json", files: undefined } as const;
  const log = await startLog({ ...defaults, clients: new ClientNames(), console, ...options });
  return { log, readScreen: () => log.close().then(() => console.text) };
}

Deno.test("startLog() writes requests and records of the day into the folder", async () => {
  const dir = await Deno.makeTempDir();
  const { log, readScreen } = await logInto({ files: filesIn(join(dir, "new")) });
  log.writeAccess(RECORD);
  getLogger(["pawkit", "test"]).error("It broke", {
    requestId: "r-1",
    error: new Error("outer", { cause: new TypeError("inner") }),
  });
  const screen = await readScreen();
  const access = JSON.parse(await Deno.readTextFile(join(dir, "new", "access-2026-11-15.log")));
  assertEquals([access.method, access.path, access.status, access.ms], ["GET", "/api/v1/filter/blur", 200, 12.35]);
  assertEquals([access.bytes, access["@timestamp"]], [4096, "2026-11-15T12:00:00.000Z"]);
  const service = JSON.parse(await Deno.readTextFile(join(dir, "new", "service-2026-11-15.log")));
  assertEquals(service.requestId, "r-1");
  // The file is public: it does not show the stack.
  assertEquals(service.error, { name: "Error", message: "outer", cause: { name: "TypeError", message: "inner" } });
  const shown = JSON.parse(screen);
  assertEquals([shown.message, shown.error.stack.includes("log_test.ts")], ["It broke", true]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("startLog() writes who was refused or banned only into the private folder", async () => {
  const dir = await Deno.makeTempDir();
  const { log, readScreen } = await logInto({ files: filesIn(dir) });
  log.writeAccess({ ...RECORD, status: 429, isRefused: true });
  getLogger(["pawkit", "bans"]).warn("Banned a client", { client: "a-name", until: "tomorrow" });
  await readScreen();
  const read = async (name: string) =>
    (await Deno.readTextFile(join(dir, `${name}-2026-11-15.log`))).trim().split("\n");
  const [refused, ban] = (await read("private/refused")).map((line) => JSON.parse(line));
  assertEquals([refused.status, ban.message, ban.client, ban.until], [429, "Banned a client", "a-name", "tomorrow"]);
  assertMatch(refused.client, /^[0-9a-f]{12}$/);
  const [access, service] = [...await read("access"), ...await read("service")].map((line) => JSON.parse(line));
  assertEquals([access.status, access.client], [429, undefined]);
  assertEquals([service.message, service.until, service.client], ["Banned a client", "tomorrow", undefined]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("startLog() lets nobody else read the private folder, even one from an earlier version", async () => {
  const dir = await Deno.makeTempDir();
  const modeOf = async (path: string) => (await Deno.stat(join(dir, path))).mode! & 0o777;
  for (const logs of ["old", "new"]) {
    const folder = `${logs}/private`;
    const file = `${folder}/refused-2026-11-15.log`;
    if (logs === "old") {
      await Deno.mkdir(join(dir, folder), { recursive: true });
      await Deno.writeTextFile(join(dir, file), "{}\n");
      await Deno.chmod(join(dir, file), 0o644);
      await Deno.chmod(join(dir, folder), 0o755);
    }
    const { readScreen } = await logInto({ files: filesIn(join(dir, logs)) });
    await readScreen();
    assertEquals([await modeOf(folder), await modeOf(file)], [0o700, 0o600]);
    assertEquals(await modeOf(`${logs}/access-2026-11-15.log`), 0o666 & ~Deno.umask());
  }
  await Deno.remove(dir, { recursive: true });
});

Deno.test("startLog() shows requests as text, one line each, and none above the level info", async () => {
  const { log, readScreen } = await logInto({ format: "text" });
  log.writeAccess(RECORD);
  log.writeAccess({ ...RECORD, status: 404, bytes: undefined, requestId: "r-2" });
  const [first, second] = (await readScreen()).trim().split("\n");
  assertMatch(first!, /^2026-11-15T12:00:00\.000Z GET \/api\/v1\/filter\/blur 200 12\.35 ms 4096 B$/);
  assertMatch(second!, /404 12\.35 ms r-2$/);
  const quiet = await logInto({ level: "warning" });
  quiet.log.writeAccess(RECORD);
  assertEquals(await quiet.readScreen(), "");
});

Deno.test("startLog() uses the console and warns once if the folder is not writable", async () => {
  const file = await Deno.makeTempFile();
  const { log, readScreen } = await logInto({ files: filesIn(join(file, "logs")) });
  log.writeAccess(RECORD);
  const lines = (await readScreen()).trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines.map(({ level, logger }) => `${level} ${logger}`), ["WARN pawkit.log", "INFO pawkit.access"]);
  await Deno.remove(file);
});

Deno.test("startLog() warns on the console, once, that it samples requests because the file of the day is full", async () => {
  const dir = await Deno.makeTempDir();
  await Deno.writeFile(join(dir, "access-2026-11-15.log"), new Uint8Array(100_000));
  const { log, readScreen } = await logInto({ files: filesIn(dir, 100_000) });
  for (let i = 0; i < 1000; i++) log.writeAccess(RECORD);
  assertEquals((await readScreen()).match(/The access log of today has reached/g)?.length, 1);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("startLog() escapes characters that change how a terminal shows a line", async () => {
  const unsafe = "\x1b[31m\x9b31m\u202e\u2066\u200b\ufeff\u2028\u{e0041}\x7f\n2026-11-15 forged";
  for (const format of ["json", "text"] as const) {
    const dir = await Deno.makeTempDir();
    const { log, readScreen } = await logInto({ format, files: filesIn(dir) });
    log.writeAccess({ ...RECORD, url: `http://host/${unsafe}`, isRefused: true });
    const error = new Error(unsafe, { cause: new Error(unsafe) });
    getLogger(["pawkit", "test"]).error(`Message ${unsafe} {value}`, { value: unsafe, [unsafe]: 1, error });
    const texts = [await readScreen()];
    for (const name of ["access", "service", "private/refused"]) {
      texts.push(await Deno.readTextFile(join(dir, `${name}-2026-11-15.log`)));
    }
    for (const text of texts) {
      assertMatch(text, /^[\x20-\x7e·\n]*$/);
      assertEquals(text.match(/^2026-11-15 forged/m), null, text);
      assertStringIncludes(text, "\\u202e");
    }
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("startLog() shows no absolute path, no field of an error but name, message, stack and cause, and no foreign text", async () => {
  const paths = [["/srv/paw/pictures", "CONTENT_DIR"], ["/srv/paw", "."]] as const;
  for (const format of ["json", "text"] as const) {
    const { readScreen } = await logInto({ format, paths });
    const cause = await Deno.readTextFile("/srv/elsewhere/key.txt").catch((error) => error);
    const error = new Error('Cannot use "/srv/paw/pictures/cat.png"', { cause });
    error.stack = `Error: x\n    at f (file:///srv/paw/lib/a.ts:1:2)\n    at file:///home/me/.cache/npm/b.js:3:4`;
    const logger = getLogger(["pawkit", "test"]);
    logger.warn("Cannot use {path}, see /srv/paw/state", { path: "/srv/paw/pictures", error });
    const ofRedis = Object.assign(new Error("NOAUTH"), { command: { name: "eval", args: ["limit:203.0.113.9"] } });
    logger.warn("Cannot reach it", { error: ofRedis });
    logger.warn("Cannot read it", { error: await new Response("private-body").json().catch((error) => error) });
    const screen = await readScreen();
    assertEquals(screen.match(/\/srv|\/home|203\.0|private|"pri/), null, screen);
    for (const shown of ["CONTENT_DIR", "./state", "./lib/a.ts:1:2", "b.js:3:4", "key.txt", "NOAUTH"]) {
      assertStringIncludes(screen, shown);
    }
  }
});

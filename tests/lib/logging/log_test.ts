import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { getLogger } from "@logtape/logtape";
import { join } from "@std/path";
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
  const log = await startLog({ ...defaults, console, ...options });
  return { log, readScreen: () => log.close().then(() => console.text) };
}

Deno.test("startLog() writes requests and records of the day into the folder", async () => {
  const dir = await Deno.makeTempDir();
  const { log, readScreen } = await logInto({ files: filesIn(join(dir, "new")) });
  log.logRequest(RECORD);
  getLogger(["pawkit", "test"]).error("It broke", {
    requestId: "r-1",
    error: new Error("outer", { cause: new TypeError("inner") }),
  });
  const screen = await readScreen();
  const access = JSON.parse(await Deno.readTextFile(join(dir, "new", "access-2026-11-15.log")));
  assertEquals([access.method, access.path, access.status, access.ms], ["GET", "/api/v1/filter/blur", 200, 12.35]);
  assertEquals([access.bytes, access["@timestamp"]], [4096, "2026-11-15T12:00:00.000Z"]);
  const service = JSON.parse(await Deno.readTextFile(join(dir, "new", "service-2026-11-15.log")));
  assertEquals([service.requestId, access.client], ["r-1", undefined]);
  // The file is public: it does not show the stack.
  assertEquals(service.error, { name: "Error", message: "outer", cause: { name: "TypeError", message: "inner" } });
  const [request, shown] = screen.trim().split("\n").map((line) => JSON.parse(line));
  // The console is the operator's own: it also shows the client and the stack.
  assertEquals(request, { ...access, client: RECORD.client });
  assertEquals([shown.message, shown.error.stack.includes("log_test.ts")], ["It broke", true]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("startLog() deletes the logs of 14 days ago when it starts", async () => {
  const dir = await Deno.makeTempDir();
  const names = ["access", "service", "blocklist"].map((name) => `${name}-2026-11-01.log`);
  for (const name of names) await Deno.writeTextFile(join(dir, name), "");
  const { log } = await logInto({ files: filesIn(dir) });
  await log.close();
  const left = await Array.fromAsync(Deno.readDir(dir), ({ name }) => name);
  assertEquals(left.sort(), ["access-2026-11-15.log", "service-2026-11-15.log"]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("startLog() writes no refused requests, and a ban with its client only to the console", async () => {
  for (const format of ["json", "text"] as const) {
    const dir = await Deno.makeTempDir();
    const { log, readScreen } = await logInto({ format, files: filesIn(dir) });
    for (const status of [429, 403]) log.logRequest({ ...RECORD, status, isRefused: true });
    getLogger(["pawkit", "bans"]).warn("Banned a client", { client: "203.0.113.9", until: "tomorrow" });
    const screen = await readScreen();
    assertEquals([screen.trim().split("\n").length, screen.match(/Banned a client.*203\.0\.113\.9/)?.length], [1, 1]);
    const read = (name: string) => Deno.readTextFile(join(dir, `${name}-2026-11-15.log`));
    const { message, until, client } = JSON.parse(await read("service"));
    assertEquals([message, until, client, await read("access")], ["Banned a client", "tomorrow", undefined, ""]);
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("startLog() shows requests as text, one line each, and none above the level info", async () => {
  const { log, readScreen } = await logInto({ format: "text" });
  log.logRequest(RECORD);
  log.logRequest({ ...RECORD, status: 404, bytes: undefined, requestId: "r-2" });
  const [first, second] = (await readScreen()).trim().split("\n");
  assertMatch(first!, /^2026-11-15T12:00:00\.000Z 203\.0\.113\.9 GET \/api\/v1\/filter\/blur 200 12\.35 ms 4096 B$/);
  assertMatch(second!, /404 12\.35 ms r-2$/);
  const quiet = await logInto({ level: "warning" });
  quiet.log.logRequest(RECORD);
  assertEquals(await quiet.readScreen(), "");
});

Deno.test("startLog() uses the console and warns once if the folder is not writable", async () => {
  const file = await Deno.makeTempFile();
  const { log, readScreen } = await logInto({ files: filesIn(join(file, "logs")) });
  log.logRequest(RECORD);
  const lines = (await readScreen()).trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines.map(({ level, logger }) => `${level} ${logger}`), ["WARN pawkit.log", "INFO pawkit.access"]);
  await Deno.remove(file);
});

Deno.test("startLog() writes only server errors into a file that is full, says so once, and shows all on the console", async () => {
  const dir = await Deno.makeTempDir();
  const path = join(dir, "access-2026-11-15.log");
  await Deno.writeFile(path, new Uint8Array(100_000));
  const { log, readScreen } = await logInto({ files: filesIn(dir, 100_000) });
  for (const status of [200, 404, 503]) log.logRequest({ ...RECORD, status });
  const statuses = (text: string) => text.match(/(?<="status":)\d+/g);
  const screen = await readScreen();
  assertEquals(statuses(screen), ["200", "404", "503"]);
  assertEquals(statuses(await Deno.readTextFile(path)), ["503"]);
  for (const text of [screen, await Deno.readTextFile(join(dir, "service-2026-11-15.log"))]) {
    assertEquals(text.match(/The access log of today has reached 100000 bytes/g)?.length, 1);
  }
  await Deno.remove(dir, { recursive: true });
});

Deno.test("startLog() escapes characters that change how a terminal shows a line", async () => {
  const unsafe = "\x1b[31m\x9b31m\u202e\u2066\u200b\ufeff\u2028\u{e0041}\x7f\n2026-11-15 forged";
  for (const format of ["json", "text"] as const) {
    const dir = await Deno.makeTempDir();
    const { log, readScreen } = await logInto({ format, files: filesIn(dir) });
    log.logRequest({ ...RECORD, url: `http://host/${unsafe}`, status: 500 });
    const error = new Error(unsafe, { cause: new Error(unsafe) });
    getLogger(["pawkit", "test"]).error(`Message ${unsafe} {value}`, { value: unsafe, [unsafe]: 1, error });
    const texts = [await readScreen()];
    for (const name of ["access", "service"]) {
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

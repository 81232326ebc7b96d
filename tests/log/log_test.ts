import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { createLog, type Log, type LogOptions, type RequestLine } from "@/lib/log/log.ts";

const NOON = Date.parse("2026-11-19T12:00:00.000Z");

const REQUEST: RequestLine = { method: "GET", route: "/{kind}/{name}", status: 200, ms: 1.2345, requestId: "a-1" };

/** Uses a log whose clock shows `time.ms`. Returns what was written to the console and to the files. */
async function record(
  use: (log: Log, time: { ms: number }, folder: string) => unknown,
  options: Partial<LogOptions> = {},
): Promise<{ console: string; files: Record<string, string> }> {
  const folder = join(await Deno.makeTempDir(), "logs");
  const time = { ms: NOON };
  let console = "";
  const log = createLog({
    level: "info",
    folder,
    now: () => time.ms,
    write: (text) => void (console += text),
    ...options,
  });
  await use(log, time, folder);
  await log.close();
  const files: Record<string, string> = {};
  const names = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
  for (const { name } of names) files[name] = await Deno.readTextFile(join(folder, name));
  await Deno.remove(join(folder, ".."), { recursive: true });
  return { console, files };
}

Deno.test("Log.request() writes time, method, route, status, milliseconds and id to the file of the day", async () => {
  const { console, files } = await record((log) => {
    log.request(REQUEST);
    log.request({ ...REQUEST, route: null, status: 404, ms: 0 });
  });
  const lines = "2026-11-19T12:00:00.000Z GET /{kind}/{name} 200 1.23 ms a-1\n" +
    "2026-11-19T12:00:00.000Z GET - 404 0 ms a-1\n";
  assertEquals([console, files], ["", { "2026-11-19.log": lines }]);
});

Deno.test("Log.request() writes a method that a caller invented as OTHER", async () => {
  const { files } = await record((log) => {
    for (const method of ["PATCH", "203.0.113.5", "get"]) log.request({ ...REQUEST, method });
  });
  const methods = files["2026-11-19.log"]?.trim().split("\n").map((line) => line.split(" ")[1]);
  assertEquals(methods, ["PATCH", "OTHER", "OTHER"]);
});

Deno.test("Log.request() begins a file at midnight, and keeps the files of 14 days", async () => {
  const { files } = await record(async (log, time, folder) => {
    await Deno.mkdir(folder);
    for (
      const name of ["2025-12-31.log", "2026-11-06.log", "2026-11-07.log", "notes-2026-01-01.log", "2026-01-01.txt"]
    ) {
      await Deno.writeTextFile(join(folder, name), "");
    }
    log.request(REQUEST);
    time.ms = Date.parse("2026-11-20T00:00:00.000Z");
    log.request(REQUEST);
  });
  const kept = ["2026-01-01.txt", "2026-11-07.log", "2026-11-19.log", "2026-11-20.log", "notes-2026-01-01.log"];
  assertEquals(Object.keys(files).sort(), kept);
  assertEquals(files["2026-11-20.log"], "2026-11-20T00:00:00.000Z GET /{kind}/{name} 200 1.23 ms a-1\n");
});

Deno.test("Log.request() adds to the file of an earlier process, also after its folder was deleted", async () => {
  const { files } = await record(async (log, _time, folder) => {
    log.request({ ...REQUEST, requestId: "lost" });
    await log.close();
    await Deno.remove(folder, { recursive: true });
    await Deno.mkdir(folder);
    await Deno.writeTextFile(join(folder, "2026-11-19.log"), "earlier\n");
    log.request({ ...REQUEST, requestId: "later" });
  });
  assertEquals(files["2026-11-19.log"]?.replaceAll(/.* /g, ""), "earlier\nlater\n");
});

Deno.test("Log.request() writes to the console without a folder", async () => {
  const { console } = await record((log) => log.request(REQUEST), { folder: undefined });
  assertEquals(console, "2026-11-19T12:00:00.000Z GET /{kind}/{name} 200 1.23 ms a-1\n");
});

Deno.test("Log.request() writes to the console if the folder cannot be written, with one warning", async () => {
  const file = await Deno.makeTempFile();
  const { console } = await record(async (log) => {
    for (const requestId of ["a-1", "a-2"]) {
      log.request({ ...REQUEST, requestId });
      await log.close();
    }
  }, { folder: join(file, "logs") });
  await Deno.remove(file);
  const ids = console.split("\n").filter((line) => line.includes("{kind}")).map((line) => line.split(" ").at(-1));
  assertEquals([ids, console.split(" WARN ").length], [["a-1", "a-2"], 2]);
});

Deno.test("Log.request() writes nothing at the levels above info", async () => {
  for (const level of ["warn", "error"] as const) {
    assertEquals(await record((log) => log.request(REQUEST), { level }), { console: "", files: {} });
  }
});

for (
  const [level, expected] of [
    ["info", ["INFO", "WARN", "ERROR"]],
    ["warn", ["WARN", "ERROR"]],
    ["error", ["ERROR"]],
  ] as const
) {
  Deno.test(`createLog() writes messages from the level ${level} on, to the console only`, async () => {
    const { console, files } = await record((log) => {
      for (const each of ["info", "warn", "error"] as const) log[each](`A message`);
    }, { level });
    const lines = expected.map((each) => `2026-11-19T12:00:00.000Z ${each} A message\n`);
    assertEquals([console, files], [lines.join(""), {}]);
  });
}

Deno.test("Log.error() writes a cause with its own cause, indented, and without control characters", async () => {
  const cause = new TypeError("outer\n2026 INFO forged", { cause: new Error("inner\x07") });
  const { console } = await record((log) => log.error("A \x1b[31mmessage\nof two lines", cause));
  const messages = console.split("\n").filter((line) => !line.startsWith("  "));
  assertEquals(messages, ["2026-11-19T12:00:00.000Z ERROR A \\u001b[31mmessage\\u000aof two lines", ""]);
  assertStringIncludes(console, "\n  TypeError: outer\n  2026 INFO forged\n");
  assertStringIncludes(console, "[cause]: Error: inner\\u0007\n");
});

Deno.test("Log.warn() hides the given secrets, also in causes", async () => {
  const { console } = await record((log) => log.warn("It is my-token", { token: "my-token" }), {
    secrets: [undefined, "my-token"],
  });
  assertEquals(console, '2026-11-19T12:00:00.000Z WARN It is [secret]\n  { token: "[secret]" }\n');
});

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { getLogger } from "@logtape/logtape";
import { join } from "@std/path";
import type { AccessRecord } from "@/lib/http/access_record.ts";
import { type LogOptions, startLog } from "@/lib/logging/log.ts";

const NOON = Date.UTC(2026, 10, 15, 12);

const RECORD: AccessRecord = {
  startedAt: 0,
  method: "GET",
  url: "http://host/api/v1/filter/blur?image=https://pictures.example/a.png%3Fkey=hidden",
  route: "/api/v1/filter/:endpoint",
  status: 200,
  ms: 12.3456,
  bytes: 4096,
  client: "203.0.113.9",
  requestId: undefined,
};

async function logInto(options: Partial<LogOptions>) {
  let screen = "";
  const console = (bytes: Uint8Array) => Promise.resolve(void (screen += new TextDecoder().decode(bytes)));
  const log = await startLog({ level: "info", format: "json", dir: undefined, console, clock: () => NOON, ...options });
  return { log, readScreen: () => log.close().then(() => screen) };
}

Deno.test("startLog() writes requests and records of the day into the folder", async () => {
  const dir = await Deno.makeTempDir();
  const { log, readScreen } = await logInto({ dir: join(dir, "new") });
  log.writeAccess?.([RECORD], NOON);
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

Deno.test("startLog() writes no address, token or query of a URL in any line", async () => {
  const { log, readScreen } = await logInto({ secrets: ["operator-token-1234"] });
  log.writeAccess?.([RECORD], NOON);
  getLogger(["pawkit", "test"]).error("Cannot load {url}", {
    url: "https://user:pass@pictures.example/a.png?key=hidden",
    error: new Error("authorization: Bearer some-token, operator-token-1234, data:image/png;base64,iVBORw0KGgo"),
  });
  const screen = await readScreen();
  for (const secret of ["203.0.113.9", "hidden", "user:pass", "some-token", "operator-token", "iVBOR"]) {
    assertEquals(screen.includes(secret), false, `${secret} in ${screen}`);
  }
  assertStringIncludes(screen, "pictures.example/a.png");
});

Deno.test("startLog() shows requests as text, one line each", async () => {
  const { log, readScreen } = await logInto({ format: "text" });
  log.writeAccess?.([RECORD, { ...RECORD, status: 404, bytes: undefined, requestId: "r-2" }], NOON);
  const [first, second] = (await readScreen()).trim().split("\n");
  assertMatch(first!, /^2026-11-15T12:00:00\.000Z GET \/api\/v1\/filter\/blur 200 12\.35 ms 4096 B [\w-]{12}$/);
  assertMatch(second!, /404 12\.35 ms [\w-]{12} r-2$/);
});

Deno.test("startLog() uses the console and warns once if the folder is not writable", async () => {
  const file = await Deno.makeTempFile();
  const { log, readScreen } = await logInto({ dir: join(file, "logs") });
  log.writeAccess?.([RECORD], NOON);
  const lines = (await readScreen()).trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines.map(({ level, logger }) => `${level} ${logger}`), ["WARN pawkit.log", "INFO pawkit.access"]);
  await Deno.remove(file);
});

Deno.test("startLog() omits requests above the level info", async () => {
  const { log } = await logInto({ level: "warning" });
  assertEquals(log.writeAccess, undefined);
  await log.close();
});

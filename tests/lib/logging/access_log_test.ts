import { assertEquals } from "@std/assert";
import { ACCESS_LINES } from "@/lib/logging/access_line.ts";
import { AccessLog } from "@/lib/logging/access_log.ts";
import { ClientHash } from "@/lib/logging/client_hash.ts";
import { RECORD } from "./logging.ts";

/** Creates a log. `refuse` lets it count a refused request, and `pass` lets ten seconds pass. */
function createLog() {
  const lines: Record<string, unknown>[] = [];
  const timers: (() => void)[] = [];
  const schedule = (_ms: number, run: () => void) => {
    timers.push(run);
    return () => void timers.splice(0);
  };
  const to = { write: (line: string) => lines.push(JSON.parse(line)) };
  const log = new AccessLog({ clients: new ClientHash(), outputs: [[to, ACCESS_LINES.json]], schedule });
  const refuse = (client: string, ms = 0, status = 429) =>
    log.write({ ...RECORD, client, status, isRefused: true, at: RECORD.at + ms });
  const read = () => lines.splice(0).map(({ status, refused = 1, seconds = 0 }) => [status, refused, seconds]);
  return { log, lines, refuse, read, pass: () => timers.shift()?.() };
}

Deno.test("AccessLog.write() gives the first refused request of each client a line, and counts the others until it stops", () => {
  const { refuse, read, pass } = createLog();
  for (const ms of [0, 1000, 9000]) refuse("a", ms);
  refuse("b");
  assertEquals(read(), [[429, 1, 0], [429, 1, 0]]);
  pass();
  assertEquals(read(), [[429, 2, 8]]);
  refuse("a", 12_000, 403);
  assertEquals(read(), []);
  pass();
  assertEquals(read(), [[403, 1, 0]]);
  pass();
  refuse("a", 31_000);
  assertEquals(read(), [[429, 1, 0]]);
});

Deno.test("AccessLog.write() counts together the refused clients beyond the first ten thousand", () => {
  const { log, lines, refuse } = createLog();
  for (let ms = 0; ms < 30_000; ms++) refuse(`c${ms}`, ms, 403);
  assertEquals(lines.splice(0).length, 10_000);
  log.close();
  assertEquals(lines.map(({ client, refused, seconds }) => [client, refused, seconds]), [["others", 20_000, 19.999]]);
});

import { assertEquals, assertMatch } from "@std/assert";
import { ACCESS_LINES } from "@/lib/logging/access_line.ts";
import { AccessLog } from "@/lib/logging/access_log.ts";
import { ClientNames } from "@/lib/logging/client_names.ts";
import { type Line, toText } from "@/lib/logging/line_queue.ts";
import { RECORD } from "./logging.ts";

/** Creates a log. `refuse` lets it count a refused request. */
function createLog() {
  const collect = () => {
    const lines: Record<string, unknown>[] = [];
    return { lines, write: (line: Line) => lines.push(JSON.parse(toText(line))) };
  };
  const [file, privateFile] = [collect(), collect()];
  const outputs = [[file, ACCESS_LINES.json] as const];
  const log = new AccessLog({ outputs, privateFile, clients: new ClientNames() });
  const refuse = (client: string, ms = 0, status = 429) =>
    log.write({ ...RECORD, client, status, isRefused: true, at: RECORD.at + ms });
  const read = () => file.lines.splice(0).map(({ status, refused = 1, seconds = 0 }) => [status, refused, seconds]);
  return { log, lines: file.lines, privateLines: privateFile.lines, refuse, read };
}

Deno.test("AccessLog names clients only in the private file, and there only those that were refused", () => {
  const { log, lines, privateLines, refuse } = createLog();
  log.write({ ...RECORD, client: "a" });
  refuse("a");
  refuse("b");
  refuse("a", 1000);
  log.close();
  const statuses = (of: Record<string, unknown>[]) => of.map(({ status, refused = 0 }) => [status, refused]);
  assertEquals(statuses(lines), [[200, 0], [429, 0], [429, 0], [429, 1]]);
  assertEquals(statuses(privateLines), statuses(lines.slice(1)));
  assertEquals(lines.filter((line) => "client" in line), []);
  const [a, b, again] = privateLines.map(({ client }) => client as string);
  assertMatch(a!, /^[0-9a-f]{12}$/);
  assertEquals([a === b, again], [false, a]);
});

Deno.test("AccessLog.write() gives the first refused request of each client a line, and counts the others until it stops", () => {
  const { log, refuse, read } = createLog();
  for (const ms of [0, 1000, 9000]) refuse("a", ms);
  refuse("b");
  assertEquals(read(), [[429, 1, 0], [429, 1, 0]]);
  log.writeRefused();
  assertEquals(read(), [[429, 2, 8]]);
  refuse("a", 12_000, 403);
  assertEquals(read(), []);
  log.writeRefused();
  assertEquals(read(), [[403, 1, 0]]);
  log.writeRefused();
  refuse("a", 31_000);
  assertEquals(read(), [[429, 1, 0]]);
  log.close();
});

Deno.test("AccessLog.write() counts together the refused clients beyond the first ten thousand", () => {
  const { log, privateLines: lines, refuse } = createLog();
  for (let ms = 0; ms < 30_000; ms++) refuse(`c${ms}`, ms, 403);
  assertEquals(lines.splice(0).length, 10_000);
  log.close();
  assertEquals(lines.map(({ client, refused, seconds }) => [client, refused, seconds]), [["others", 20_000, 19.999]]);
});

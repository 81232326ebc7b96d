import { assertEquals } from "@std/assert";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { ACCESS_LINES } from "@/lib/logging/access_line.ts";
import { AccessLog } from "@/lib/logging/access_log.ts";
import { ClientHash } from "@/lib/logging/client_hash.ts";
import { RECORD } from "./logging.ts";

/** Creates a log, and a promise of its first lines. */
function createLog(count: number) {
  const lines: Record<string, unknown>[] = [];
  const { promise, resolve } = Promise.withResolvers<typeof lines>();
  const write = (added: readonly string[]) => {
    lines.push(...added.map((line) => JSON.parse(line)));
    if (lines.length >= count) resolve(lines);
  };
  const outputs = [{ format: ACCESS_LINES.json, to: { write } }];
  return {
    log: new AccessLog({ clients: new ClientHash(), outputs, refusedMs: 1 }),
    lines: waitAtMost(30_000, promise),
  };
}

Deno.test("AccessLog.write() writes every request once, in order, and soon, without another request", async () => {
  const { log, lines } = createLog(400);
  for (let status = 100; status < 500; status++) log.write({ ...RECORD, status });
  assertEquals((await lines)?.map(({ status }) => status), Array.from({ length: 400 }, (_, index) => 100 + index));
});

Deno.test("AccessLog.write() states the number of refused requests after a while, without another request", async () => {
  const { log, lines } = createLog(2);
  for (let at = 0; at < 5; at++) log.write({ ...RECORD, status: 429, isRefused: true, at });
  assertEquals((await lines)?.map(({ refused }) => refused).toSorted(), [4, undefined]);
  log.close();
});

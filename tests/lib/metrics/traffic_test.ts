import { assertEquals } from "@std/assert";
import { waitAtMost } from "@/lib/async/deadline.ts";
import type { AccessRecord } from "@/lib/http/access_record.ts";
import { Traffic } from "@/lib/metrics/traffic.ts";

function record(fields: Partial<AccessRecord>): AccessRecord {
  return {
    startedAt: 0,
    method: "GET",
    url: "http://host/",
    route: "/",
    status: 200,
    ms: 1,
    bytes: 1,
    client: "a",
    requestId: undefined,
    isRefused: false,
    ...fields,
  };
}

Deno.test("Traffic.report() counts by endpoint and status", () => {
  const traffic = new Traffic();
  for (const status of [200, 200, 404]) traffic.record(record({ route: "/a", status }));
  traffic.record(record({ route: null, status: 404 }));
  const { requests, byStatus, endpoints } = traffic.report();
  assertEquals([requests, byStatus], [4, { 200: 2, 404: 2 }]);
  assertEquals(endpoints["/a"]?.byStatus, { 200: 2, 404: 1 });
  assertEquals(endpoints["(no endpoint)"]?.requests, 1);
});

Deno.test("Traffic.record() passes every record to the writer once, in order", () => {
  const traffic = new Traffic();
  const seen: number[] = [];
  traffic.attach((records) => seen.push(...records.map(({ startedAt }) => startedAt)));
  for (let startedAt = 0; startedAt < 1000; startedAt++) traffic.record(record({ startedAt }));
  traffic.flush();
  assertEquals(seen, Array.from({ length: 1000 }, (_, i) => i));
});

Deno.test("Traffic.record() passes a single record to the writer soon after, without another request", async () => {
  const traffic = new Traffic();
  const written = Promise.withResolvers<number>();
  traffic.attach((records) => written.resolve(records.length));
  traffic.record(record({}));
  assertEquals(await waitAtMost(5_000, written.promise), 1);
});

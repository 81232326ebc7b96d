import { assertEquals } from "@std/assert";
import { Traffic } from "@/lib/metrics/traffic.ts";
import { RECORD } from "../logging/logging.ts";

Deno.test("Traffic.report() counts by endpoint and status", () => {
  const traffic = new Traffic();
  for (const status of [200, 200, 404]) traffic.add({ ...RECORD, route: "/a", status });
  traffic.add({ ...RECORD, route: null, status: 404 });
  const { requests, byStatus, endpoints } = traffic.report();
  assertEquals([requests, byStatus], [4, { 200: 2, 404: 2 }]);
  assertEquals(endpoints["/a"]?.byStatus, { 200: 2, 404: 1 });
  assertEquals(endpoints["(no endpoint)"]?.requests, 1);
});

Deno.test("Traffic.report() counts the files of the pages apart from unknown paths", () => {
  const traffic = new Traffic();
  for (const status of [200, 304, 308, 404]) traffic.add({ ...RECORD, route: null, status });
  const { endpoints } = traffic.report();
  assertEquals(endpoints["(files of the pages)"]?.byStatus, { 200: 1, 304: 1 });
  assertEquals(endpoints["(no endpoint)"]?.byStatus, { 308: 1, 404: 1 });
});

Deno.test("EndpointTraffic.toSamples() counts by method and class of status", () => {
  const traffic = new Traffic();
  const methods = ["GET", "GET", "POST", "other", "other"];
  for (const [index, method] of methods.entries()) traffic.add({ ...RECORD, method, status: 200 + index });
  traffic.add({ ...RECORD, status: 304 });
  assertEquals(traffic.endpoints.get(RECORD.route!)?.toSamples("/a"), [
    [2, { route: "/a", method: "GET", status: "2xx" }],
    [1, { route: "/a", method: "POST", status: "2xx" }],
    [2, { route: "/a", method: "other", status: "2xx" }],
    [1, { route: "/a", method: "GET", status: "3xx" }],
  ]);
});

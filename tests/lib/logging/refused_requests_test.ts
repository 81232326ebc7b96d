import { assertEquals } from "@std/assert";
import { RefusedRequests } from "@/lib/logging/refused_requests.ts";

Deno.test("RefusedRequests.add() is true for the first request of each client only", () => {
  const refused = new RefusedRequests();
  const add = (client: string, startedAt: number) => refused.add({ client, status: 429, startedAt });
  assertEquals([add("a", 0), add("a", 1), add("b", 2), add("a", 3), add("b", 4)], [true, false, true, false, false]);
});

Deno.test("RefusedRequests.end() returns the requests of a client every ten seconds until it stops", () => {
  const refused = new RefusedRequests();
  const add = (startedAt: number, status = 429) => refused.add({ client: "a", status, startedAt });
  for (const at of [0, 1000, 9000]) add(at);
  assertEquals(refused.end(9999), []);
  assertEquals(refused.end(10_000), [{ client: "a", status: 429, count: 2, since: 1000, until: 9000 }]);
  assertEquals(add(12_000, 403), false);
  assertEquals(refused.end(20_000), [{ client: "a", status: 403, count: 1, since: 12_000, until: 12_000 }]);
  assertEquals([refused.end(30_000), refused.size, add(31_000)], [[], 0, true]);
});

Deno.test("RefusedRequests.add() counts together the clients beyond the first ten thousand", () => {
  const refused = new RefusedRequests();
  let lines = 0;
  for (let i = 0; i < 30_000; i++) if (refused.add({ client: `c${i}`, status: 403, startedAt: i / 10_000 })) lines++;
  assertEquals([lines, refused.size], [10_000, 10_001]);
  assertEquals(refused.end(10_003), [{ client: undefined, status: 403, count: 20_000, since: 1, until: 2.9999 }]);
});

import { assertEquals } from "@std/assert";
import { RefusedRequests } from "@/lib/logging/refused_requests.ts";

Deno.test("RefusedRequests.add() is true for the first request of each client only", () => {
  const refused = new RefusedRequests();
  const add = (client: string) => refused.add({ client, status: 429, at: 0 });
  assertEquals(["a", "a", "b", "a", "b"].map(add), [true, false, true, false, false]);
});

Deno.test("RefusedRequests.take() returns the other requests of a client until it stops", () => {
  const refused = new RefusedRequests();
  const add = (at: number, status = 429) => refused.add({ client: "a", status, at });
  for (const at of [0, 1000, 9000]) add(at);
  assertEquals(refused.take(), [["a", { status: 429, count: 2, since: 1000, until: 9000 }]]);
  assertEquals(add(12_000, 403), false);
  assertEquals(refused.take(), [["a", { status: 403, count: 1, since: 12_000, until: 12_000 }]]);
  assertEquals([refused.take(), refused.size, add(31_000)], [[], 0, true]);
});

Deno.test("RefusedRequests.add() counts together the clients beyond the first ten thousand", () => {
  const refused = new RefusedRequests();
  let lines = 0;
  for (let at = 0; at < 30_000; at++) if (refused.add({ client: `c${at}`, status: 403, at })) lines++;
  assertEquals([lines, refused.size], [10_000, 10_001]);
  assertEquals(refused.take(), [["others", { status: 403, count: 20_000, since: 10_000, until: 29_999 }]]);
});

import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { ClientNames } from "@/lib/logging/client_names.ts";

const MORNING = Date.UTC(2026, 10, 15);

Deno.test("ClientNames.of() names a client the same all day and differently the next", () => {
  const clients = new ClientNames();
  const name = clients.of("203.0.113.9", MORNING);
  assertMatch(name, /^[0-9a-f]{12}$/);
  assertNotEquals(clients.of("203.0.113.8", MORNING), name);
  assertEquals(clients.of("203.0.113.9", MORNING + 86_399_999), name);
  const next = clients.of("203.0.113.9", MORNING + 86_400_000);
  assertNotEquals(next, name);
  // A request that began before midnight.
  assertEquals(clients.of("203.0.113.9", MORNING + 86_399_999), next);
});

Deno.test("ClientNames.of() remembers 50,000 names and forgets all with the next", () => {
  const clients = new ClientNames();
  const names = Array.from({ length: 50_000 }, (_, i) => clients.of(`c${i}`, MORNING));
  assertEquals([clients.of("c0", MORNING), new Set(names).size], [names[0], 50_000]);
  clients.of("new", MORNING);
  assertNotEquals(clients.of("c0", MORNING), names[0]);
});

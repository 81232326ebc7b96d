import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { ClientHash } from "@/lib/logging/client_hash.ts";

Deno.test("ClientHash.of() names a client the same all day and differently the next", () => {
  const clients = new ClientHash();
  const morning = Date.UTC(2026, 10, 15);
  const name = clients.of("203.0.113.9", morning);
  assertMatch(name, /^[0-9a-f]{12}$/);
  assertNotEquals(clients.of("203.0.113.8", morning), name);
  assertEquals(clients.of("203.0.113.9", morning + 86_399_999), name);
  assertNotEquals(clients.of("203.0.113.9", morning + 86_400_000), name);
});

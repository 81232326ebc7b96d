import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { toLoggedPath } from "@/lib/logging/access_log.ts";
import { ClientHash } from "@/lib/logging/client_hash.ts";

Deno.test("toLoggedPath() leaves out the query, also one that is hidden in the path", () => {
  assertEquals(toLoggedPath("http://host/a/b?image=x"), "/a/b");
  assertEquals(toLoggedPath("http://host/f/https%3A%2F%2Fx%2Fa.png%3Fkey%3Dhidden"), "/f/https%3A%2F%2Fx%2Fa.png");
  assertEquals(toLoggedPath("http://host/f/a.png%25253Fkey"), "/f/a.png");
  assertEquals(toLoggedPath(`http://host/${"a".repeat(60_000)}`).length, 200);
});

Deno.test("ClientHash.of() names a client the same all day and differently the next", () => {
  const clients = new ClientHash();
  const morning = Date.UTC(2026, 10, 15);
  const name = clients.of("203.0.113.9", morning);
  assertMatch(name, /^[0-9a-f]{12}$/);
  assertNotEquals(clients.of("203.0.113.8", morning), name);
  assertEquals(clients.of("203.0.113.9", morning + 86_399_999), name);
  assertNotEquals(clients.of("203.0.113.9", morning + 86_400_000), name);
});

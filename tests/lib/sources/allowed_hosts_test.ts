import { assertEquals, assertThrows } from "@std/assert";
import { createAllowedHosts } from "@/lib/sources/allowed_hosts.ts";

Deno.test("createAllowedHosts() allows nothing if it has no entries", () => {
  assertEquals(createAllowedHosts([])("127.0.0.1", 80), false);
});

Deno.test("createAllowedHosts() allows a host on every port, or on the port of the entry", () => {
  const isAllowed = createAllowedHosts(["localhost", "127.0.0.1:9000", "nas.local:80", "other.local:443"]);
  assertEquals([isAllowed("localhost", 1), isAllowed("localhost", 65535)], [true, true]);
  assertEquals([isAllowed("127.0.0.1", 9000), isAllowed("127.0.0.1", 80)], [true, false]);
  assertEquals([isAllowed("nas.local", 80), isAllowed("nas.local", 443)], [true, false]);
  assertEquals([isAllowed("other.local", 443), isAllowed("other.local", 80)], [true, false]);
  assertEquals(isAllowed("sub.localhost", 80), false);
});

Deno.test("createAllowedHosts() normalizes the spelling of a host as URLs do", () => {
  const isAllowed = createAllowedHosts([" LocalHost. ", "[0:0::1]", "::2", "[::3]:8080", "127.1"]);
  assertEquals([isAllowed("localhost", 80), isAllowed("::1", 80), isAllowed("::2", 80)], [true, true, true]);
  assertEquals([isAllowed("::3", 8080), isAllowed("::3", 80), isAllowed("127.0.0.1", 80)], [true, false, true]);
});

Deno.test("createAllowedHosts() throws on an entry of another form and names it", () => {
  for (
    const entry of ["", "http://localhost", "a b", "me@localhost", "localhost:99999", "localhost:http", "a/b", "*"]
  ) {
    assertThrows(() => createAllowedHosts([entry]), TypeError, `"${entry}"`);
  }
});

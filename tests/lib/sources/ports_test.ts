import { assertEquals } from "@std/assert";
import { isWebPort } from "@/lib/sources/ports.ts";

Deno.test("isWebPort() returns true for 80, 443 and the ports above 1023 that web servers use", () => {
  const ports = [80, 443, 1024, 3000, 5000, 5173, 8000, 8080, 8081, 8443, 8888, 9000, 49152, 65535];
  assertEquals(ports.filter((port) => !isWebPort(port)), []);
});

Deno.test("isWebPort() returns false for every other port below 1024 and for known services above", () => {
  const below = Array.from({ length: 1024 }, (_, port) => port).filter((port) => port !== 80 && port !== 443);
  const above = [1433, 2375, 2379, 3306, 3389, 5432, 5900, 6379, 6443, 6667, 8500, 9200, 10250, 11211, 27017, 65536];
  assertEquals([...below, ...above, -1, NaN].filter(isWebPort), []);
});

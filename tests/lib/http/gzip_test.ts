import { assertEquals } from "@std/assert";
import { acceptsGzip, toGzipPath } from "@/lib/http/gzip.ts";

Deno.test("acceptsGzip() requires that the caller prefers gzip to the plain text", () => {
  const cases: [string | undefined, boolean][] = [
    ["gzip", true],
    ["deflate, gzip;q=0.8", true],
    ["*", true],
    ["identity", false],
    ["gzip;q=0", false],
    ["identity, gzip;q=0.5", false],
    ["br", false],
    [undefined, false],
  ];
  for (const [accepted, expected] of cases) {
    const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
    assertEquals(acceptsGzip(new Request("http://paw.example/", { headers })), expected, accepted);
  }
});

Deno.test("toGzipPath() adds the ending of gzip files", () => {
  assertEquals(toGzipPath("ads/hosts.txt"), "ads/hosts.txt.gz");
});

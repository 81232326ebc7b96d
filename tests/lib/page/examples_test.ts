import { assertEquals } from "@std/assert";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { changeExample, parseExample, toCurlOptions } from "@/lib/page/examples.ts";

const ENDPOINT: Endpoint = {
  id: "files",
  group: "developer",
  path: "/api/{app}/files/{path}",
  summary: "",
  parameters: [],
  responses: [{ type: "application/json" }],
  errors: [],
  example: "/api/one/files/a/b.txt?raw=1",
};

Deno.test("parseExample() returns the values of path parameters, including slashes", () => {
  assertEquals(parseExample(ENDPOINT), { app: "one", path: "a/b.txt" });
});

Deno.test("changeExample() changes a path parameter and preserves the rest of the example", () => {
  assertEquals(changeExample(ENDPOINT, {}), ENDPOINT.example);
  assertEquals(changeExample(ENDPOINT, { app: "two" }), "/api/two/files/a/b.txt?raw=1");
});

Deno.test("toCurlOptions() saves an image to a file and sends a token where one is required", () => {
  assertEquals(toCurlOptions(ENDPOINT), "");
  assertEquals(toCurlOptions({ ...ENDPOINT, responses: [{ type: "image/svg+xml" }] }), "-o picture.svg ");
  const protectedEndpoint = { ...ENDPOINT, errors: ["authentication_required"] as const };
  assertEquals(toCurlOptions(protectedEndpoint), "-H 'authorization: Bearer <token>' ");
});

import { assertEquals } from "@std/assert";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { curlOptions, exampleValues, quote, toCall } from "@/lib/page/calls.ts";

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

Deno.test("exampleValues() reads the variables of a path, slashes included", () => {
  assertEquals(exampleValues(ENDPOINT), { app: "one", path: "a/b.txt" });
});

Deno.test("toCall() changes a variable and keeps the rest of the example", () => {
  assertEquals(toCall(ENDPOINT), ENDPOINT.example);
  assertEquals(toCall(ENDPOINT, { app: "two" }), "/api/two/files/a/b.txt?raw=1");
});

Deno.test("curlOptions() saves a picture to a file and brings a token where one is asked for", () => {
  assertEquals(curlOptions(ENDPOINT), "");
  assertEquals(curlOptions({ ...ENDPOINT, responses: [{ type: "image/svg+xml" }] }), "-o picture.svg ");
  const asked = { ...ENDPOINT, errors: ["authentication_required"] as const };
  assertEquals(curlOptions(asked), "-H 'authorization: Bearer <token>' ");
});

Deno.test("quote() protects from the shell what the shell would take for itself, and nothing else", () => {
  assertEquals(quote("http://paw.example/api/v1/version"), "http://paw.example/api/v1/version");
  assertEquals(quote("http://paw.example/?a=1&b=2"), "'http://paw.example/?a=1&b=2'");
  assertEquals(quote("http://paw.example/it's"), "'http://paw.example/it%27s'");
});

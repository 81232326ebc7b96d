import { assertEquals } from "@std/assert";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { changeExample, parseExample, toSnippetRequest } from "@/lib/page/examples.ts";

const ENDPOINT: Endpoint = {
  id: "files",
  group: "service",
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

Deno.test("toSnippetRequest() derives from the first response what a snippet does with it", () => {
  const origin = "http://paw.example";
  assertEquals(toSnippetRequest(ENDPOINT, origin), {
    url: origin + ENDPOINT.example,
    returns: "json",
    file: "b.txt",
    needsToken: false,
    hasMessage: false,
  });
  const picture = toSnippetRequest({ ...ENDPOINT, responses: [{ type: "image/svg+xml" }] }, origin);
  assertEquals([picture.returns, picture.file], ["image", "b.txt"]);
  const message = { type: "application/json", example: { message: "hi" } };
  assertEquals(toSnippetRequest({ ...ENDPOINT, responses: [message] }, origin).hasMessage, true);
  assertEquals(toSnippetRequest({ ...ENDPOINT, errors: ["authentication_required"] }, origin).needsToken, true);
});

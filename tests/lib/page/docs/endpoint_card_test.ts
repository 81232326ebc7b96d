import { assertEquals } from "@std/assert";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { ORIGIN_MARK } from "@/lib/page/layout/rendered_text.ts";
import { toSnippetRequest } from "@/lib/page/docs/EndpointCard.tsx";
import { changeExample } from "@/lib/page/parts/Parameters.tsx";

const ENDPOINT: Endpoint = {
  title: "Example",
  id: "files",
  group: "service",
  path: "/api/{app}/files/{path}",
  summary: "",
  parameters: [
    { name: "app", in: "path", type: "string", summary: "", example: "one" },
    { name: "path", in: "path", type: "string", summary: "", example: "a/b.txt" },
  ],
  responses: [{ type: "application/json" }],
  errors: [],
  example: "/api/one/files/a/b.txt?raw=1",
};

Deno.test("changeExample() changes a path parameter and preserves the rest of the example", () => {
  assertEquals(changeExample(ENDPOINT, {}), ENDPOINT.example);
  assertEquals(changeExample(ENDPOINT, { app: "two" }), "/api/two/files/a/b.txt?raw=1");
});

Deno.test("toSnippetRequest() derives from the first response what a snippet does with it", () => {
  assertEquals(toSnippetRequest(ENDPOINT), {
    url: ORIGIN_MARK + ENDPOINT.example,
    returns: "json",
    file: "b.txt",
    hasMessage: false,
  });
  const picture = toSnippetRequest({ ...ENDPOINT, responses: [{ type: "image/svg+xml" }] });
  assertEquals([picture.returns, picture.file], ["image", "b.txt"]);
  const message = { type: "application/json", example: { message: "hi" } };
  assertEquals(toSnippetRequest({ ...ENDPOINT, responses: [message] }).hasMessage, true);
});

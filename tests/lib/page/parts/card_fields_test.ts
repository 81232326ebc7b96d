import { assert, assertEquals } from "@std/assert";
import type { Endpoint, EndpointParameter } from "@/lib/endpoints/endpoint.ts";
import { toField, toFilterFields } from "@/lib/page/parts/card_fields.ts";
import { FILTERS, getFilter } from "@pawkit/images";

const ENDPOINT: Endpoint = {
  title: "Example",
  id: "files",
  group: "service",
  path: "/files/{path}",
  summary: "",
  parameters: [],
  responses: [{ type: "application/json" }],
  errors: [],
  example: "/files/a.txt?lines=5",
};

/** Returns the field of a parameter as the page sends it, without what is not set. */
function readField(parameter: Partial<EndpointParameter>, endpoint = ENDPOINT): unknown {
  const complete = { name: "lines", in: "query", type: "string", summary: "", ...parameter } as const;
  return JSON.parse(JSON.stringify(toField(endpoint, complete)));
}

Deno.test("toField() has the value of the endpoint's example", () => {
  assertEquals(readField({ type: "integer", min: 1, max: 9 }), { type: "number", min: 1, max: 9, value: "5" });
  // Dots would be another path.
  const pattern = "(?!\\.{1,2}$).*";
  assertEquals(readField({ name: "path", in: "path", example: "a.txt" }), { type: "text", pattern, value: "a.txt" });
  const folder = { ...ENDPOINT, example: "/files" };
  assertEquals(readField({ name: "path", in: "path", example: "a.txt" }, folder), { type: "text", pattern });
});

Deno.test("toField() limits what can be entered", () => {
  assertEquals(readField({ name: "raw", type: "boolean" }), { type: "checkbox" });
  assertEquals(readField({ name: "s", type: "number", fallback: 0.5 }), {
    type: "number",
    step: "any",
    fallback: "0.5",
  });
  const choice = { name: "view", allowed: ["face", "full"], fallback: "full" };
  assertEquals(readField(choice), { type: "text", allowed: ["face", "full"], fallback: "full" });
  assertEquals(readField({ name: "q", maxLength: 9, required: true }), { type: "text", maxLength: 9, required: true });
});

Deno.test("toFilterFields() has a parameter for each filter that has it, and its own range", () => {
  const fields = toFilterFields("strength")!;
  const filters = FILTERS.filter((filter) => "strength" in getFilter(filter).parameters);
  assertEquals(Object.keys(fields), filters);
  assertEquals(fields.blur?.range, "optional · 1 to 256 pixels, default 5");
  assertEquals([fields.contrast?.field.min, fields.contrast?.field.max], [-1, 1]);
  assertEquals(fields.rotate?.field.allowed, ["90", "180", "270"]);
  assertEquals(fields.tint?.range, "required · RRGGBB");
  assertEquals(Object.keys(toFilterFields("size")!), ["resize"]);
  assertEquals(toFilterFields("width"), undefined);
});

Deno.test("toFilterFields() has examples that fit the patterns, as browsers read them", () => {
  const fields = [toFilterFields("strength")!, toFilterFields("size")!].flatMap((each) => Object.values(each));
  const patterns = fields.flatMap(({ field: { pattern, value } }) => pattern === undefined ? [] : [{ pattern, value }]);
  assertEquals(patterns.length, 3);
  for (const { pattern, value } of patterns) assert(new RegExp(`^(?:${pattern})$`, "v").test(value ?? ""), pattern);
});

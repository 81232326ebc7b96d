import { createConfig, lintFromString } from "@redocly/openapi-core";
import { assert, assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { COMMON_ERRORS, GROUPS } from "@/lib/endpoints/endpoint.ts";
import { toOpenApi } from "@/lib/endpoints/openapi.ts";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import { FILTERS, getFilter } from "@pawkit/images";
import { startApp } from "@/tests/app.ts";
import { ENDPOINTS, toMethodKey } from "@/tests/endpoints.ts";

const SETTINGS = { BASE_URL: "https://paw.test", FILTER_TIMEOUT_MS: "7000", SOURCE_TIMEOUT_MS: "7000" };
const call = await startApp(SETTINGS);
const source = await (await call("/openapi.json")).text();
const document = JSON.parse(source);

Deno.test("toOpenApi() describes every path, parameter, response and error of ENDPOINTS", () => {
  assertEquals(Object.keys(document.paths), ENDPOINTS.map(({ path }) => path));
  for (const endpoint of ENDPOINTS) {
    const { path, id, parameters, responses, errors } = endpoint;
    const headers = new Set(responses.flatMap(({ headers = [] }) => headers));
    const operation = document.paths[path][toMethodKey(endpoint)];
    assertEquals(operation.operationId, id);
    assertEquals(
      (operation.parameters ?? []).map(({ name }: { name: string }) => name),
      parameters.map(({ name }) => name),
    );
    const statuses = [...errors, ...COMMON_ERRORS].map((code) => ERROR_CODES[code].status);
    const expected = new Set([...responses.map(({ status = 200 }) => status), ...statuses]);
    if (headers.has("etag")) expected.add(304);
    if (headers.has("accept-ranges")) expected.add(206).add(416);
    if (id === "healthz") expected.delete(429);
    assertEquals(new Set(Object.keys(operation.responses).map(Number)), expected, path);
  }
});

Deno.test("toOpenApi() includes ranges, defaults and allowed values", () => {
  for (const endpoint of ENDPOINTS) {
    const { path, parameters } = endpoint;
    for (const { name, in: place, min, max, word, allowed, pattern, fallback: standard, required } of parameters) {
      const described = document.paths[path][toMethodKey(endpoint)].parameters.find((
        each: { name: string; in: string },
      ) => each.name === name && each.in === place);
      const { anyOf: [numbers, words] = [described.schema, {}], default: fallback } = described.schema;
      const { minimum, maximum, enum: values } = numbers;
      assertEquals(words.enum, word === undefined ? undefined : [word], `${path} ${name}`);
      assertEquals([minimum, maximum, fallback], [min, max, standard], `${path} ${name}`);
      const expected = pattern === undefined ? allowed : undefined;
      if (name !== "app_name") assertEquals(values?.map(String), expected?.map(String), `${path} ${name}`);
      assertEquals(described.required, place === "path" || required === true, `${path} ${name}`);
    }
  }
});

Deno.test("toOpenApi() has the sections of the page as tags, those of version 1 and of uploads apart, and short names", () => {
  const tags = document.tags.map(({ name }: { name: string }) => name);
  assertEquals(
    tags.filter((name: string) => !["Version 1", "Filters for uploads"].includes(name)),
    Object.values(GROUPS),
  );
  const tagOf = (path: string, method = "get") => document.paths[path][method].tags;
  for (const path of ["animals/{kind}", "string/{endpoint}", "filter/{endpoint}"]) {
    assertEquals(tagOf(`/api/v1/${path}`), ["Version 1"]);
  }
  assertEquals([tagOf("/api/v1/version"), tagOf("/api/v1/static/cache/{path}")], [["Service"], ["Block lists"]]);
  assertEquals(
    [tagOf("/api/v2/filter/{steps}"), tagOf("/api/v2/filter/{steps}", "post")],
    [["Filters"], ["Filters for uploads"]],
  );
  const operations = Object.values<Record<string, { summary: string; tags: string[] }>>(document.paths)
    .flatMap((item) => Object.values(item));
  const isWrong = (summary: string) => ![2, 3, 4].includes(summary.split(" ").length);
  assertEquals(operations.map(({ summary }) => summary).filter(isWrong), [], "a title has 2 to 4 words");
  assertEquals(Object.keys(document.components.responses).filter(({ length }) => length >= 40), []);
});

Deno.test("toOpenApi() has one operation for all filters, with a pattern of up to eight, each with a value", () => {
  const ids = Object.values<Record<string, { operationId: string }>>(document.paths)
    .flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  assertEquals(ids.filter((id) => id.includes("filter")), ["v2-filter", "v2-filter-upload", "v1-filter"]);
  const { get, post } = document.paths["/api/v2/filter/{steps}"];
  const [{ schema: { pattern }, description }] = get.parameters;
  assertEquals(post.parameters[0].schema.pattern, pattern);
  const matches = (steps: string) => new RegExp(pattern).test(steps);
  const numeric = FILTERS.flatMap((name) => {
    const { type } = getFilter(name).parameters.strength ?? {};
    return type === "number" ? `${name}:-0.25` : type === "integer" ? `${name}:-25` : [];
  });
  const chains = (length: number) => numeric.map((step) => Array(length).fill(step).join());
  assertEquals([...FILTERS, "invert,blur:5", "tint:f80,resize:9x9", ...chains(8)].filter((each) => !matches(each)), []);
  assertEquals(["", "blur:", "blur:x", "blur,", "unicorn", "resize:x9", ...chains(9)].filter(matches), []);
  assertEquals(FILTERS.filter((name) => !description.includes(`\`${name}\`: ${getFilter(name).summary}`)), []);
});

/** The rules of Redocly beside the recommended ones: for examples, and what other linters require. */
const MORE_RULES = [
  ...["media-type", "parameter", "schema"].map((kind) => `no-invalid-${kind}-examples`),
  ...["info-contact", "tag-description", "no-duplicated-tag-names"],
  ...["operation-description", "operation-operationId", "operation-parameters-unique", "operation-tag-defined"],
  ...["no-path-trailing-slash", "path-not-include-query", "no-required-schema-properties-undefined"],
];

Deno.test("toOpenApi() passes Redocly's recommended rules and further ones without a warning", async () => {
  const rules = Object.fromEntries(MORE_RULES.map((rule) => [rule, "error" as const]));
  const config = await createConfig({ extends: ["recommended"], rules });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  assertEquals(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]), []);
});

// What Redocly does not check.
Deno.test("toOpenApi() has a description, valid patterns, arrays with items and required path parameters", () => {
  assert(document.info.description.length > 20);
  const wrong = listNodes(document).filter(({ pattern, type, items, required, ...node }) =>
    typeof pattern === "string" && !isPattern(pattern) || type === "array" && items === undefined ||
    node.in === "path" && required !== true
  );
  assertEquals(wrong, []);
});

function listNodes(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(listNodes)];
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") !== undefined;
  } catch {
    return false;
  }
}

Deno.test("GET /openapi.json names BASE_URL, or a relative address and an example, and returns 304 for its etag", async () => {
  const local = await startApp();
  const first = await local("/openapi.json");
  const tag = first.headers.get("etag")!;
  const { servers, info } = await first.json();
  assertEquals(servers, [{ url: "/" }]);
  assertEquals([info.description, document.info.description].map((text) => /curl (.*)Ada$/m.exec(text)?.[1]), [
    "http://localhost:8000/cat/",
    "https://paw.test/cat/",
  ]);
  assertEquals(document.servers, [{ url: "https://paw.test" }]);
  assertEquals((await local("/openapi.json", { headers: { "if-none-match": tag } })).status, 304);
});

Deno.test("toOpenApi() has the operator's contact as an email or a URL", () => {
  const contactOf = (contact: string | undefined, baseUrl: string | undefined) => {
    const config = loadConfig({ get: (name) => name === "CONTACT" ? contact : undefined }, false);
    return (toOpenApi({ ...config, baseUrl }) as { info: { contact: unknown } }).info.contact;
  };
  const name = "The operator";
  assertEquals(contactOf("mailto:vet@paw.test", undefined), { name, email: "vet@paw.test" });
  assertEquals(contactOf("https://paw.test/vet", undefined), { name, url: "https://paw.test/vet" });
  assertEquals(contactOf(undefined, "https://paw.test"), { name, url: "https://paw.test/#policy" });
  assertEquals(contactOf(undefined, undefined), { name });
});

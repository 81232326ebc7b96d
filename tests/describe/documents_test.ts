import { assert, assertEquals } from "@std/assert";
import { ENDPOINTS } from "@/lib/describe/mod.ts";
import { GROUPS } from "@/lib/http/endpoint.ts";
import { startApp } from "@/tests/support/app.ts";

// deno-lint-ignore no-explicit-any -- a document of any form
type Json = any;

async function readOpenApi(env: Record<string, string> = {}): Promise<Json> {
  await using app = await startApp(env);
  return await (await app.fetch("/openapi.json")).json();
}

/** Returns every object in a document. */
function walk(node: Json): Json[] {
  if (typeof node !== "object" || node === null) return [];
  return [...Array.isArray(node) ? [] : [node], ...Object.values(node).flatMap(walk)];
}

const METHODS = ["get", "post", "delete"];

const operationsOf = ({ paths }: Json): [path: string, method: string, operation: Json][] =>
  Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]): [string, string, Json] => [path, method, operation])
  );

function resolve(document: Json, node: Json): Json {
  if (node.$ref === undefined) return node;
  return node.$ref.slice(2).split("/").reduce((at: Json, key: string) => at?.[key], document);
}

Deno.test("every reference in openapi.json resolves, and every component is used", async () => {
  const document = await readOpenApi({ OPERATOR_TOKEN: "a-token-that-is-long-enough-for-everybody" });
  const references = walk(document).map(({ $ref }) => $ref).filter((each) => each !== undefined);
  for (const $ref of references) assert(resolve(document, { $ref }) !== undefined, $ref);
  const { securitySchemes, ...others } = document.components;
  const used = operationsOf(document).flatMap(([, , { security }]) => security.flatMap(Object.keys));
  assertEquals(Object.keys(securitySchemes), [...new Set(used)]);
  const components = Object.entries<Json>(others).flatMap(([type, all]) =>
    Object.keys(all).map((name) => `#/components/${type}/${name}`)
  );
  assertEquals(components.filter((name) => !references.includes(name)), []);
});

Deno.test("every operation of openapi.json has its own id, a known tag, answers, and the parameters of its path", async () => {
  const document = await readOpenApi();
  const operations = operationsOf(document);
  assertEquals([document.openapi, document.info.version !== ""], ["3.1.0", true]);
  assertEquals(new Set(operations.map(([, , { operationId }]) => operationId)).size, operations.length);
  const tags = document.tags.map(({ name }: Json) => name);
  for (const [path, method, { operationId, summary, tags: [tag], parameters, responses }] of operations) {
    assertEquals([METHODS.includes(method), /^[\w-]+$/.test(operationId), summary !== ""], [true, true, true]);
    assert(tags.includes(tag) && responses["4XX"] !== undefined && Object.keys(responses[200].content).length > 0);
    const resolved = parameters.map((each: Json) => resolve(document, each));
    const names = resolved.map(({ name, in: place }: Json) => `${place} ${name}`);
    assertEquals(new Set(names).size, names.length);
    const inPath = resolved.filter((each: Json) => each.in === "path");
    const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assertEquals(inPath.map(({ name }: Json) => name).sort(), variables.sort());
    assertEquals(inPath.every(({ required }: Json) => required), true);
    for (const { schema, description } of resolved) assert(schema !== undefined && description !== "", path);
  }
});

Deno.test("openapi.json describes a JSON body as what it is, and only text as a string", async () => {
  for (const [path, , { responses }] of operationsOf(await readOpenApi())) {
    for (const [type, { schema }] of Object.entries<Json>(responses[200].content)) {
      assertEquals([path, type, schema.type === "string"], [path, type, type.startsWith("text/")]);
    }
  }
});

Deno.test("what is switched off is in no document, and what is on is in each, with its example", async () => {
  for (const FEATURES of ["text", "lists,launcher", "filters,logs"]) {
    await using app = await startApp({ FEATURES, APP_NAME: "zoo" });
    const document = await (await app.fetch("/openapi.json")).json();
    const list = await (await app.fetch("/llms.txt")).text();
    for (const { group, path, summary } of ENDPOINTS) {
      // There is no token, so there is no operator. There is no contact and no picture, either.
      const isOn = ["animals", "service", ...FEATURES.split(",")].includes(group) &&
        !/operator|metrics|security|pictures/.test(path);
      assertEquals([path, document.paths[path] !== undefined], [path, isOn]);
      assertEquals([path, list.includes(`${path.replace("{app_name}", "zoo")}  ${summary}`)], [path, isOn]);
    }
    assertEquals(list.includes("/filter/"), FEATURES.includes("filters"));
    assertEquals(list.includes(`## ${GROUPS.text}`), FEATURES.includes("text"));
  }
});

Deno.test("llms.txt has a line for each endpoint, with the words of a variable or an example", async () => {
  await using app = await startApp({}, { prepare: addOwnPicture });
  const lines = (await (await app.fetch("/llms.txt")).text()).split("\n");
  for (
    const line of [
      "GET /api/v2/random/kaomoji/{type}  Returns a random kaomoji (type: cat, dog, owo, uwu, love; count, seed, format)",
      "GET /api/v1/uptime  Returns how long the service has been running",
      "GET /pictures/{kind}/{file}  Returns one of the operator's own pictures (such as /pictures/fox/my%20fox.png)",
      "GET /api/v5/app/launcher/news  Returns the news of the launcher, the newest first (limit)",
    ]
  ) assert(lines.includes(line), line);
  assert(lines.length < 80);
});

async function addOwnPicture(dataFolder: string): Promise<void> {
  await Deno.mkdir(`${dataFolder}/pictures/fox`, { recursive: true });
  const picture = new URL("../../static/apple-touch-icon.png", import.meta.url);
  await Deno.copyFile(picture, `${dataFolder}/pictures/fox/my fox.png`);
}

Deno.test("the variables of openapi.json have examples", async () => {
  const document = await readOpenApi();
  const examplesOf = (path: string) =>
    document.paths[path].get.parameters.map((each: Json) => resolve(document, each))
      .filter((each: Json) => each.in === "path").map(({ example }: Json) => example);
  assertEquals(examplesOf("/{kind}/{name}"), ["cat", "Ada.json"]);
  assertEquals(examplesOf("/{status}.svg"), ["404"]);
  assertEquals(examplesOf("/generated/{path}"), ["all/adblock.txt"]);
  assertEquals(examplesOf("/api/v5/{app_name}/version/tier/{tier}"), ["app", "2"]);
});

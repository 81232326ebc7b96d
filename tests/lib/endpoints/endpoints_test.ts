import { assertEquals } from "@std/assert";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { startApp } from "@/tests/app.ts";

/** Every URL that a file below routes/ answers, written as a description writes it. */
function* walkRoutes(folder: string, path = ""): Generator<string> {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory) yield* walkRoutes(`${folder}/${entry.name}`, `${path}/${toVariable(entry.name)}`);
    else if (!entry.name.startsWith("_")) yield overrideOf(`${folder}/${entry.name}`) ?? toPath(path, entry.name);
  }
}

function overrideOf(file: string): string | undefined {
  return /routeOverride: "([^"]+)"/.exec(Deno.readTextFileSync(file))?.[1];
}

function toPath(path: string, file: string): string {
  const name = file.replace(/\.tsx?$/, "");
  return name === "index" ? path || "/" : `${path}/${toVariable(name)}`;
}

function toVariable(name: string): string {
  return name.replace(/^\[(?:\.\.\.)?(\w+)\]$/, "{$1}");
}

Deno.test("ENDPOINTS describes every route and nothing else", () => {
  assertEquals(ENDPOINTS.map(({ path }) => path).sort(), [...walkRoutes("routes")].sort());
});

Deno.test("ENDPOINTS names each endpoint once and describes every variable of its path", () => {
  assertEquals(new Set(ENDPOINTS.map(({ id }) => id)).size, ENDPOINTS.length);
  for (const { path, parameters } of ENDPOINTS) {
    const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assertEquals(parameters.filter((each) => each.in === "path").map(({ name }) => name), variables, path);
  }
});

Deno.test("ENDPOINTS gives examples without a slash at their end, which the published Fresh does not match", () => {
  assertEquals(ENDPOINTS.filter(({ example }) => /.\/(\?|$)/.test(example)).map(({ example }) => example), []);
});

Deno.test("ENDPOINTS gives examples that answer and match their schema", async () => {
  const call = await startApp();
  for (const { example, answers, id } of ENDPOINTS) {
    const response = await call(example);
    const text = await response.text();
    if (id.startsWith("v5-operator")) continue;
    assertEquals(response.status, 200, `${example}: ${text}`);
    const [answer] = answers;
    if (answer?.schema !== undefined) answer.schema.parse(JSON.parse(text));
    if (answer?.schema !== undefined && answer.example !== undefined) answer.schema.parse(answer.example);
  }
});

Deno.test("GET /api lists every path with its allowed values", async () => {
  const call = await startApp();
  const body = await (await call("/api")).json();
  assertEquals(body.endpoints.map(({ path }: { path: string }) => path), ENDPOINTS.map(({ path }) => path));
  assertEquals([body.name, body.documentation, body.openapi], [
    "pawkit",
    "http://paw.example/",
    "http://paw.example/openapi.json",
  ]);
  assertEquals(body.policy.length, 3);
});

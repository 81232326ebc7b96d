import { assertEquals } from "@std/assert";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { FEEDS } from "@/lib/launcher/feeds/feeds.ts";
import { startApp } from "@/tests/app.ts";

/** Finds the path of every file in routes/, with its parameters in braces. */
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
  // One route serves the files of all feeds. Those of a feed with a single file are described by themselves.
  const files = FEEDS.map(({ files }) => Object.keys(files)).filter(({ length }) => length === 1).flat();
  const paths = files.map((file) => `/api/v5/{app_name}/launcher/feeds/${file}`);
  assertEquals(ENDPOINTS.map(({ path }) => path).sort(), [...walkRoutes("routes"), ...paths].sort());
});

Deno.test("ENDPOINTS has unique ids and describes every parameter of each path", () => {
  assertEquals(new Set(ENDPOINTS.map(({ id }) => id)).size, ENDPOINTS.length);
  for (const { path, parameters } of ENDPOINTS) {
    const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assertEquals(parameters.filter((each) => each.in === "path").map(({ name }) => name), variables, path);
  }
});

Deno.test("ENDPOINTS has examples without a trailing slash, which the published Fresh does not match", () => {
  assertEquals(ENDPOINTS.filter(({ example }) => /.\/(\?|$)/.test(example)).map(({ example }) => example), []);
});

Deno.test("ENDPOINTS has examples that return 200 and match their schema", async () => {
  const call = await startApp();
  for (const { example, responses, group } of ENDPOINTS) {
    const response = await call(example);
    const text = await response.text();
    if (group === "operator") continue;
    assertEquals(response.status, 200, `${example}: ${text}`);
    const { schema, example: body } = responses[0]!;
    schema?.parse(JSON.parse(text));
    if (body !== undefined) schema?.parse(body);
  }
});

Deno.test("GET /api lists every path with its allowed values", async () => {
  const call = await startApp();
  const body = await (await call("/api")).json();
  const expected = ENDPOINTS.flatMap(({ path, upload }) => upload ? [`GET ${path}`, `POST ${path}`] : [`GET ${path}`]);
  const listed = body.endpoints.map((each: { method: string; path: string }) => `${each.method} ${each.path}`);
  assertEquals(listed, expected);
  assertEquals([body.name, body.documentation, body.openapi], [
    "pawkit",
    "http://paw.example/",
    "http://paw.example/openapi.json",
  ]);
  assertEquals(body.policy.length, 3);
});

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { z } from "zod";
import { loadConfig } from "@/fresh.config.ts";
import { COMMON_ERRORS, POLICY } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import { FEEDS } from "@/lib/launcher/feeds/registry.ts";
import { startApp } from "@/tests/app.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";

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
  // Brackets surround whole segments only.
  if (name.startsWith("status.")) return name.replace("status", "{status}");
  return name.replace(/^\[(?:\.\.\.)?(\w+)\]$/, "{$1}");
}

Deno.test("describeEndpoints() has the errors of the workers wherever they render pictures", () => {
  const rendering = ENDPOINTS.filter(({ responses }) => responses.some(({ type }) => type === "image/png"));
  assertEquals(rendering.length > 5, true);
  for (const { path, errors } of rendering) {
    assertEquals(["overloaded", "filter_timeout"].filter((code) => !errors.some((each) => each === code)), [], path);
  }
});

Deno.test("describeEndpoints() describes every route and nothing else", () => {
  // One route serves the files of all feeds. Those of a feed with a single file are described by themselves.
  const files = FEEDS.map(({ files }) => Object.keys(files)).filter(({ length }) => length === 1).flat();
  const paths = files.map((file) => `/api/v5/{app_name}/launcher/feeds/${file}`);
  // Only pages need these.
  const others = ["/docs", "/docs/{page}", "/search.json"];
  const routes = [...walkRoutes("routes")].filter((path) => !others.includes(path));
  assertEquals(ENDPOINTS.map(({ path }) => path).sort(), [...routes, ...paths].sort());
});

Deno.test("describeEndpoints() names every error code at an endpoint that returns it", () => {
  const named = ENDPOINTS.flatMap(({ errors, upload }) => [...errors, ...upload?.errors ?? []]);
  const known = new Set<string>([...COMMON_ERRORS, ...named]);
  // Of a path or a method that no endpoint has.
  const others = ["method_not_allowed"];
  assertEquals(Object.keys(ERROR_CODES).filter((code) => !known.has(code) && !others.includes(code)), []);
});

Deno.test("describeEndpoints() has unique ids and describes every parameter of each path", () => {
  assertEquals(new Set(ENDPOINTS.map(({ id }) => id)).size, ENDPOINTS.length);
  for (const { path, parameters } of ENDPOINTS) {
    const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assertEquals(parameters.filter((each) => each.in === "path").map(({ name }) => name), variables, path);
  }
});

Deno.test("describeEndpoints() has examples without a trailing slash, which the published Fresh does not match", () => {
  assertEquals(ENDPOINTS.filter(({ example }) => /.\/(\?|$)/.test(example)).map(({ example }) => example), []);
});

Deno.test("describeEndpoints() has an example of every JSON or text response, which its schema allows", () => {
  for (const { id, responses } of ENDPOINTS) {
    for (const { type, status = 200, schema, example } of responses) {
      const isText = status !== 302 && /^(application\/\w+|text\/plain)$/.test(type);
      assertEquals(example !== undefined, isText, `${id} ${type}`);
      // Strict, so that an example has no field that the schema lacks.
      if (schema !== undefined) assertEquals(schema.parse(example), example, id);
    }
  }
});

Deno.test("describeEndpoints() states the policy of v5 in the descriptions of the launcher", () => {
  const silent = ENDPOINTS.filter(({ group, description }) =>
    group === "launcher" && !description?.includes(POLICY.v5)
  );
  assertEquals(silent.map(({ id }) => id), []);
});

Deno.test("describeEndpoints() uses the name of the application and BASE_URL", () => {
  const config = loadConfig({ get: (name) => name === "APP_NAME" ? "stella-mod" : undefined }, false);
  const endpoints = describeEndpoints({ ...config, baseUrl: "https://paw.test" });
  const tier = endpoints.find(({ id }) => id === "v5-tier");
  assertEquals([tier?.example, tier?.parameters[0]?.allowed], ["/api/v5/stella-mod/version/tier/2", ["stella-mod"]]);
  const text = JSON.stringify(
    endpoints.map(({ example, responses }) => [example, responses.map((each) => each.example)]),
  );
  assertEquals(text.match(/\/v5\/app\/|localhost|paw\.example/g), null);
});

Deno.test("GET /api lists every path with its allowed values", async () => {
  const call = await startApp();
  const body = await (await call("/api")).json();
  const expected = ENDPOINTS.flatMap(({ path, upload, method = "GET" }) => {
    return [`${method} ${path}`, ...(upload ? [`POST ${path}`] : [])];
  });
  const listed = body.endpoints.map((each: { method: string; path: string }) => `${each.method} ${each.path}`);
  assertEquals(listed, expected);
  assertEquals([body.name, body.documentation, body.openapi], [
    "pawkit",
    "http://paw.example/",
    "http://paw.example/openapi.json",
  ]);
  for (const part of ["inform the operator beforehand", "clear and valid reason", "immediate ban"]) {
    assertStringIncludes(body.policy.join(" "), part);
  }
});

Deno.test("describeEndpoints() has the statuses that /healthz responds with, and no others", async () => {
  await using app = await startApp();
  const sent: Record<number, Set<string>> = { 200: new Set(), 503: new Set() };
  for (const isServing of [true, false]) {
    for (const isStalled of [true, false]) {
      app.services.isServing = isServing;
      Object.defineProperty(app.services.filters.pool, "isStalled", { value: isStalled, configurable: true });
      const response = await app("/healthz");
      sent[response.status]?.add((await response.json()).status);
    }
  }
  const { responses } = ENDPOINTS.find(({ path }) => path === "/healthz")!;
  const described = responses.map(({ status = 200, schema }) => {
    const { status: allowed } = (schema as z.ZodObject<{ status: z.ZodEnum | z.ZodLiteral }>).shape;
    return [status, new Set("options" in allowed ? allowed.options : allowed.values)];
  });
  assertEquals(Object.fromEntries(described), sent);
});

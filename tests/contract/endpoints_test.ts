import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { z } from "zod";
import { TRAITS } from "@pawkit/animals";
import { ENDPOINTS } from "@/lib/describe/mod.ts";
import { type Endpoint, fieldsOf, type Values, variablesOf } from "@/lib/http/endpoint.ts";
import { toDocumentedRoute } from "@/lib/http/state.ts";
import { startApp } from "@/tests/support/app.ts";

const TRAIT_NAMES = new Set(Object.values(TRAITS).flatMap((traits) => Object.keys(traits)));

const ROUTES = fromFileUrl(new URL("../../routes", import.meta.url));

/** The paths of the files in routes/, as the endpoints write them. */
async function readRoutes(folder = ""): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(ROUTES + folder)) {
    if (isDirectory) paths.push(...await readRoutes(`${folder}/${name}`));
    else if (!name.startsWith("_")) paths.push(await readRoute(`${folder}/${name}`));
  }
  return paths;
}

async function readRoute(file: string): Promise<string> {
  const { config } = await import(`../../routes${file}`);
  if (config?.routeOverride !== undefined) return toDocumentedRoute(config.routeOverride)!;
  const path = file.replace(/\.tsx?$/, "").replace(/\/index$/, "").replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
  return path === "" ? "/" : path;
}

Deno.test("every route has its endpoint, and every endpoint its route", async () => {
  // The module of the drawings is a file in static/.
  assertEquals([...await readRoutes(), "/animals.js"].sort(), ENDPOINTS.map(({ path }) => path).sort());
});

Deno.test("every example responds, and its JSON fits what the endpoint returns", async (t) => {
  const env = { CONTACT: "mailto:ada@example.org", OPERATOR_TOKEN: "the-token-of-this-test" };
  await using app = await startApp(env, { prepare: addOwnPicture });
  const authorization = `Bearer ${env.OPERATOR_TOKEN}`;
  for (const { example, path, returns, methods } of ENDPOINTS) {
    if (methods?.[0] === "DELETE") continue;
    await t.step(path, async () => {
      const json = returns["application/json"];
      const accept = json === undefined ? "*/*" : "application/json";
      const response = await app.fetch(example, { headers: { accept, authorization } });
      const text = await response.text();
      assertEquals([200, 302].includes(response.status), true, text);
      if (!(json instanceof z.ZodType) || response.status === 302) return;
      const complete = z.object({ success: z.literal(true), status: z.literal(200) });
      const schema = json instanceof z.ZodObject ? complete.extend(json.shape).strict() : json;
      assertEquals(schema.safeParse(JSON.parse(text)).error?.message, undefined, text);
    });
  }
});

/** The example of the operator's own pictures. */
async function addOwnPicture(dataFolder: string): Promise<void> {
  await Deno.mkdir(`${dataFolder}/pictures/cat`, { recursive: true });
  await Deno.copyFile(
    new URL("../../static/apple-touch-icon.png", import.meta.url),
    `${dataFolder}/pictures/cat/example.png`,
  );
}

Deno.test("limits of numbers are accepted and their neighbours refused, and so are words and other words", async (t) => {
  await using app = await startApp();
  for (const endpoint of ENDPOINTS) {
    for (const [name, values] of Object.entries(fieldsOf(endpoint))) {
      const { right, wrong } = toCandidates(values);
      // Which kind has which trait is a matter of the package, and tests/meet has it.
      if (right.length === 0 || TRAIT_NAMES.has(name)) continue;
      await t.step(`${endpoint.path} ${name}`, async () => {
        const error = variablesOf(endpoint.path).includes(name) ? 404 : 400;
        for (const value of right) {
          assertEquals([name, value, await ask(app, endpoint, name, value)], [name, value, 200]);
        }
        for (const value of wrong) {
          assertEquals([name, value, await ask(app, endpoint, name, value)], [name, value, error]);
        }
      });
    }
  }
});

/** Values that a schema allows, and their neighbours. */
function toCandidates({ enum: allowed, minimum, maximum, type }: Values) {
  if (allowed !== undefined) return { right: allowed, wrong: [`${allowed[0]}x`] };
  if (minimum === undefined || maximum === undefined) return { right: [], wrong: [] };
  const step = type === "integer" ? 1 : 0.5;
  return { right: [minimum, maximum].map(String), wrong: [`${minimum - step}`, `${maximum + step}`, "many"] };
}

/** Sends an example with one value replaced, and returns 200 for every success. */
async function ask(
  app: { fetch(path: string): Promise<Response> },
  { path, example }: Endpoint,
  name: string,
  value: string,
): Promise<number> {
  const url = new URL(example, "http://localhost");
  const index = path.split("/").findIndex((segment) => segment.startsWith(`{${name}}`));
  if (index === -1) url.searchParams.set(name, value);
  else url.pathname = url.pathname.split("/").with(index, value + path.split("/")[index]!.split("}")[1]).join("/");
  const response = await app.fetch(url.pathname + url.search);
  await response.body?.cancel();
  return response.status === 302 ? 200 : response.status;
}

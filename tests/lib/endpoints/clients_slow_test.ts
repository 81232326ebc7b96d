import { createClient } from "@hey-api/openapi-ts";
import openapiTypescript, { astToString } from "openapi-typescript";
import { join } from "@std/path";
import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { closeServices, createServices } from "@/lib/services.ts";
import settings from "@/deno.json" with { type: "json" };

// Generates clients from the OpenAPI document as callers do, compiles them under `strict`, and calls every operation.

const TOKEN = "a-token-of-the-operator";

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; required: boolean; example?: unknown; schema: Schema }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { content?: Record<string, unknown> }>>;
}

interface Schema {
  readonly enum?: readonly unknown[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Starts the service, generates both clients in a temporary folder and runs a program that calls every operation. */
async function runClient(write: (paths: Paths, folder: string) => Promise<string>): Promise<string[]> {
  const folder = await Deno.makeTempDir();
  // The example of the document names this file.
  await Deno.writeTextFile(join(folder, "blocklist-2026-11-15.log"), "hello\n");
  const env: Record<string, string> = {
    OPERATOR_TOKEN: TOKEN,
    FILTER_WORKERS: "0",
    RATE_LIMIT: "off",
    LOGS_DIR: folder,
  };
  const services = await createServices(loadConfig({ get: (name) => env[name] }, false));
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, createApp(services).handler());
  const origin = `http://127.0.0.1:${server.addr.port}`;
  try {
    const document = await (await fetch(`${origin}/openapi.json`)).json();
    await Deno.writeTextFile(join(folder, "openapi.json"), JSON.stringify(document));
    const imports = { "openapi-fetch": settings.scopes["./tests/"]["openapi-fetch"] };
    await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify({ imports, compilerOptions: { strict: true } }));
    await Deno.writeTextFile(join(folder, "calls.ts"), await write(document.paths, folder));
    const args = ["run", "--no-lock", "--check", "--allow-net", "--config", join(folder, "deno.json")];
    const { stdout, stderr, success } = await new Deno.Command("deno", {
      args: [...args, join(folder, "calls.ts"), origin],
      env: { NO_COLOR: "1" },
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout).trim().split("\n");
  } finally {
    await Deno.remove(folder, { recursive: true });
    await server.shutdown();
    await closeServices(services);
  }
}

function* listOperations(paths: Paths): Generator<Operation & { path: string; method: string }> {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) yield { ...operation, path, method };
  }
}

/** Returns the required parameters with the values of their examples, as a literal. */
function toArguments({ parameters = [] }: Operation): string {
  const groups: Record<string, Record<string, unknown>> = { path: {}, query: {} };
  for (const { name, in: place, required, example, schema } of parameters) {
    if (required) groups[place]![name] = example ?? schema.enum?.[0];
  }
  return `path: ${JSON.stringify(groups.path)}, query: ${JSON.stringify(groups.query)}`;
}

function countOperations(lines: readonly string[]): Record<string, number> {
  return Object.fromEntries(Map.groupBy(lines, (line) => line).entries().map(([line, each]) => [line, each.length]));
}

Deno.test("a client of openapi-typescript and openapi-fetch compiles and calls every operation", async () => {
  let total = 0;
  const lines = await runClient(async (paths, folder) => {
    const document = JSON.parse(await Deno.readTextFile(join(folder, "openapi.json")));
    await Deno.writeTextFile(join(folder, "types.ts"), astToString(await openapiTypescript(document)));
    const calls = [...listOperations(paths)].map((operation) => {
      const upload = operation.requestBody
        ? ", body: PICTURE as never, bodySerializer: (body: unknown) => body as Blob"
        : "";
      total++;
      return `report(await client.${operation.method.toUpperCase()}("${operation.path}", ` +
        `{ params: { ${toArguments(operation)} } as never, parseAs: "stream"${upload} }));`;
    });
    return `import createClient from "openapi-fetch";
import type { components, paths } from "./types.ts";
const baseUrl = Deno.args[0]!;
const PICTURE = await (await fetch(baseUrl + "/images/animals/cat/io1dwf90.png")).blob();
const client = createClient<paths>({ baseUrl, headers: { authorization: "Bearer ${TOKEN}" } });
const { data, error } = await client.GET("/api/v2/random/animal/{kind}", { params: { path: { kind: "cat" } } });
const animal: components["schemas"]["Animal"] = data!.item;
const message: string = data!.message;
if (message !== animal.url) throw new Error("the message is not the URL");
const code: "invalid_parameter" | string | undefined = error?.code;
const file = await client.GET("/api/v1/static/generated/{path}", { params: { path: { path: "all/domains.txt" } } });
if (file.response.status !== 200) throw new Error("a slash in a path: " + file.response.status + code);
function report({ response }: { response: Response }) {
  console.log(response.status === 204 ? 200 : response.status);
}
${calls.join("\n")}
Deno.exit();
`;
  });
  assertEquals(countOperations(lines), { "200": total });
});

Deno.test("a client of @hey-api/openapi-ts compiles and calls every operation", async () => {
  let total = 0;
  const lines = await runClient(async (paths, folder) => {
    await createClient({
      input: join(folder, "openapi.json"),
      output: { path: join(folder, "client"), importFileExtension: ".ts" },
      plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
      logs: { level: "silent" },
    });
    const calls = [...listOperations(paths)].map((operation) => {
      const name = operation.operationId.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const upload = operation.requestBody ? ", body: PICTURE, bodySerializer: null" : "";
      total++;
      return `report(await sdk.${name}({ ${toArguments(operation)}, parseAs: "stream"${upload} } as never));`;
    });
    return `import { client } from "./client/client.gen.ts";
import * as sdk from "./client/sdk.gen.ts";
import type { Animal, Failure } from "./client/types.gen.ts";
const baseUrl = Deno.args[0]!;
const PICTURE = await (await fetch(baseUrl + "/images/animals/cat/io1dwf90.png")).blob();
client.setConfig({ baseUrl, headers: { authorization: "Bearer ${TOKEN}" } });
const { data, error } = await sdk.v2RandomAnimal({ path: { kind: "cat" } });
const animal: Animal = data!.item;
const failure: Failure | undefined = error;
if (data!.message !== animal.url) throw new Error("the message is not the URL" + failure?.code);
const file = await sdk.v1StaticGenerated({ path: { path: "all/domains.txt" } });
if (file.response!.status !== 200) throw new Error("a slash in a path: " + file.response!.status);
function report({ response }: { response?: Response }) {
  console.log(response?.status === 204 ? 200 : response?.status);
}
${calls.join("\n")}
Deno.exit();
`;
  });
  assertEquals(countOperations(lines), { "200": total });
});

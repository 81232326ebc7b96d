import openapiTypescript, { astToString } from "openapi-typescript";
// For the program that this test starts: so it is in the lock file, and loaded before.
import "openapi-fetch";
import { join } from "@std/path";
import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { closeServices, createServices } from "@/lib/services.ts";
import { PATIENT } from "@/tests/load/service.ts";
import settings from "@/deno.json" with { type: "json" };

// Generates a client from the OpenAPI document as callers do, compiles it under `strict`, and calls every operation.

const TOKEN = "a-token-of-the-operator";

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; required: boolean; example?: unknown; schema: Schema }[];
  readonly requestBody?: object;
  readonly path: string;
  readonly method: string;
}

interface Schema {
  readonly enum?: readonly unknown[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

function listOperations({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, path, method }))
  );
}

/** Returns the required parameters with the values of their examples, as a literal. */
function toArguments({ parameters = [] }: Operation): string {
  const groups: Record<string, Record<string, unknown>> = { path: {}, query: {} };
  for (const { name, in: place, required, example, schema } of parameters) {
    if (required) groups[place]![name] = example ?? schema.enum?.[0];
  }
  return `path: ${JSON.stringify(groups.path)}, query: ${JSON.stringify(groups.query)}`;
}

/** Generates a client in a folder, and returns a program that prints the status of every operation. */
async function generateClient(document: OpenApi, folder: string): Promise<string> {
  await Deno.writeTextFile(join(folder, "types.ts"), astToString(await openapiTypescript(document as never)));
  const calls = listOperations(document).map((operation) => {
    const upload = operation.requestBody
      ? ", body: PICTURE as never, bodySerializer: (body: unknown) => body as Blob"
      : "";
    return `report(await client.${operation.method.toUpperCase()}("${operation.path}", ` +
      `{ params: { ${toArguments(operation)} } as never, parseAs: "stream"${upload} }));`;
  });
  return `import createClient from "openapi-fetch";
import type { components, paths } from "./types.ts";
const baseUrl = Deno.args[0]!;
const PICTURE = await (await fetch(baseUrl + "/images/animals/cat/io1dwf90.png")).blob();
function report({ response }: { response?: Response }) {
  console.log(response?.status === 204 ? 200 : response?.status);
}
const client = createClient<paths>({ baseUrl, headers: { authorization: "Bearer ${TOKEN}" } });
const { data, error } = await client.GET("/api/v2/random/animal/{kind}", { params: { path: { kind: "cat" } } });
const animal: components["schemas"]["Animal"] = data!.item;
const message: string = data!.message;
if (message !== animal.url) throw new Error("the message is not the URL");
const code: "invalid_parameter" | string | undefined = error?.code;
const file = await client.GET("/api/v1/static/generated/{path}", { params: { path: { path: "all/domains.txt" } } });
if (file.response.status !== 200) throw new Error("a slash in a path: " + file.response.status + code);
${calls.join("\n")}
Deno.exit();
`;
}

Deno.test("a client of openapi-typescript with openapi-fetch calls every operation", async () => {
  const folder = await Deno.makeTempDir();
  // The example of the document names this file.
  await Deno.writeTextFile(join(folder, "blocklist-2026-11-15.log"), "hello\n");
  const env: Record<string, string> = {
    OPERATOR_TOKEN: TOKEN,
    FILTER_WORKERS: "0",
    RATE_LIMIT: "off",
    LOGS_DIR: folder,
    ...PATIENT,
  };
  const services = await createServices(loadConfig({ get: (name) => env[name] }, false));
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, createApp(services).handler());
  const origin = `http://127.0.0.1:${server.addr.port}`;
  try {
    const document = await (await fetch(`${origin}/openapi.json`)).json();
    const imports = { "openapi-fetch": settings.scopes["./tests/"]["openapi-fetch"] };
    await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify({ imports, compilerOptions: { strict: true } }));
    await Deno.writeTextFile(join(folder, "calls.ts"), await generateClient(document, folder));
    // A copy of the lock file, because Deno writes to it. All that the program imports was loaded for this test.
    const lock = join(folder, "deno.lock");
    await Deno.copyFile(new URL("../../deno.lock", import.meta.url), lock);
    const options = [
      "--cached-only",
      "--check",
      "--allow-net",
      `--lock=${lock}`,
      "--config",
      join(folder, "deno.json"),
    ];
    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", ...options, join(folder, "calls.ts"), origin],
      env: { NO_COLOR: "1" },
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const statuses = new TextDecoder().decode(stdout).trim().split("\n");
    // No client is banned, so there is no ban to lift.
    const expected = listOperations(document).map(({ method }) => method === "delete" ? "404" : "200");
    assertEquals(statuses, expected);
  } finally {
    await Deno.remove(folder, { recursive: true });
    await server.shutdown();
    await closeServices(services);
  }
});

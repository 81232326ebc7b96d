// A program, not a module: `deno task openapi [file]` writes what /openapi.json answers with these settings.
import { loadConfig } from "@/fresh.config.ts";
import { localizeEndpoints } from "@/lib/endpoints/mod.ts";
import { toOpenApi } from "@/lib/endpoints/openapi.ts";
import { SERVICE_VERSION } from "@/lib/process/version.ts";

const [file = "openapi.json"] = Deno.args;
const { appName, baseUrl: base = "", contact } = loadConfig();
const endpoints = localizeEndpoints({ appName, base });
const document = toOpenApi({ endpoints, version: SERVICE_VERSION, base, contact });
await Deno.writeTextFile(file, `${JSON.stringify(document, null, 2)}\n`);

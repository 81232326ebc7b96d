// A program: `deno task openapi [file]` writes the document that /openapi.json returns with the same settings.
import { loadConfig } from "@/fresh.config.ts";
import { toOpenApi } from "@/lib/endpoints/openapi.ts";
import { SERVICE_VERSION } from "@/lib/process/version.ts";

const [file = "openapi.json"] = Deno.args;
const { appName, baseUrl: origin = "", contact } = loadConfig();
const document = toOpenApi({ version: SERVICE_VERSION, appName, origin, contact });
await Deno.writeTextFile(file, `${JSON.stringify(document, null, 2)}\n`);

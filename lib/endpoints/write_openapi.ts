// A program: `deno task openapi [file]` writes the document that /openapi.json returns with the same settings.
import { loadConfig } from "@/fresh.config.ts";
import { toOpenApi } from "@/lib/endpoints/openapi.ts";

const [file = "openapi.json"] = Deno.args;
const config = loadConfig();
const document = toOpenApi({ ...config, origin: config.baseUrl ?? "" });
await Deno.writeTextFile(file, `${JSON.stringify(document, null, 2)}\n`);

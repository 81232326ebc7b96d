// A program: `deno task openapi [file]` writes the document that /openapi.json returns with the same settings.
import { resolve } from "@std/path";
import { loadConfig } from "@/fresh.config.ts";
import { toOpenApi } from "@/lib/endpoints/openapi.ts";
import { exitOnStartupError } from "@/lib/process/startup_error.ts";

const [file = "openapi.json"] = Deno.args;
const config = await exitOnStartupError(() => loadConfig());
const document = toOpenApi(config);
await Deno.writeTextFile(file, `${JSON.stringify(document, null, 2)}\n`);
Deno.stdout.writeSync(new TextEncoder().encode(`Wrote ${resolve(file)}\n`));

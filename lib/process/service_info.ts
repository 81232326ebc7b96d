import manifest from "@/deno.json" with { type: "json" };

const { deno, v8, typescript } = Deno.version;

/** The name and version of this service and of its runtime. */
export const SERVICE_INFO = {
  name: "pawkit",
  version: manifest.version,
  runtime: { name: "deno", version: deno, v8, typescript },
};

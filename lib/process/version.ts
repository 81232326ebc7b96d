import manifest from "@/deno.json" with { type: "json" };

/** The name and number of this service and of what it runs on. */
export interface VersionInfo {
  readonly name: string;
  readonly version: string;
  readonly runtime: {
    readonly name: string;
    readonly version: string;
    readonly v8: string;
    readonly typescript: string;
  };
}

/** The version of the service, as `deno.json` has it. */
export const SERVICE_VERSION: string = manifest.version;

/** Tells what runs here. */
export function versionInfo(): VersionInfo {
  const { deno, v8, typescript } = Deno.version;
  return { name: "pawkit", version: SERVICE_VERSION, runtime: { name: "deno", version: deno, v8, typescript } };
}

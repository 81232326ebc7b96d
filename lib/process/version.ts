import manifest from "@/deno.json" with { type: "json" };

/** The name and version of this service and of its runtime. */
export interface VersionInfo {
  readonly name: string;
  readonly version: string;
  readonly runtime: Readonly<Record<"name" | "version" | "v8" | "typescript", string>>;
}

/** The version of the service in `deno.json`. */
export const SERVICE_VERSION: string = manifest.version;

/** Returns the versions of this process. */
export function versionInfo(): VersionInfo {
  const { deno, v8, typescript } = Deno.version;
  return { name: "pawkit", version: SERVICE_VERSION, runtime: { name: "deno", version: deno, v8, typescript } };
}

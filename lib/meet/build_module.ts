import { fromFileUrl } from "@std/path";

/** The module that is served as `/animals.js`. */
const FILE = new URL("../../static/animals.js", import.meta.url);

const BANNER = "/** Pawkit animals: drawAnimal(kind, name, options) and describeAnimal(kind, name, options). */";

/** Only what pages use, because signs and groups would make the module larger. */
const ENTRY = `export { describeAnimal, drawAnimal, KINDS, TRAITS } from ${
  JSON.stringify(fromFileUrl(import.meta.resolve("@pawkit/animals")))
};`;

/** Bundles `@pawkit/animals` as one minified ES module. The same source always results in the same text. */
export async function bundleAnimals(): Promise<string> {
  const { build, stop } = await import("esbuild");
  const { outputFiles: [output] } = await build({
    stdin: { contents: ENTRY, resolveDir: "/" },
    bundle: true,
    minify: true,
    format: "esm",
    // Every browser since 2022 can run this.
    target: "es2022",
    charset: "utf8",
    banner: { js: BANNER },
    // Otherwise a configuration in a folder above would change the result.
    tsconfigRaw: {},
    write: false,
  });
  await stop();
  return output!.text;
}

if (import.meta.main) {
  const bundle = await bundleAnimals();
  if (!Deno.args.includes("--check")) await Deno.writeTextFile(FILE, bundle);
  else if (await Deno.readTextFile(FILE) !== bundle) {
    throw new Error("Cannot use static/animals.js: must be the bundle of lib/animals, run deno task animals");
  }
}

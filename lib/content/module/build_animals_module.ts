import { fromFileUrl } from "@std/path";

/** The module that is served as `/animals.js`. */
const FILE = new URL("../../../static/animals.js", import.meta.url);

const BANNER = "/** Pawkit animals: drawAnimal(kind, name, options), describeAnimal(kind, name, options) and KINDS. */";

/** Bundles `@pawkit/animals/named` as one minified ES module. The same source always results in the same text. */
async function bundleAnimals(): Promise<string> {
  // Tests of the comparison do not need the bundler.
  const { build, stop } = await import("esbuild");
  const { outputFiles: [output] } = await build({
    entryPoints: [fromFileUrl(import.meta.resolve("@pawkit/animals/named"))],
    bundle: true,
    minify: true,
    format: "esm",
    // What every browser has that is not older than 2022.
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

/**
 * Bundles the module and compares it with the committed file.
 *
 * @throws {Error} When the committed file is not what the package is bundled to.
 */
export async function assertCommitted(bundle: typeof bundleAnimals = bundleAnimals): Promise<void> {
  if (await Deno.readTextFile(FILE) === await bundle()) return;
  throw new Error('The committed module must be what lib/animals is bundled to, run "deno task animals": animals.js');
}

if (import.meta.main) {
  if (Deno.args.includes("--check")) await assertCommitted();
  else await Deno.writeTextFile(FILE, await bundleAnimals());
}

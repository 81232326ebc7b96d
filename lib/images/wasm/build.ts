/** The modules that are compiled from `<name>.as.ts` to `<name>.wasm`. */
export const MODULES = ["blur", "gif", "jpeg_decoder", "jpeg_encoder", "png", "resize"] as const;

const FOLDER = new URL("./", import.meta.url);
const OPTIONS = ["-O3", "--enable", "simd", "--runtime", "stub", "--use", "abort="];

/**
 * Compiles one module. The same source always results in the same bytes.
 *
 * @throws {Error} When the compiler rejects the source; the message is the compiler's.
 */
async function compileModule(name: (typeof MODULES)[number]): Promise<Uint8Array> {
  // The compiler takes a second to load, which tests of the comparison do not need.
  const { default: asc } = await import("assemblyscript/asc");
  const files = new Map<string, Uint8Array>();
  const { error, stderr } = await asc.main([`${name}.as.ts`, "--outFile", "out.wasm", ...OPTIONS], {
    // The compiler brings its own library and only asks whether we replace a file of it.
    readFile: (file) => file.endsWith(".as.ts") ? Deno.readTextFileSync(new URL(file, FOLDER)) : null,
    writeFile: (file, contents) => void files.set(file, contents as Uint8Array),
    listFiles: () => [],
  });
  const output = files.get("out.wasm");
  if (error !== null || output === undefined) throw new Error(stderr.toString(), { cause: error });
  return output;
}

/**
 * Compiles all modules and compares them with the committed files.
 *
 * @throws {Error} When a committed file is not what its source compiles to; the message names all of these.
 */
export async function assertCommitted(compile: typeof compileModule = compileModule): Promise<void> {
  const stale: string[] = [];
  for (const name of MODULES) {
    const [committed, compiled] = [await Deno.readFile(toUrl(name)), await compile(name)];
    const isSame = committed.length === compiled.length && committed.every((byte, i) => byte === compiled[i]);
    if (!isSame) stale.push(`${name}.wasm`);
  }
  if (stale.length === 0) return;
  throw new Error(
    `Committed modules must be what their sources compile to, run lib/images/wasm/build.ts: ${stale.join(", ")}`,
  );
}

function toUrl(name: (typeof MODULES)[number]): URL {
  return new URL(`${name}.wasm`, FOLDER);
}

if (import.meta.main) {
  if (Deno.args.includes("--check")) await assertCommitted();
  else for (const name of MODULES) await Deno.writeFile(toUrl(name), await compileModule(name));
}

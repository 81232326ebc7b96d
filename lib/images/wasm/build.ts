import asc from "assemblyscript/asc";

/** The modules that are compiled from `<name>.as.ts` to `<name>.wasm`. */
export const MODULES = ["blur", "gif", "jpeg_decoder", "jpeg_encoder", "png", "resize"] as const;

const FOLDER = new URL("./", import.meta.url);
const OPTIONS = ["-O3", "--enable", "simd", "--runtime", "stub", "--use", "abort="];

/**
 * Compiles one module. The same source always results in the same bytes.
 *
 * @throws {Error} When the compiler rejects the source; the message is the compiler's.
 */
export async function compileModule(name: (typeof MODULES)[number]): Promise<Uint8Array> {
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

if (import.meta.main) {
  for (const name of MODULES) await Deno.writeFile(new URL(`${name}.wasm`, FOLDER), await compileModule(name));
}

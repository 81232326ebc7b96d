import asc from "assemblyscript/asc";

/** The modules of this folder that are written in AssemblyScript. */
export const MODULES = ["blur", "jpeg_decoder", "jpeg_encoder", "png"] as const;

/** What modules of all families use. */
const SHARED = "growth.as.ts";

const FOLDER = new URL("./", import.meta.url);
const OPTIONS = ["-O3", "--enable", "simd", "--runtime", "stub", "--use", "abort="];

/**
 * Compiles one module; the same source gives the same bytes.
 *
 * @throws {Error} What the compiler said, when it rejects the source.
 */
export async function compileModule(name: (typeof MODULES)[number]): Promise<Uint8Array> {
  const files = new Map<string, Uint8Array>();
  // The libraries of the compiler are asked for under other names.
  const [family] = name.split("_") as [string];
  const isOurs = (file: string) => file.startsWith(family) || file === SHARED;
  const { error, stderr } = await asc.main([`${name}.as.ts`, "--outFile", "out.wasm", ...OPTIONS], {
    readFile: (file) => isOurs(file) ? Deno.readTextFileSync(new URL(file, FOLDER)) : null,
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

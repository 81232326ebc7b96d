// deno-lint-ignore-file camelcase -- the names of the module's exports
import type { Pixels } from "@/lib/images/pixels.ts";
import { type Instance, InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** The exports of the module of `@jsquash/png` that are used here. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  decode(address: number, length: number): number;
  __wbindgen_malloc(length: number, align: number): number;
  __wbindgen_free(address: number, length: number, align: number): void;
}

/** Decodes every kind of PNG. */
export type PngFallback = (bytes: Uint8Array) => Pixels;

/** Creates the instance pool of the decoder. The package's own loader reuses one instance forever, even after an error. */
export function createPngFallbackPool(module: WebAssembly.Module): InstancePool<PngFallback> {
  return new InstancePool(() => createInstance(module));
}

function createInstance(module: WebAssembly.Module): Instance<PngFallback> {
  let decoded: Pixels | undefined;
  const imports = createImports(module, {
    newwithownedu8clampedarrayandsh(address: number, length: number, width: number, height: number): number {
      const data = new Uint8ClampedArray(exports.memory.buffer, address >>> 0, length).slice();
      exports.__wbindgen_free(address, length, 1);
      decoded = { width: width >>> 0, height: height >>> 0, data };
      return 0;
    },
    throw(address: number, length: number): never {
      throw new Error(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address >>> 0, length)));
    },
  });
  const exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
  const api: PngFallback = (bytes) => {
    const address = exports.__wbindgen_malloc(bytes.length, 1) >>> 0;
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    exports.decode(address, bytes.length);
    if (decoded === undefined) throw new Error("Cannot decode the image: the module returned no pixels");
    const pixels = decoded;
    decoded = undefined;
    return pixels;
  };
  return { api, memory: exports.memory };
}

/** Maps the imports of the module, `__wbg_name_<hash>` or `__wbindgen_name`, to functions. Others are never called. */
function createImports(module: WebAssembly.Module, functions: Record<string, unknown>): WebAssembly.Imports {
  const wbg: Record<string, WebAssembly.ImportValue> = {};
  for (const { name } of WebAssembly.Module.imports(module)) {
    const plain = name.replace(/^__wbg_|^__wbindgen_/, "").replace(/_[0-9a-f]{16}$/, "");
    wbg[name] = (functions[plain] ?? (() => 0)) as WebAssembly.ExportValue;
  }
  return { wbg };
}

import { AsyncInstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** The options of a factory that are used here; the types of the packages lack the last two. */
interface FactoryOptions {
  readonly noInitialRun: boolean;
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports;
  print(text: string): void;
  printErr(text: string): void;
}

/** The function that Emscripten generates to instantiate a codec. */
type Factory<T> = (options: never) => Promise<T>;

/** The most bytes of memory that an instance may take. It can be changed before each image. */
export interface MemoryLimit {
  bytes: number;
}

/** Creates the instance pool of a codec that was built with Emscripten. */
export function createEmscriptenPool<T>(
  factory: Factory<T>,
  module: WebAssembly.Module,
  limit: Readonly<MemoryLimit> = { bytes: Infinity },
): AsyncInstancePool<T> {
  return new AsyncInstancePool(async () => {
    let memory: WebAssembly.Memory | undefined;
    const options: FactoryOptions = {
      noInitialRun: true,
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(module, imports);
        memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
        if (memory !== undefined) limitMemory(memory, limit);
        done(instance);
        return instance.exports;
      },
      // Messages about damaged images must not be written to the log of this service.
      print: () => {},
      printErr: () => {},
    };
    const api = await factory(options as never);
    if (memory === undefined) throw new Error("Cannot find the memory of a codec among its exports");
    return { api, memory };
  });
}

/** Makes the memory refuse to grow beyond the limit. Then the codec fails to allocate memory, and returns an error. */
function limitMemory(memory: WebAssembly.Memory, limit: Readonly<MemoryLimit>): void {
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > limit.bytes) throw new RangeError("Cannot grow the memory: limit");
    return WebAssembly.Memory.prototype.grow.call(memory, pages);
  };
}

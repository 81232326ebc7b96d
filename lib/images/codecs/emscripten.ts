import { type Instance, InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/**
 * Creates the instance pool of a codec from the factory that Emscripten generated. Its memory never exceeds
 * `limit.bytes`, which can be changed before each image: then the codec fails to allocate memory, and returns an error.
 */
export function createEmscriptenPool<T extends Instance>(
  factory: (options: never) => Promise<object>,
  module: WebAssembly.Module,
  limit: { readonly bytes: number } = { bytes: Infinity },
): InstancePool<T> {
  return new InstancePool(() => {
    let memory: WebAssembly.Memory | undefined;
    const codec = {
      noInitialRun: true,
      instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
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
    // The factory adds the functions of the codec to this object before it returns, because nothing above is
    // asynchronous. Its promise only resolves to the same object. The types of the packages lack some of the options.
    factory(codec as never).catch(() => {});
    if (memory === undefined) throw new Error("Cannot instantiate a codec: must export its memory");
    return Object.assign(codec, { memory }) as unknown as T;
  });
}

function limitMemory(memory: WebAssembly.Memory, limit: { readonly bytes: number }): void {
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > limit.bytes) throw new RangeError("Cannot grow the memory: limit");
    return WebAssembly.Memory.prototype.grow.call(memory, pages);
  };
}

import { type Instance, InstancePool, PAGE_BYTES } from "../wasm/instance_pool.ts";
import { mayGrowTo } from "../wasm/memory_limit.ts";

/** Creates the instance pool of a codec from the factory that Emscripten generated. */
export function createEmscriptenPool<T extends Instance>(
  factory: (options: never) => Promise<object>,
  module: WebAssembly.Module,
  checkpoint?: () => void,
): InstancePool<T> {
  return new InstancePool(() => {
    let memory: WebAssembly.Memory | undefined;
    const codec = {
      noInitialRun: true,
      instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
        const instance = new WebAssembly.Instance(module, imports);
        memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
        if (memory !== undefined) limitGrowth(memory);
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
  }, checkpoint);
}

/** Makes a codec fail to allocate what the limit of the job does not allow: its allocator calls `memory.grow`. */
function limitGrowth(memory: WebAssembly.Memory): void {
  memory.grow = (pages) => {
    const isAllowed = mayGrowTo(memory.buffer.byteLength + pages * PAGE_BYTES);
    if (!isAllowed) throw new RangeError("Cannot grow the memory: the limit of the job is reached");
    return WebAssembly.Memory.prototype.grow.call(memory, pages);
  };
}

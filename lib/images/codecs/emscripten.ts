import { type Instance, InstancePool, PAGE_BYTES } from "../wasm/instance_pool.ts";
import { getMemoryLimit, refuseGrowth } from "../wasm/limits.ts";

/** Creates the instance pool of a codec from the factory that Emscripten generated. */
export function createEmscriptenPool<T extends Instance>(
  factory: (options: never) => Promise<object>,
  module: WebAssembly.Module,
): InstancePool<T> {
  return new InstancePool(() => {
    let memory: WebAssembly.Memory | undefined;
    const codec = {
      noInitialRun: true,
      instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
        const instance = new WebAssembly.Instance(module, limitRequests(imports));
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
    // asynchronous. Its promise is not needed: it resolves to the same object. The cast is needed because the types of
    // the packages lack some of the options.
    factory(codec as never).catch(() => {});
    if (memory === undefined) throw new Error("Cannot instantiate a codec: must export its memory");
    return Object.assign(codec, { memory }) as unknown as T;
  });
}

/** The function that the allocator of a codec calls if its memory is too small. */
const RESIZE = "_emscripten_resize_heap";

/** Makes a codec fail to allocate what the limit of the job does not allow. The work with it then fails, too. */
function limitRequests(imports: WebAssembly.Imports): WebAssembly.Imports {
  // The names of the imports are minified, but the names of the functions are not.
  const all = Object.entries(imports).flatMap(([module, values]) => {
    return Object.entries(values).map(([name, value]) => ({ module, name, value }));
  });
  const found = all.find(({ value }) => typeof value === "function" && value.name === RESIZE);
  if (found === undefined) throw new Error(`Cannot limit the memory of a codec: must import ${RESIZE}`);
  const { module, name, value } = found;
  const resize = value as (bytes: number) => boolean | undefined;
  const resizeWithinLimit = (bytes: number) => {
    const isGranted = toPages(bytes >>> 0) <= toMaxPages() && resize(bytes) === true;
    if (!isGranted) refuseGrowth(bytes >>> 0);
    return isGranted;
  };
  return { ...imports, [module]: { ...imports[module], [name]: resizeWithinLimit } };
}

/** Limits the reserve: Emscripten first asks for a fifth more than its allocator needs. */
function limitGrowth(memory: WebAssembly.Memory): void {
  memory.grow = (pages) => {
    const free = toMaxPages() - toPages(memory.buffer.byteLength);
    return WebAssembly.Memory.prototype.grow.call(memory, Math.min(pages, free));
  };
}

function toPages(bytes: number): number {
  return Math.ceil(bytes / PAGE_BYTES);
}

function toMaxPages(): number {
  return Math.floor(getMemoryLimit() / PAGE_BYTES);
}

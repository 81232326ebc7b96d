import { AsyncInstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** What the factories of Emscripten take, as far as it is used here; their own types lack the last two. */
interface FactoryOptions {
  readonly noInitialRun: boolean;
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports;
  print(text: string): void;
  printErr(text: string): void;
}

/** A codec's factory, made by Emscripten. */
type Factory<T> = (options: never) => Promise<T>;

/** Creates the instance pool of a codec that was built with Emscripten. */
export function createEmscriptenPool<T>(factory: Factory<T>, module: WebAssembly.Module): AsyncInstancePool<T> {
  return new AsyncInstancePool(async () => {
    let memory: WebAssembly.Memory | undefined;
    const options: FactoryOptions = {
      noInitialRun: true,
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(module, imports);
        memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
        done(instance);
        return instance.exports;
      },
      // A damaged picture is the caller's affair; it shall not write into our log.
      print: () => {},
      printErr: () => {},
    };
    const api = await factory(options as never);
    if (memory === undefined) throw new Error("Cannot find the memory of a codec among its exports");
    return { api, memory };
  });
}

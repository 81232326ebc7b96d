/** A codec's WebAssembly instance and the memory it works in. */
export interface Instance<T> {
  readonly codec: T;
  readonly memory: WebAssembly.Memory;
}

/** Memory that an idle instance may hold. What a larger picture took is given back, as it never shrinks by itself. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** Lends out an instance and keeps it for what comes next. */
export interface Keeper<T> {
  /** Works with the instance. */
  <R>(work: (codec: T) => R): Promise<R>;
  /** Lets go of an instance that has become large. Only after a job, as encoding can use the memory of decoding. */
  release(): void;
}

/** Makes a keeper for a module that needs nothing from outside; `toCodec` makes a codec of what it exports. */
export function createModuleKeeper<Exports extends { readonly memory: WebAssembly.Memory }, T>(
  module: WebAssembly.Module,
  toCodec: (exports: Exports) => T,
): Keeper<T> {
  return createKeeper(() => {
    const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    return { codec: toCodec(exports), memory: exports.memory };
  });
}

/**
 * Makes a keeper. An instance that threw is never used again: after bad files instances leak, and in the end die for
 * good; a new one from the compiled module costs a third of a millisecond.
 */
export function createKeeper<T>(create: () => Instance<T> | Promise<Instance<T>>): Keeper<T> {
  let kept: Instance<T> | undefined;
  const use = async <R>(work: (codec: T) => R): Promise<R> => {
    const instance = kept ?? await create();
    kept = undefined;
    const result = work(instance.codec);
    kept = instance;
    return result;
  };
  const release = () => {
    if (kept !== undefined && kept.memory.buffer.byteLength > MAX_KEPT_BYTES) kept = undefined;
  };
  return Object.assign(use, { release });
}

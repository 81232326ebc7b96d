/** A WebAssembly instance: the functions that callers use, and the memory they work in. */
export interface Instance<T> {
  readonly api: T;
  readonly memory: WebAssembly.Memory;
}

/** An idle instance may hold this much memory. WebAssembly memory never shrinks, so a larger instance is dropped. */
const MAX_IDLE_BYTES = 32 * 1024 * 1024;

/**
 * Reuses one instance of a WebAssembly module for consecutive pieces of work.
 *
 * An instance whose work threw is never used again: after damaged files instances leak memory, and in the end they fail
 * for good. A new one from the compiled module costs a third of a millisecond.
 *
 * ```ts ignore
 * const pool = InstancePool.fromModule(module, (exports: Exports) => (bytes: Uint8Array) => decode(exports, bytes));
 * const pixels = pool.use((decode) => decode(bytes));
 * pool.release();
 * ```
 */
export class InstancePool<T> {
  #idle: Instance<T> | undefined;

  /** Creates a pool; `create` is called when work arrives and no instance is idle. */
  constructor(private readonly create: () => Instance<T>) {}

  /** Creates a pool for a module without imports; `toApi` wraps what the module exports. */
  static fromModule<Exports extends { readonly memory: WebAssembly.Memory }, T>(
    module: WebAssembly.Module,
    toApi: (exports: Exports) => T,
  ): InstancePool<T> {
    return new InstancePool(() => {
      const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
      return { api: toApi(exports), memory: exports.memory };
    });
  }

  /** Runs work with the idle instance or a new one, and throws what the work throws. */
  use<R>(work: (api: T) => R): R {
    const instance = this.#idle ?? this.create();
    this.#idle = undefined;
    const result = work(instance.api);
    this.#idle = instance;
    return result;
  }

  /**
   * Drops the idle instance if its memory has become large. Call it after a job and not after each frame: the next
   * frame would have to allocate the same memory again.
   */
  release(): void {
    if (this.#idle !== undefined && this.#idle.memory.buffer.byteLength > MAX_IDLE_BYTES) this.#idle = undefined;
  }
}

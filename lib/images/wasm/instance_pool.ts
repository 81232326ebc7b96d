/** The part of a WebAssembly instance that a pool needs. */
export interface Instance {
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
 * const pool = InstancePool.fromModule<JpegDecoderExports>(module);
 * const pixels = pool.use((exports) => decodeJpeg(exports, bytes));
 * pool.release();
 * ```
 */
export class InstancePool<T extends Instance> {
  #idle: T | undefined;

  /** Creates a pool; `create` is called when work arrives and no instance is idle. */
  constructor(private readonly create: () => T) {}

  /** Creates a pool for a module without imports, whose exports are `T`. */
  static fromModule<T extends Instance>(module: WebAssembly.Module): InstancePool<T> {
    return new InstancePool(() => new WebAssembly.Instance(module).exports as unknown as T);
  }

  /** Runs work with the idle instance or a new one, and throws what the work throws. */
  use<R>(work: (instance: T) => R): R {
    const instance = this.#idle ?? this.create();
    this.#idle = undefined;
    const result = work(instance);
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

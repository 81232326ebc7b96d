import { assertNothingRefused, checkJob, mayGrowTo } from "./limits.ts";

/** The part of a WebAssembly instance that a pool needs. */
export interface Instance {
  readonly memory: WebAssembly.Memory;
}

/** The unit in which WebAssembly memory grows. */
export const PAGE_BYTES = 65_536;

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

  /**
   * Creates a pool for a module whose exports are `T`. Before each call of one of its functions, which work on a row or
   * a strip, it is checked whether the job should end.
   */
  static fromModule<T extends Instance>(module: WebAssembly.Module): InstancePool<T> {
    return new InstancePool(() => {
      const { exports } = new WebAssembly.Instance(module, {
        env: { mayGrowTo: (pages: number) => mayGrowTo(pages * PAGE_BYTES) },
      });
      return Object.fromEntries(Object.entries(exports).map(([name, value]) => [name, toChecked(value)])) as T & object;
    });
  }

  /**
   * Runs work with the idle instance or a new one, and throws what the work throws.
   *
   * @throws {RangeError} If the memory limit was reached, even if the work returned: libwebp calls the part of a file
   * that it could write a success.
   */
  use<R>(work: (instance: T) => R): R {
    checkJob();
    const instance = this.#idle ?? this.create();
    this.#idle = undefined;
    const result = work(instance);
    assertNothingRefused();
    this.#idle = instance;
    return result;
  }

  /**
   * Drops the idle instance if its memory has become large, and returns whether it has. Call it after a job and not
   * after each frame: the next frame would have to allocate the same memory again.
   */
  release(): boolean {
    const isLarge = this.#idle !== undefined && this.#idle.memory.buffer.byteLength > MAX_IDLE_BYTES;
    if (isLarge) this.#idle = undefined;
    return isLarge;
  }
}

function toChecked(value: WebAssembly.ExportValue): unknown {
  if (typeof value !== "function") return value;
  return (...parameters: unknown[]) => {
    checkJob();
    return value(...parameters);
  };
}

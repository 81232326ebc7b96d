import { readMemoryMb } from "@/tests/load/service.ts";

/** What a process uses at one moment, or at most. */
export interface Usage {
  readonly memoryMb: number;
  readonly descriptors: number;
}

/** How often the open files are counted. */
const POLL_MS = 100;

/** How often the memory is recorded. */
const RECORD_MS = 10_000;

/** Watches a process. */
export class Probe implements Disposable {
  /** The memory every ten seconds, in MB. */
  readonly memoryMb: number[] = [];
  readonly #pid: number;
  readonly #timers: ReturnType<typeof setInterval>[];
  #descriptors = 0;

  /** Starts to watch. */
  constructor(pid: number) {
    this.#pid = pid;
    const poll = () => this.#descriptors = Math.max(this.#descriptors, this.read().descriptors);
    this.#timers = [setInterval(poll, POLL_MS), setInterval(() => this.memoryMb.push(this.read().memoryMb), RECORD_MS)];
  }

  /** Returns what the process uses now: nothing if it has ended. */
  read(): Usage {
    try {
      const descriptors = [...Deno.readDirSync(`/proc/${this.#pid}/fd`)].length;
      return { memoryMb: readMemoryMb(this.#pid), descriptors };
    } catch {
      return { memoryMb: 0, descriptors: 0 };
    }
  }

  /** Returns the most that the process has used; its memory since its start, its files since the probe was created. */
  peak(): Usage {
    const isRunning = this.read().memoryMb > 0;
    return { memoryMb: isRunning ? readMemoryMb(this.#pid, "VmHWM") : NaN, descriptors: this.#descriptors };
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}

/** Returns the bytes of all files in a folder; 0 if it does not exist. */
export function sizeOfFolder(path: string): number {
  try {
    return [...Deno.readDirSync(path)].map(({ name, isDirectory }) =>
      isDirectory ? sizeOfFolder(`${path}/${name}`) : Deno.statSync(`${path}/${name}`).size
    ).reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}

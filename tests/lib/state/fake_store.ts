import { sleep } from "@/lib/async/deadline.ts";
import { SharedStore, type SharedStoreOptions } from "@/lib/state/shared_store.ts";
import type { AddPointsOptions, Ban, Counter, Store, Total } from "@/lib/state/store.ts";

/** A store in memory that several instances of a test share, and that can be switched off. */
export class FakeStore implements Store {
  isDown = false;
  /** Whether it refuses to store a ban, but can still be read. */
  isFull = false;
  isHanging = false;
  calls = 0;
  readonly totals = new Map<string, Total>();
  /** Milliseconds until the ban of each client ends. They do not get less. */
  readonly bans = new Map<string, number>();

  addPoints({ name, client, points, windowMs }: AddPointsOptions): Promise<Total> {
    return this.#reply(() => {
      const key = `${name}:${client}`;
      const total = { points: (this.totals.get(key)?.points ?? 0) + points, resetMs: windowMs };
      this.totals.set(key, total);
      return total;
    });
  }

  loadBans(): Promise<Ban[]> {
    return this.#reply(() => Array.from(this.bans, ([client, leftMs]) => ({ client, leftMs })));
  }

  saveBans(bans: readonly Ban[]): Promise<void> {
    return this.#reply(() => {
      if (this.isFull) throw new Error("OOM command not allowed");
      for (const { client, leftMs } of bans) this.bans.set(client, leftMs);
    });
  }

  deleteBan(client: string): Promise<void> {
    return this.#reply(() => void this.bans.delete(client));
  }

  resetPoints({ name, client }: Counter): Promise<void> {
    return this.#reply(() => void this.totals.delete(`${name}:${client}`));
  }

  close(): void {}

  async #reply<T>(work: () => T): Promise<T> {
    this.calls++;
    if (this.isHanging) return new Promise<T>(() => {});
    await Promise.resolve();
    if (this.isDown) throw new Error("Connection is closed");
    return work();
  }
}

/** Shares a store, and lets the test decide when a lost store is checked. */
export function shareFake(store: FakeStore, options: Partial<SharedStoreOptions> = {}) {
  let timer: (() => void) | undefined;
  const setTimer = (_ms: number, work: () => void) => {
    timer = work;
    return () => timer = undefined;
  };
  const open = () => Promise.resolve(store);
  const check = async () => {
    timer?.();
    // The fake replies at once: after this, everything that follows from the reply has happened.
    await sleep(0);
  };
  return { shared: new SharedStore({ url: "redis://x", open, setTimer, ...options }), check };
}

import { SharedStore, type SharedStoreOptions } from "@/lib/store/shared_store.ts";
import type { Ban, Count, Counter, Store } from "@/lib/store/store.ts";

/** A store in memory that several instances of a test share, and that can fail in several ways. */
export class FakeStore implements Store {
  /** Whether it cannot be reached. */
  isDown = false;
  /** Whether it refuses to write, but can still be read. */
  isFull = false;
  /** Whether it writes, but its reply is lost. */
  isSilent = false;
  calls = 0;
  readonly counters = new Map<string, number>();
  /** Milliseconds until the ban of each client ends. They do not get less. */
  readonly bans = new Map<string, number>();

  add(counter: Counter, counts: readonly Count[]): Promise<readonly number[]> {
    return this.#write(() =>
      counts.map(({ client, points }) => {
        const key = `${counter} ${client}`;
        const sum = (this.counters.get(key) ?? 0) + points;
        this.counters.set(key, sum);
        return sum;
      })
    );
  }

  readBans(): Promise<readonly Ban[]> {
    return this.#reply(() => Array.from(this.bans, ([client, leftMs]) => ({ client, leftMs })));
  }

  writeBan({ client, leftMs }: Ban): Promise<void> {
    return this.#write(() => {
      if (leftMs > 0) {
        this.bans.set(client, leftMs);
        return;
      }
      this.bans.delete(client);
      this.counters.delete(`failures ${client}`);
    });
  }

  close(): void {}

  #write<T>(work: () => T): Promise<T> {
    return this.#reply(() => {
      if (this.isFull) throw new Error("OOM command not allowed");
      const result = work();
      if (this.isSilent) throw new Error("Connection is closed");
      return result;
    });
  }

  async #reply<T>(work: () => T): Promise<T> {
    this.calls++;
    await Promise.resolve();
    if (this.isDown) throw new Error("Connection is closed");
    return work();
  }
}

/** Returns an instance's view of a store. */
export function shareFake(store: Store, options: Partial<SharedStoreOptions> = {}): SharedStore {
  return new SharedStore({ url: "redis://x", open: () => Promise.resolve(store), ...options });
}

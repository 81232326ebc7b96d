import { SharedStore, type SharedStoreOptions } from "@/lib/store/shared_store.ts";
import { type Ban, type Count, RefusedError, type Store, type StoredBans, type Sums } from "@/lib/store/store.ts";

/** A store in memory that several instances of a test share, and that can fail in several ways. */
export class FakeStore implements Store {
  /** Whether it cannot be reached. */
  isDown = false;
  /** Whether it refuses to write, but can still be read. */
  isFull = false;
  /** Whether it writes, but its reply is lost. */
  isSilent = false;
  /** The time of its clock. */
  now = 0;
  calls = 0;
  readonly counters = new Map<string, number>();
  /** Milliseconds until the ban of each client ends. They do not get less. */
  readonly bans = new Map<string, number>();

  add(counts: readonly Count[]): Promise<Sums> {
    return this.#write(() => ({ now: this.now, points: counts.map((count) => this.#addOne(count)) }));
  }

  readBans(): Promise<StoredBans> {
    const toBan = ([client, leftMs]: [string, number]) => ({ client, leftMs });
    return this.#reply(() => ({ now: this.now, bans: Array.from(this.bans, toBan) }));
  }

  writeBan({ client, leftMs }: Ban): Promise<void> {
    return this.#write(() => {
      if (leftMs > 0) {
        this.bans.set(client, leftMs);
        return;
      }
      this.bans.delete(client);
      for (const key of this.counters.keys()) {
        if (key.startsWith("failures") && key.endsWith(` ${client}`)) this.counters.delete(key);
      }
    });
  }

  close(): void {}

  #addOne({ name, window, client, points }: Count): number {
    const key = `${name} ${window} ${client}`;
    const sum = (this.counters.get(key) ?? 0) + points;
    this.counters.set(key, sum);
    return sum;
  }

  #write<T>(work: () => T): Promise<T> {
    return this.#reply(() => {
      if (this.isFull) throw new RefusedError("OOM command not allowed");
      const result = work();
      if (this.isSilent) throw new Error("Connection is closed");
      return result;
    });
  }

  async #reply<T>(work: () => T): Promise<T> {
    this.calls++;
    await Promise.resolve();
    if (this.isDown) throw new RefusedError("Connection is closed");
    return work();
  }
}

/** Returns an instance's view of a store. */
export function shareFake(store: Store, options: Partial<SharedStoreOptions> = {}): SharedStore {
  return new SharedStore({ url: "redis://x", open: () => Promise.resolve(store), ...options });
}

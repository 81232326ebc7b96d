import type { AddPointsOptions, Ban, Counter, Store, Total } from "@/lib/state/store.ts";

/** A store in memory that several instances of a test share, and that can be switched off. */
export class FakeStore implements Store {
  isDown = false;
  /** Whether it refuses to store a ban, but can still be read. */
  isFull = false;
  isHanging = false;
  calls = 0;
  readonly totals = new Map<string, Total>();
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
    return this.#reply(() => Array.from(this.bans, ([client, until]) => ({ client, until })));
  }

  saveBans(bans: readonly Ban[]): Promise<void> {
    return this.#reply(() => {
      if (this.isFull) throw new Error("OOM command not allowed");
      for (const { client, until } of bans) this.bans.set(client, until);
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

import { dirname } from "@std/path";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { ApiError } from "@/lib/http/errors.ts";
import type { Log } from "@/lib/log/log.ts";
import { messageOf } from "@/lib/util/text.ts";

/** How many wrong tokens within ten minutes lead to a ban. */
export const MAX_WRONG_TOKENS = 10;
const WINDOW_MS = 600_000;
const BAN_MS = 24 * 3_600_000;

/** How often the bans of other processes and instances are read. */
const READ_EVERY_MS = 5_000;

/** The most bans, and the most networks whose wrong tokens are counted. */
const MAX_NETWORKS = 10_000;

/** The first parts of the key of a ban in Deno KV. The last part is its network. */
const PREFIX = ["pawkit", "bans"];

/** Ranges of addresses that a proxy in front of the service may have, but no stranger on the internet. */
const NEIGHBOURS = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat", "unspecified"];

/** The banned networks. They are in memory, because each request is checked. Deno KV stores and shares them. */
export class Bans {
  readonly #log: Log;
  readonly #now: () => number;
  /** When each ban ends; 0 if it was lifted. */
  readonly #ends = new LRUCache<string, number>({ max: MAX_NETWORKS });
  /** How many wrong tokens a network has sent, and when they are forgotten. */
  readonly #wrongTokens = new LRUCache<string, { count: number; readonly end: number }>({ max: MAX_NETWORKS });
  #kv: Deno.Kv | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #lastWrite: Promise<void> | undefined;
  #hasWarned = false;

  /** Creates an empty list. Before {@linkcode Bans.open}, bans are not stored. A test passes its own clock. */
  constructor(log: Log, now: () => number = Date.now) {
    this.#log = log;
    this.#now = now;
  }

  /** Reads the bans now and every few seconds, from a file or, without a path, from the database of Deno Deploy. */
  async open(path: string | undefined): Promise<void> {
    try {
      this.#kv = await openKv(path, this.#log);
    } catch (error) {
      return this.#log.warn(`Cannot open the database of bans, so they end with this process: ${messageOf(error)}`);
    }
    await this.read();
    this.#timer = setInterval(() => void this.read(), READ_EVERY_MS);
    Deno.unrefTimer(this.#timer);
  }

  /** Returns whether a network is banned now. */
  has(network: string): boolean {
    return (this.#ends.get(network) ?? 0) > this.#now();
  }

  /** Rejects a banned network. @throws {ApiError} `banned`, with the end of the ban. */
  assertNotBanned(network: string): void {
    if (!this.has(network)) return;
    const until = new Date(this.#ends.get(network)!).toISOString();
    const message = `Cannot accept your requests until ${until}: too many wrong tokens were sent`;
    throw new ApiError("banned", message, { details: { until } });
  }

  /** Counts a wrong token and bans the network after too many. Returns how many are left. */
  countWrongToken(network: string): number {
    if (isNeighbour(network)) {
      if (!this.#hasWarned) {
        this.#log.warn(`Cannot ban ${network}, which sent a wrong token: if it is a proxy, TRUST_PROXY must be set`);
      }
      this.#hasWarned = true;
      return MAX_WRONG_TOKENS;
    }
    const now = this.#now();
    const known = this.#wrongTokens.get(network);
    const sent = known !== undefined && known.end > now ? known : { count: 0, end: now + WINDOW_MS };
    sent.count++;
    this.#wrongTokens.set(network, sent);
    if (sent.count < MAX_WRONG_TOKENS) return MAX_WRONG_TOKENS - sent.count;
    this.#wrongTokens.delete(network);
    this.#set(network, now + BAN_MS);
    this.#log.warn(`Banned ${network} for 24 hours: it sent ${MAX_WRONG_TOKENS} wrong tokens`);
    return 0;
  }

  /** Ends the ban of a network. */
  lift(network: string): void {
    this.#set(network, 0);
    this.#log.info(`Lifted the ban of ${network}`);
  }

  /** Lists the bans, the latest first. */
  list(): { readonly client: string; readonly until: string }[] {
    return [...this.#ends.entries()].filter(([, end]) => end > this.#now()).sort(([, a], [, b]) => b - a)
      .map(([client, end]) => ({ client, until: new Date(end).toISOString() }));
  }

  /** Reads what all processes and instances have written. */
  async read(): Promise<void> {
    try {
      const entries = this.#kv?.list<number>({ prefix: PREFIX }, { limit: MAX_NETWORKS }) ?? [];
      for await (const { key, value } of entries) this.#ends.set(String(key.at(-1)), value);
    } catch (error) {
      this.#log.warn(`Cannot read the bans of other processes: ${messageOf(error)}`);
    }
  }

  /** Waits until the last ban is written. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#lastWrite;
    this.#kv?.close();
    this.#kv = undefined;
  }

  /** Stores the end of a ban. A lifted ban has the end 0, because other processes would not notice a deleted entry. */
  #set(network: string, end: number): void {
    this.#ends.set(network, end);
    this.#lastWrite = this.#kv?.set([...PREFIX, network], end, { expireIn: BAN_MS }).then(() => {}, (error) => {
      this.#log.warn(`Cannot write the ban of ${network}: ${messageOf(error)}`);
    });
  }
}

/** Opens the database. A damaged file is renamed, and a new one takes its place. */
async function openKv(path: string | undefined, log: Log): Promise<Deno.Kv> {
  if (path === undefined) return await Deno.openKv();
  await Deno.mkdir(dirname(path), { recursive: true });
  if (await isDamaged(path)) {
    await Deno.rename(path, `${path}.damaged`);
    log.error(`Cannot read ${path}, which is damaged: it was renamed, and the earlier bans are lost`);
  }
  return await Deno.openKv(path);
}

/** Returns whether any page of the database is damaged. Deno KV ends the process when it reads such a page. */
async function isDamaged(path: string): Promise<boolean> {
  const { DatabaseSync } = await import("node:sqlite");
  try {
    using database = new DatabaseSync(path);
    return database.prepare("PRAGMA integrity_check").get()?.["integrity_check"] !== "ok";
  } catch (error) {
    return /not a database|malformed/.test(messageOf(error));
  }
}

function isNeighbour(network: string): boolean {
  const address = network.replace(/\/\d+$/, "");
  return !ipaddr.isValid(address) || NEIGHBOURS.includes(ipaddr.parse(address).range());
}

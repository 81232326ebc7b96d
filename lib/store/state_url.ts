/** Completes "STATE_URL must be …". */
export const STATE_URL_FORMS = "kv:, kv:<file> or redis[s]://[[user]:password@]host[:port][/database]";

/** The kinds of stores. */
export const ENGINES = ["memory", "kv", "redis"] as const;

/** One of {@linkcode ENGINES}. */
export type Engine = typeof ENGINES[number];

/** What a valid `STATE_URL` names. */
export interface StateLocation {
  readonly engine: Engine;
  /** The file on this machine that has the data, if one has. */
  readonly file?: string;
}

/** Returns what a valid `STATE_URL` names; an empty one is the memory of the process. */
export function parseStateUrl(url: string): StateLocation {
  if (url === "") return { engine: "memory" };
  if (!url.startsWith("kv:")) return { engine: "redis" };
  const file = url.slice("kv:".length);
  return file === "" ? { engine: "kv" } : { engine: "kv", file };
}

/** Where Redis is, and how to log in. */
export interface RedisAddress {
  readonly isEncrypted: boolean;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly database: number;
}

const REDIS =
  /^redis(s?):\/\/(?:([^:@/?#]*):([^@/?#]*)@)?(?:\[([0-9A-Fa-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?(?:\/(\d{0,5}))?$/;

/** Whether a text has one of the {@linkcode STATE_URL_FORMS}. */
export function isStateUrl(text: string): boolean {
  // Deno would open a URL as a remote database, and `kv://file` is a file in the root folder. No database can be in the
  // folders of the system.
  if (text.startsWith("kv:")) return !/^kv:(([a-z][a-z0-9+.-]*:)?\/\/|\/(dev|proc|sys)\/)/i.test(text);
  return parseRedisUrl(text) !== undefined;
}

/** Returns the parts of a URL of Redis, or `undefined` if it is malformed. */
export function parseRedisUrl(text: string): RedisAddress | undefined {
  const parts = REDIS.exec(text);
  if (parts === null) return undefined;
  const [, tls, username = "", password = "", ipv6, name, port = "6379", database] = parts;
  if (Number(port) < 1 || Number(port) > 65_535) return undefined;
  try {
    return {
      isEncrypted: tls === "s",
      host: ipv6 ?? name ?? "",
      port: Number(port),
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: Number(database ?? 0),
    };
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}

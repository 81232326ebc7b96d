/** Completes "STATE_URL must be …". */
export const STATE_URL_FORMS = "kv:, kv:<file>, redis[s]://[[user]:password@]host[:port][/database][?prefix=name], " +
  "redis-sentinel://[[user]:password@]host[:port],…/name[?prefix=name] or " +
  "redis-cluster://[[user]:password@]host[:port],…[?prefix=name]";

/** Where Redis is, and how to log in. */
export interface RedisAddress {
  readonly scheme: keyof typeof PATHS;
  /** One for `redis` and `rediss`; otherwise those from which the client learns the others. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly username: string;
  readonly password: string;
  /** The number of the database, or the name that the sentinels know; otherwise empty. */
  readonly path: string;
  /** The start of every key, so that several services can share one Redis. */
  readonly prefix: string;
}

/** The form of the path for each scheme. */
const PATHS = {
  redis: /^\d{0,5}$/,
  rediss: /^\d{0,5}$/,
  "redis-sentinel": /^[\w.-]+$/,
  "redis-cluster": /^$/,
};

const PARTS = /^([a-z-]+):\/\/(?:([^:@/?#]*):([^@/?#]*)@)?([^@/?#]+)(?:\/([^/?#]*))?(?:\?prefix=([\w.-]{1,64}))?$/;
const HOST = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i;

/** Whether a text has one of the {@linkcode STATE_URL_FORMS}. */
export function isStateUrl(text: string): boolean {
  // Deno would open a URL as a remote database, and `kv://file` is a file in the root folder. No database can be in the
  // folders of the system.
  if (text.startsWith("kv:")) return !/^kv:(([a-z][a-z0-9+.-]*:)?\/\/|\/(dev|proc|sys)\/)/i.test(text);
  return parseRedisUrl(text) !== undefined;
}

/** Returns the parts of a URL of Redis, or `undefined` if it does not have the form of its scheme. */
export function parseRedisUrl(text: string): RedisAddress | undefined {
  const [, scheme = "", username = "", password = "", list = "", path = "", prefix = "pawkit"] = PARTS.exec(text) ?? [];
  if (!isScheme(scheme) || !PATHS[scheme].test(path)) return undefined;
  const hosts = list.split(",").map((each) => {
    const [, ipv6, name, port = scheme === "redis-sentinel" ? "26379" : "6379"] = HOST.exec(each) ?? [];
    return { host: ipv6 ?? name ?? "", port: Number(port) };
  });
  if (hosts.some(({ host, port }) => host === "" || port < 1 || port > 65_535)) return undefined;
  if (hosts.length > 1 && (scheme === "redis" || scheme === "rediss")) return undefined;
  try {
    return {
      scheme,
      hosts,
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      path,
      prefix,
    };
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}

function isScheme(text: string): text is RedisAddress["scheme"] {
  return Object.hasOwn(PATHS, text);
}

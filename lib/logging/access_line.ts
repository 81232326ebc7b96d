import { type AccessRecord, toLoggedPath } from "@/lib/http/access_record.ts";
import type { ClientHash } from "@/lib/logging/client_hash.ts";
import type { Refusals } from "@/lib/logging/refused_requests.ts";

/** Options of {@linkcode toAccessLine}. */
export interface AccessLineOptions {
  /** JSON for programs, text for people. */
  readonly format: "json" | "text";
  readonly clients: ClientHash;
  /** The start of the process, in milliseconds since 1970. */
  readonly timeOrigin: number;
  /** How many requests each line represents, if not one. */
  readonly rate?: number;
}

// Lines are concatenated by hand: a LogTape record takes 60 µs, this half a microsecond, and each request needs a line.

/** Formats a record as one line. */
export function toAccessLine(record: AccessRecord, options: AccessLineOptions): string {
  const { format, clients, timeOrigin, rate = 1 } = options;
  const { method, status, bytes, requestId } = record;
  const at = timeOrigin + record.startedAt;
  const time = toTime(at);
  // Five times as fast as `toFixed(2)`.
  const ms = Math.round(record.ms * 100) / 100;
  const client = clients.of(record.client, at);
  if (format === "text") {
    const size = bytes === undefined ? "" : ` ${bytes} B`;
    const id = requestId === undefined ? "" : ` ${requestId}`;
    return `${time} ${method} ${toLoggedPath(record.url)} ${status} ${ms} ms${size} ${client}${id}\n`;
  }
  const size = bytes === undefined ? "" : `,"bytes":${bytes}`;
  const id = requestId === undefined ? "" : `,"requestId":"${requestId}"`;
  const sample = rate === 1 ? "" : `,"sampleRate":${rate}`;
  return `{"@timestamp":"${time}",${requestPartOf(record)},"ms":${ms}${size}${id}${sample},"client":"${client}"}\n`;
}

/** Formats the refused requests of a client as one line. */
export function toRefusalLine(
  { status, count, since, until, client: address }: Refusals,
  options: AccessLineOptions,
): string {
  const { format, clients, timeOrigin } = options;
  const at = timeOrigin + since;
  const time = toTime(at);
  const client = address === undefined ? "others" : clients.of(address, at);
  const seconds = Math.round(until - since) / 1000;
  if (format === "text") return `${time} refused ${count} requests within ${seconds} s ${status} ${client}\n`;
  return `{"@timestamp":"${time}","level":"INFO","logger":"pawkit.access","status":${status},"refused":${count},` +
    `"seconds":${seconds},"client":"${client}"}\n`;
}

/** Cached parts of JSON lines, and the longest URL of one: callers choose URLs, and must not fill the memory. */
const MAX_CACHED_PARTS = 1000, MAX_CACHED_CHARACTERS = 200;

const requestParts = new Map<string, { readonly record: AccessRecord; readonly text: string }>();

/** Returns the part of a JSON line that depends on URL, method, route and status. A cached one saves 0.2 µs of 0.5. */
function requestPartOf(record: AccessRecord): string {
  const { url, method, route, status } = record;
  const cached = requestParts.get(url);
  const isSame = cached?.record.status === status && cached.record.method === method && cached.record.route === route;
  if (isSame) return cached.text;
  const text = `"level":"INFO","logger":"pawkit.access","method":"${method}","path":${
    JSON.stringify(toLoggedPath(url))
  },"route":${JSON.stringify(route)},"status":${status}`;
  if (requestParts.size >= MAX_CACHED_PARTS) requestParts.clear();
  if (url.length <= MAX_CACHED_CHARACTERS) requestParts.set(url, { record, text });
  return text;
}

let lastAt = 0;
let lastTime = "";

// Formatting a time takes 0.6 µs, the most expensive part of a line. Under load many requests share a millisecond.
function toTime(at: number): string {
  const whole = Math.floor(at);
  if (whole !== lastAt) [lastAt, lastTime] = [whole, new Date(whole).toISOString()];
  return lastTime;
}

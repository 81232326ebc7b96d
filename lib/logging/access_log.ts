import { pathOf } from "@/lib/http/client_address.ts";
import type { ClientHash } from "@/lib/logging/client_hash.ts";
import type { AccessRecord } from "@/lib/metrics/traffic.ts";

/** Longest path in the log. */
const MAX_PATH_CHARACTERS = 200;

/** What a line needs besides its record. */
export interface AccessContext {
  readonly clients: ClientHash;
  /** The start of the process, in milliseconds since 1970. */
  readonly origin: number;
}

/** Turns a record into a line. */
export type AccessFormat = (record: AccessRecord, context: AccessContext) => string;

// Lines are put together by hand: a LogTape record costs 60 µs, this half of one, and there is one for every request.

/** Writes a record as one line of JSON. */
export function toAccessJson(record: AccessRecord, { clients, origin }: AccessContext): string {
  const { bytes, requestId } = record;
  const at = origin + record.startedAt;
  const size = bytes === undefined ? "" : `,"bytes":${bytes}`;
  const id = requestId === undefined ? "" : `,"requestId":"${requestId}"`;
  const name = clients.of(record.client, at);
  return `{"@timestamp":"${toTime(at)}${middleOf(record)}${toMs(record.ms)}${size}${id},"client":"${name}"}\n`;
}

/** Writes a record as a line for a person. */
export function toAccessText(record: AccessRecord, { clients, origin }: AccessContext): string {
  const { method, status, bytes, requestId } = record;
  const size = bytes === undefined ? "" : ` ${bytes} B`;
  const id = requestId === undefined ? "" : ` ${requestId}`;
  const path = JSON.stringify(toLoggedPath(record.url)).slice(1, -1);
  const at = origin + record.startedAt;
  return `${toTime(at)} ${method} ${path} ${status} ${toMs(record.ms)} ms${size} ${
    clients.of(record.client, at)
  }${id}\n`;
}

/** Yields what the log shows of a URL: its path, never a query, not even one that is hidden in the path. */
export function toLoggedPath(url: string): string {
  const path = pathOf(url);
  const short = path.length > MAX_PATH_CHARACTERS ? path.slice(0, MAX_PATH_CHARACTERS) : path;
  const query = short.includes("%") ? short.search(/%(25)*3f/i) : -1;
  return query === -1 ? short : short.slice(0, query);
}

let lastAt = 0;
let lastTime = "";

// Under load many requests share a millisecond, and making this text is the dearest part of a line.
function toTime(at: number): string {
  const whole = Math.floor(at);
  if (whole !== lastAt) [lastAt, lastTime] = [whole, new Date(whole).toISOString()];
  return lastTime;
}

/** The part of a line that all requests with one address, verb and outcome share. */
interface Middle {
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly text: string;
}

const MAX_MIDDLES = 1000;

/** The longest address whose part is kept. */
const MAX_KEPT_CHARACTERS = 200;

const middles = new Map<string, Middle>();

// Most requests ask for the same few addresses.
function middleOf(record: AccessRecord): string {
  const { url, method, route, status } = record;
  const known = middles.get(url);
  if (known?.status === status && known.method === method && known.route === route) return known.text;
  const path = JSON.stringify(toLoggedPath(url));
  const text = `","level":"INFO","logger":"pawkit.access","method":"${method}","path":${path},"route":${
    JSON.stringify(route)
  },"status":${status},"ms":`;
  if (url.length > MAX_KEPT_CHARACTERS) return text;
  if (middles.size === MAX_MIDDLES) middles.clear();
  middles.set(url, { method, route, status, text });
  return text;
}

// Whole numbers become text faster than fractions do.
function toMs(ms: number): string {
  const hundredths = Math.round(ms * 100);
  const rest = hundredths % 100;
  return `${(hundredths - rest) / 100}.${rest < 10 ? "0" : ""}${rest}`;
}

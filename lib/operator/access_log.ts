import { pathOf } from "@/lib/http/address.ts";
import type { ClientHash } from "@/lib/operator/client_hash.ts";
import type { AccessRecord } from "@/lib/operator/traffic.ts";

/** Longest path in the log. */
const MAX_PATH_CHARACTERS = 200;

/** Turns a record into a line. */
export type AccessFormat = (record: AccessRecord, clients: ClientHash) => string;

// Lines are put together by hand: a LogTape record costs 60 µs, this 1 µs, and there is one for every request.

/** Writes a record as one line of JSON. */
export function toAccessJson(record: AccessRecord, clients: ClientHash): string {
  const { method, route, status, bytes, requestId } = record;
  const optional = (bytes === undefined ? "" : `,"bytes":${bytes}`) +
    (requestId === undefined ? "" : `,"requestId":${JSON.stringify(requestId)}`);
  return `{"@timestamp":"${toTime(record.at)}","level":"INFO","logger":"pawkit.access","method":${
    JSON.stringify(method)
  },"path":${JSON.stringify(toLoggedPath(record.url))},"route":${JSON.stringify(route)},"status":${status},"ms":${
    toMs(record.ms)
  }${optional},"client":"${clients.of(record.client)}"}\n`;
}

/** Writes a record as a line for a person. */
export function toAccessText(record: AccessRecord, clients: ClientHash): string {
  const { method, status, bytes, requestId } = record;
  const size = bytes === undefined ? "" : ` ${bytes} B`;
  const id = requestId === undefined ? "" : ` ${requestId}`;
  const path = JSON.stringify(toLoggedPath(record.url)).slice(1, -1);
  return `${toTime(record.at)} ${method} ${path} ${status} ${toMs(record.ms)} ms${size} ${
    clients.of(record.client)
  }${id}\n`;
}

/** Yields what the log shows of a URL: its path, never a query, not even one that is hidden in the path. */
export function toLoggedPath(url: string): string {
  const path = pathOf(url).slice(0, MAX_PATH_CHARACTERS);
  const query = path.includes("%") ? path.search(/%(25)*3f/i) : -1;
  return query === -1 ? path : path.slice(0, query);
}

let lastAt = 0;
let lastTime = "";

// Under load many requests share a millisecond, and making this text is the dearest part of a line.
function toTime(at: number): string {
  if (at !== lastAt) [lastAt, lastTime] = [at, new Date(at).toISOString()];
  return lastTime;
}

function toMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}

import type { RequestRecord } from "@/lib/http/request_record.ts";
import { toLoggedPath } from "@/lib/text/redact.ts";
import { pathOf } from "@/lib/http/request_url.ts";

// Lines are concatenated by hand: a LogTape record takes a hundred times as long, and each request needs a line.

/** Formats a request as JSON for a file. Anyone may read it, so it does not name the client. */
export function toAccessLine({ at, method, url, route, status, ms, bytes, requestId }: RequestRecord): string {
  const path = JSON.stringify(toLoggedPath(pathOf(url), route));
  const size = bytes === undefined ? "" : `,"bytes":${bytes}`;
  const id = requestId === undefined ? "" : `,"requestId":"${requestId}"`;
  return `{"@timestamp":"${toTime(at)}","level":"INFO","logger":"pawkit.access","method":"${method}",` +
    `"path":${path},"route":${JSON.stringify(route)},"status":${status},"ms":${round(ms)}${size}${id}}\n`;
}

/** Returns the line of a file for the console, with the client, as JSON for programs. */
export function addClient(line: string, client: string): string {
  return `${line.slice(0, -"}\n".length)},"client":"${client}"}\n`;
}

/** Formats a request as text for people at the console, with the client. */
export function toAccessText({ at, client, method, url, route, status, ms, bytes, requestId }: RequestRecord): string {
  const size = bytes === undefined ? "" : ` ${bytes} B`;
  const id = requestId === undefined ? "" : ` ${requestId}`;
  const path = toLoggedPath(pathOf(url), route);
  return `${toTime(at)} ${client} ${method} ${path} ${status} ${round(ms)} ms${size}${id}\n`;
}

let lastAt = 0;
let lastTime = "";

// Formatting a time is the most expensive part of a line. Under load many requests share a millisecond.
function toTime(at: number): string {
  const whole = Math.floor(at);
  if (whole !== lastAt) {
    lastTime = new Date(whole).toISOString();
    lastAt = whole;
  }
  return lastTime;
}

// Five times as fast as `toFixed(2)`.
function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}

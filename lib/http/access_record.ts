import { pathOf } from "@/lib/http/request_url.ts";
import type { HttpContext, RequestState } from "@/lib/http/request_state.ts";
import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";

/** What the logs and the metrics know about an answered request. */
export interface AccessRecord extends Readonly<Pick<RequestState, "method" | "bytes" | "client" | "requestId">> {
  /** When the request arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly url: string;
  /** The pattern of the matched route, or `null` if the path has none. */
  readonly route: string | null;
  readonly status: number;
  readonly ms: number;
  readonly isRefused: boolean;
}

/** Writes an answered request to the access log. */
export type AccessWriter = (record: AccessRecord) => void;

/** Longest path in a log. */
const MAX_PATH_CHARACTERS = 200;

/**
 * A path without a route that logs show in full: below `/api`, and without the dot segments that could lead out of it.
 * Any other may contain a name, as in `/cat/Ada/extra`.
 */
const UNKNOWN_API_PATH = /^\/+api\/(?!.*(?:\.|%2e){2})/i;

/**
 * Returns the part of a URL that logs may show: its path without the query, even if that is percent-encoded, and
 * without what visitors are called. Safe to print.
 */
export function toLoggedPath(url: string, route: string | null): string {
  const sent = pathOf(url).slice(0, MAX_PATH_CHARACTERS);
  const hasName = route === null ? !UNKNOWN_API_PATH.test(sent) : route.endsWith("/:name");
  const path = hasName ? sent.replace(/^(\/*[^/]+\/).+/, "$1:name") : sent;
  const query = path.includes("%") ? path.search(/%(25)*3f/i) : -1;
  return escapeUnsafe(query === -1 ? path : path.slice(0, query));
}

/** Creates the record of a request when its response is ready. */
export function toAccessRecord({ req, route, state }: HttpContext, status: number): AccessRecord {
  const { method, bytes, client, requestId, isRefused = false } = state;
  const ms = performance.now() - state.startedAt;
  return { at: Date.now() - ms, method, url: req.url, route, status, ms, bytes, client, requestId, isRefused };
}

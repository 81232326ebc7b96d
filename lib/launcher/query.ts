import { parseChoice } from "@/lib/http/parameters.ts";
import { type Channel, CHANNELS } from "@/lib/launcher/releases.ts";

/**
 * Reads a query in which a plus sign is a plus sign. HTML forms encode a space that way, but most clients send
 * `7.5.0+build` and `T12:00:00+02:00` unescaped, and neither contains a space.
 */
export function parseQuery(url: URL): URLSearchParams {
  return url.search.includes("+") ? new URLSearchParams(url.search.replaceAll("+", "%2B")) : url.searchParams;
}

/** Reads the channel from a query. @throws {ApiError} `invalid_parameter` for an unknown channel. */
export function parseChannel(url: URL, fallback: Channel = "stable"): Channel {
  return parseChoice(parseQuery(url), "channel", { allowed: CHANNELS, fallback });
}

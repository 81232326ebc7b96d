import { parseInteger } from "@/lib/http/parameters.ts";
import type { NewsItem } from "@/lib/launcher/document.ts";
import { parseDate } from "@/lib/launcher/fields.ts";
import { parseQuery } from "@/lib/launcher/query.ts";

/** Maximum number of entries in a response. */
export const MAX_NEWS = 50;

/** Number of entries in the response to a request without `limit`: a start screen shows a few. */
export const DEFAULT_NEWS = 10;

/**
 * Returns the newest entries since a date, and their total number. The query of `launcher/news` names the date and limit.
 *
 * @throws {ApiError} `invalid_parameter` for a limit outside its range or a `since` that is not a date.
 */
export function findNews(url: URL, news: readonly NewsItem[]): object {
  const query = parseQuery(url);
  const limit = parseInteger(query, "limit", { min: 1, max: MAX_NEWS, fallback: DEFAULT_NEWS });
  const since = parseDate(query, "since");
  const sinceMs = since === undefined ? -Infinity : Date.parse(since);
  const found = news.filter(({ date }) => Date.parse(date) >= sinceMs);
  const sorted = found.sort((a, b) => Date.parse(b.date) - Date.parse(a.date));
  return { news: sorted.slice(0, limit), total: sorted.length };
}

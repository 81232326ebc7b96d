import { parseInteger } from "@/lib/http/parameters.ts";
import type { NewsItem } from "@/lib/launcher/document.ts";
import { parseDate } from "@/lib/launcher/fields.ts";
import { parseQuery } from "@/lib/launcher/query.ts";
import type { Fields, NEWS_FIELDS } from "@/lib/launcher/response_schemas.ts";

/** Maximum number of entries in a response. */
export const MAX_NEWS = 50;

/** Number of entries in the response to a request without `limit`: a start screen shows a few. */
export const DEFAULT_NEWS = 10;

/** Returns the newest entries since the date of the query, and their number. @throws {ApiError} `invalid_parameter`. */
export function findNews(url: URL, news: readonly NewsItem[]): Fields<typeof NEWS_FIELDS> {
  const query = parseQuery(url);
  const limit = parseInteger(query, "limit", { min: 1, max: MAX_NEWS, fallback: DEFAULT_NEWS });
  const since = parseDate(query, "since");
  const sinceMs = since === undefined ? -Infinity : Date.parse(since);
  const found = news.filter(({ date }) => Date.parse(date) >= sinceMs);
  const sorted = found.sort((a, b) => Date.parse(b.date) - Date.parse(a.date));
  return { news: sorted.slice(0, limit), total: sorted.length };
}

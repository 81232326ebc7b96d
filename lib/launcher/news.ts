import { z } from "zod";
import { invalidParameterError, parseInteger, readParameter } from "@/lib/http/parameters.ts";
import type { NewsItem } from "@/lib/launcher/document.ts";
import { type Freshness, type Rendered, toStaleFields, toTag, toVariantTag } from "@/lib/launcher/rendered.ts";
import { parseQuery } from "@/lib/launcher/query.ts";

/** Most entries of one answer. */
export const MAX_NEWS = 50;

/** Entries of an answer when nobody says how many: a start screen shows a few. */
export const DEFAULT_NEWS = 10;

/** What a client asks of `launcher/news`. */
export interface NewsQuery {
  readonly limit: number;
  /** Entries of this moment and later, in milliseconds. */
  readonly since: number;
}

/** Answers a client's question from what is rendered. */
export type NewsAnswers = (query: NewsQuery) => Rendered;

const ISO_DATE = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/**
 * Reads the query of `launcher/news`.
 *
 * @throws {ApiError} `invalid_parameter` for a limit outside its range or a `since` that is no date.
 */
export function parseNewsQuery(url: URL): NewsQuery {
  const query = parseQuery(url);
  const limit = parseInteger(query, "limit", { min: 1, max: MAX_NEWS, fallback: DEFAULT_NEWS });
  const since = readParameter(query, "since");
  if (since === undefined) return { limit, since: -Infinity };
  if (ISO_DATE.safeParse(since).success) return { limit, since: Date.parse(since) };
  throw invalidParameterError("since", since, "must be an ISO 8601 date such as 2026-01-31 or 2026-01-31T12:00:00Z");
}

/** Prepares `launcher/news`: the list of the n newest is written once and kept for each n. */
export async function prepareNews(news: readonly NewsItem[], freshness: Freshness): Promise<NewsAnswers> {
  const sorted = news.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
  const dates = sorted.map(({ date }) => Date.parse(date));
  const items = sorted.slice(0, MAX_NEWS).map((item) => JSON.stringify(item));
  const lists = Array.from({ length: items.length + 1 }, (_, n) => items.slice(0, n).join(","));
  const end = JSON.stringify(toStaleFields(freshness)).slice(1).replace(/^(?=")/, ",");
  const tag = await toTag(items.join() + end);

  return ({ limit, since }) => {
    const total = since === -Infinity ? dates.length : dates.findLastIndex((date) => date >= since) + 1;
    const count = Math.min(limit, total);
    const body = `{"success":true,"status":200,"news":[${lists[count] ?? ""}],"total":${total}${end}`;
    return { body, etag: toVariantTag(tag, `${count}-${total}`) };
  };
}

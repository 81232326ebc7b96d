import type { Context } from "@/lib/define.ts";
import { preferredForm } from "@/lib/http/negotiation.ts";
import { respondWithJson, respondWithRedirect, respondWithText } from "@/lib/http/respond.ts";
import { createPicker, type Item, LISTS, pickItems } from "@/lib/random/items.ts";

/** The input of a request for random items. */
export interface ItemsRequest {
  readonly count?: number | undefined;
  readonly seed?: string | undefined;
  readonly format?: "json" | "text" | "redirect" | undefined;
}

/** The version of the API, and where the items are from. */
export interface ItemsInfo {
  readonly version: "v1" | "v2";
  readonly category: string;
  readonly list: string;
}

/** Responds with random texts or videos of a list. */
export function respondWithTexts(
  ctx: Context,
  info: ItemsInfo & { readonly category: keyof typeof LISTS },
  request: ItemsRequest,
): Response {
  const lists: Readonly<Record<string, readonly Item[]>> = LISTS[info.category];
  const items = pickItems(createPicker(request.seed), lists[info.list]!).take(request.count ?? 1).toArray();
  return respondWithItems(ctx, info, { ...request, items });
}

/** Responds with items that have been picked. In version 1, the fields of `info` are fields of the body itself. */
export function respondWithItems(
  ctx: Context,
  { version, category, list }: ItemsInfo,
  { count, seed, format, items }: ItemsRequest & { readonly items: readonly Item[] },
): Response {
  const item = items[0]!;
  const message = "url" in item ? item.url : item.text;
  const stored = format === undefined ? "caller" : "day";
  const options = { cache: seed === undefined ? "none" : stored, hasOrigin: category === "animals" } as const;
  const form = format ?? (preferredForm(ctx.req) === "text" ? "text" : "json");
  if (form === "redirect") return respondWithRedirect(message, options.cache);
  if (form === "text") return respondWithText(ctx, items.map(toMessage).join("\n"), options);
  const info = { category, endpoint: list };
  const fields = { message, item, ...(count !== undefined && { items }) };
  return respondWithJson(ctx, version === "v1" ? { ...info, ...fields } : { info, ...fields }, options);
}

function toMessage(item: Item): string {
  return "url" in item ? item.url : item.text;
}

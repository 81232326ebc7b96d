import { Buffer } from "node:buffer";
import type { z } from "zod";
import { drawBelow, drawDistinct, type Random } from "@/lib/content/random.ts";
import type { PictureVariant } from "@/lib/content/variant.ts";

/** An item that was drawn. */
export interface Item {
  /** The item as plain text: a URL, a sentence or a kaomoji. */
  readonly message: string;
  /** The item as JSON. The items of a list are serialized only once. */
  readonly json: string;
  /** The JSON fields `message` and `item` of a response. */
  readonly fields: string;
  /** The length of these fields in bytes. Measuring a whole body took 0.7 of the 17 µs of a request. */
  readonly bytes: number;
}

/** The fields of an item. Its message is the URL or the text. */
export type ItemFields = { readonly url: string } | { readonly text: string };

/** Describes the items of a kind to callers. Kinds whose items are alike share one form. */
export interface ItemForm<Fields extends ItemFields = ItemFields> {
  /** What an endpoint returns: `a random kaomoji`. */
  readonly summary: string;
  /** Returns the schema of an item. It gets zod, because the service starts without loading it. */
  readonly schema: (zod: typeof z) => z.ZodType<Fields>;
  /** An example. Its `url` may be a path of this service. */
  readonly example: Fields;
}

/** The items that one endpoint draws from. */
export interface Pool {
  /** Draws one item; `origin` is that of this service. Only drawings have variants. */
  drawOne(random: Random, origin: string, variant?: PictureVariant): Item;
  /** Draws several items. None is repeated until all have been drawn. */
  drawMany(random: Random, origin: string, count: number, variant?: PictureVariant): readonly Item[];
}

/** Creates an item from its fields. */
export function toItem<Fields extends ItemFields>(item: Fields): Item {
  const message = "url" in item ? item.url : item.text;
  const json = JSON.stringify(item);
  const fields = `"message":${JSON.stringify(message)},"item":${json}`;
  return { message, json, fields, bytes: Buffer.byteLength(fields) };
}

/** Creates a pool from a list; `convert` creates the item of an entry. */
export function toPool<Entry>(entries: readonly Entry[], convert: (entry: Entry, origin: string) => Item): Pool {
  const at = (index: number, origin: string) => convert(entries[index]!, origin);
  return {
    drawOne: (random, origin) => at(drawBelow(random, entries.length), origin),
    drawMany: (random, origin, count) => drawDistinct(random, entries.length, count).map((index) => at(index, origin)),
  };
}

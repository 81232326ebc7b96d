import { Buffer } from "node:buffer";
import kaomoji from "@/lib/content/pools/kaomoji.json" with { type: "json" };
import strings from "@/lib/content/pools/string.json" with { type: "json" };
import videos from "@/lib/content/pools/yt-video.json" with { type: "json" };
import { drawBelow, drawDistinct, type Random } from "@/lib/content/random.ts";
import type { PictureVariant } from "@/lib/content/variant.ts";

/** The kinds of animals. */
export const ANIMALS = ["cat", "dog", "fox", "fish", "alpaca", "bird"] as const;

/** A kind of animal. */
export type AnimalKind = typeof ANIMALS[number];

/** The kinds of texts, besides kaomoji. */
export const STRINGS = ["8ball"] as const;

/** The kinds of kaomoji. */
export const KAOMOJI = ["cat", "dog", "owo", "uwu", "love"] as const;

/** The lists of videos. */
export const VIDEOS = ["hl-cats"] as const;

/** The category of a pool. Together with a kind it names the pool: `kaomoji/cat`. */
export type Category = "animals" | "string" | "kaomoji" | "yt-video";

/** An item that was drawn. */
export interface Item {
  /** The item as plain text: a URL, a sentence or a kaomoji. */
  readonly message: string;
  /** The item as a JSON object. The items of a list are serialised only once. */
  readonly json: string;
  /** The JSON fields `message` and `item` of a response. */
  readonly fields: string;
  /** The length of these fields in bytes. */
  readonly bytes: number;
}

/** The items that one endpoint draws from. */
export interface Pool {
  /** Draws one item; `origin` is that of this service. Only drawings have variants. */
  drawOne(random: Random, origin: string, variant?: PictureVariant): Item;
  /** Draws several items. None is repeated until all have been drawn. */
  drawMany(random: Random, origin: string, count: number, variant?: PictureVariant): readonly Item[];
}

/** The pools of one category, by kind. */
export type Pools = ReadonlyMap<string, Pool>;

/** The pools of texts and videos, from `lib/content/pools/*.json`. */
export const TEXT_POOLS = {
  string: toPools(STRINGS, strings, (answer) => toItem(answer.text, answer)),
  kaomoji: toPools(KAOMOJI, kaomoji, (text) => toItem(text, { text })),
  "yt-video": toPools(VIDEOS, videos, ({ id, title }) => {
    const url = `https://www.youtube.com/watch?v=${id}`;
    return toItem(url, { id, url, title });
  }),
} as const satisfies Partial<Record<Category, Pools>>;

/** Creates an item from its message and its JSON object. */
export function toItem(message: string, item: object): Item {
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

function toPools<Kind extends string, Entry>(
  kinds: readonly Kind[],
  lists: Readonly<Record<Kind, readonly Entry[]>>,
  convert: (entry: Entry) => Item,
): Pools {
  return new Map(kinds.map((kind) => [kind, toPool(lists[kind].map(convert), (item) => item)]));
}

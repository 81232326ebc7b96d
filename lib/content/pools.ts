import kaomoji from "@/lib/content/pools/kaomoji.json" with { type: "json" };
import strings from "@/lib/content/pools/string.json" with { type: "json" };
import videos from "@/lib/content/pools/yt-video.json" with { type: "json" };
import { drawBelow, drawDistinct, type Random } from "@/lib/content/random.ts";

/** The animals there are. */
export const ANIMALS = ["cat", "dog", "fox", "fish", "alpaca", "bird"] as const;

/** A kind of animal. */
export type AnimalKind = typeof ANIMALS[number];

/** The texts there are, besides kaomoji. */
export const STRINGS = ["8ball"] as const;

/** The kaomoji there are. */
export const KAOMOJI = ["cat", "dog", "owo", "uwu", "love"] as const;

/** The lists of videos there are. */
export const VIDEOS = ["hl-cats"] as const;

/** The first word of every answer: what was drawn from. */
export type Category = "animals" | "string" | "kaomoji" | "yt-video";

/** One thing to draw. */
export interface Item {
  /** The whole of it for a program that wants a text: an address, an answer, a face. */
  readonly message: string;
  /** The message as JSON. */
  readonly quoted: string;
  /** The rest as JSON, made once and not with every answer. */
  readonly json: string;
}

/** What one endpoint draws from. */
export interface Pool {
  /** Draws one item; `base` is what stands before the path in an address of this service. */
  drawOne(random: Random, base: string): Item;
  /** Draws several, none twice before each was drawn once. */
  drawMany(random: Random, base: string, count: number): readonly Item[];
}

/** The pools of one category by kind. */
export type Pools = ReadonlyMap<string, Pool>;

/** The pools of texts and videos: those of `lib/content/pools/*.json`. */
export const TEXT_POOLS = {
  string: toPools(STRINGS, strings, (answer) => toItem(answer.text, answer)),
  kaomoji: toPools(KAOMOJI, kaomoji, (text) => toItem(text, { text })),
  "yt-video": toPools(VIDEOS, videos, ({ id, title }) => {
    const url = `https://www.youtube.com/watch?v=${id}`;
    return toItem(url, { id, url, title });
  }),
} as const satisfies Partial<Record<Category, Pools>>;

/** Makes an item. */
export function toItem(message: string, fields: object): Item {
  return { message, quoted: JSON.stringify(message), json: JSON.stringify(fields) };
}

/** Makes a pool of a list; `convert` makes the item of an entry under an address of this service. */
export function toPool<Entry>(entries: readonly Entry[], convert: (entry: Entry, base: string) => Item): Pool {
  const at = (index: number, base: string) => convert(entries[index]!, base);
  return {
    drawOne: (random, base) => at(drawBelow(random, entries.length), base),
    drawMany: (random, base, count) => drawDistinct(random, entries.length, count).map((index) => at(index, base)),
  };
}

function toPools<Kind extends string, Entry>(
  kinds: readonly Kind[],
  lists: Readonly<Record<Kind, readonly Entry[]>>,
  convert: (entry: Entry) => Item,
): Pools {
  return new Map(kinds.map((kind) => [kind, toPool(lists[kind].map(convert), (item) => item)]));
}

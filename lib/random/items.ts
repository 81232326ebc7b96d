import { createHash } from "node:crypto";
import kaomoji from "@/lib/random/items/kaomoji.json" with { type: "json" };
import string from "@/lib/random/items/string.json" with { type: "json" };
import videos from "@/lib/random/items/yt-video.json" with { type: "json" };

/** An item of a response. Its message is its URL or its text. */
export type Item = { readonly url: string } | { readonly text: string };

type Lists = Readonly<Record<string, readonly Item[]>>;

/** The texts and videos, by category and list. */
export const LISTS = {
  string,
  kaomoji: mapLists(kaomoji, (text) => ({ text })),
  "yt-video": mapLists(videos, ({ id, title }) => ({ id, title, url: `https://www.youtube.com/watch?v=${id}` })),
} satisfies Readonly<Record<string, Lists>>;

/** Returns a random whole number from 0 to below a limit. */
export type PickBelow = (limit: number) => number;

/** Returns the source of random numbers. The same seed gives the same numbers. */
export function createPicker(seed: string | undefined): PickBelow {
  if (seed === undefined) return (limit) => Math.floor(Math.random() * limit);
  let count = 0;
  return (limit) => createHash("sha256").update(`${count++} ${seed}`).digest().readUInt32BE(0) % limit;
}

/** Picks items of a list, without end. None is repeated until all have been picked. */
export function* pickItems<T>(pickBelow: PickBelow, list: readonly T[]): Generator<T, void> {
  while (list.length > 0) {
    const rest = [...list];
    while (rest.length > 0) yield* rest.splice(pickBelow(rest.length), 1);
  }
}

function mapLists<Entry>(lists: Readonly<Record<string, readonly Entry[]>>, toItem: (entry: Entry) => Item): Lists {
  return Object.fromEntries(Object.entries(lists).map(([name, entries]) => [name, entries.map(toItem)]));
}

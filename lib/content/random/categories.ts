import type { z } from "zod";
import { ANIMALS } from "@pawkit/animals";
import { toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";
import { creditSchema } from "@/lib/content/operator_pictures/credits.ts";
import kaomoji from "@/lib/content/random/items/kaomoji.json" with { type: "json" };
import strings from "@/lib/content/random/items/string.json" with { type: "json" };
import videos from "@/lib/content/random/items/yt-video.json" with { type: "json" };

/** An item of a response. Its message is the URL or the text. */
export type Item = { readonly url: string } | { readonly text: string };

/** The texts and videos, by category and list. */
export const TEXTS = {
  string: toItems(strings, (answer) => answer),
  kaomoji: toItems(kaomoji, (text) => ({ text })),
  "yt-video": toItems(videos, ({ id, title }) => ({ id, url: `https://www.youtube.com/watch?v=${id}`, title })),
} as const;

/** The category of items, which has lists of them: `kaomoji/cat`. */
export type Category = "animals" | keyof typeof TEXTS;

/** Returns the names of the lists of a category. Those of animals are their kinds. */
export function listsOf(category: Category): readonly string[] {
  return category === "animals" ? ANIMALS : Object.keys(TEXTS[category]);
}

/** Describes the items of a category to callers. */
export interface ItemDescription {
  /** What an endpoint returns: `a random kaomoji`. */
  readonly summary: string;
  /** Returns the schema of an item. It gets zod, because the service starts without loading it. */
  readonly schema: (zod: typeof z) => z.ZodObject;
  /** An example. Its `url` may be a path of this service. */
  readonly example: Item & Readonly<Record<string, unknown>>;
}

/** The description of the items of every category. */
export const ITEM_DESCRIPTIONS: Readonly<Record<Category, ItemDescription>> = {
  animals: {
    summary: "a random animal: the URL of its picture and a description",
    schema: (z) =>
      z.object({
        id: z.string(),
        url: z.url(),
        alt: z.string(),
        width: z.int().min(1).optional(),
        height: z.int().min(1).optional(),
        mediaType: z.string().optional(),
        // Photographs have none.
        traits: z.record(z.string(), z.string()).optional(),
        // Drawings have none.
        credit: creditSchema(z).meta({ id: "Credit" }).optional(),
      }).meta({ id: "Animal" }),
    example: { ...toAnimalItem({ kind: "cat", id: "io1dwf90" }) },
  },
  string: {
    summary: "a random answer of the Magic 8 Ball",
    schema: (z) =>
      z.object({ text: z.string(), sentiment: z.enum(["positive", "neutral", "negative"]) }).meta({ id: "Answer" }),
    example: { text: "Signs point to yes.", sentiment: "positive" },
  },
  kaomoji: {
    summary: "a random kaomoji",
    schema: (z) => z.object({ text: z.string() }).meta({ id: "Kaomoji" }),
    example: { text: "(=^・ω・^=)" },
  },
  "yt-video": {
    summary: "a random cat video",
    schema: (z) => z.object({ id: z.string(), url: z.url(), title: z.string() }).meta({ id: "Video" }),
    example: { id: "J---aiyznGQ", url: "https://www.youtube.com/watch?v=J---aiyznGQ", title: "Keyboard Cat" },
  },
};

function toItems<Entry, T extends Item>(
  lists: Readonly<Record<string, readonly Entry[]>>,
  toItem: (entry: Entry) => T,
): Readonly<Record<string, readonly T[]>> {
  return Object.fromEntries(Object.entries(lists).map(([list, entries]) => [list, entries.map(toItem)]));
}

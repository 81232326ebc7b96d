import { planAlpaca } from "@/lib/content/animals/alpaca.ts";
import { planBird } from "@/lib/content/animals/bird.ts";
import { planCat } from "@/lib/content/animals/cat.ts";
import { planDog } from "@/lib/content/animals/dog.ts";
import { planFish } from "@/lib/content/animals/fish.ts";
import { planFox } from "@/lib/content/animals/fox.ts";
import type { Planner } from "@/lib/content/animals/plan.ts";
import { creditSchema } from "@/lib/content/credits.ts";
import { type ItemFields, type ItemForm, toItem, toPool } from "@/lib/content/pool.ts";
import kaomoji from "@/lib/content/pools/kaomoji.json" with { type: "json" };
import strings from "@/lib/content/pools/string.json" with { type: "json" };
import videos from "@/lib/content/pools/yt-video.json" with { type: "json" };

/** The drawing of every kind of animal. */
export const PLANNERS = {
  cat: planCat,
  dog: planDog,
  fox: planFox,
  fish: planFish,
  alpaca: planAlpaca,
  bird: planBird,
} as const satisfies Record<string, Planner>;

/** A kind of animal. */
export type AnimalKind = keyof typeof PLANNERS;

/** The kinds of animals. */
export const ANIMALS = Object.keys(PLANNERS) as readonly AnimalKind[];

const ANIMAL: ItemForm<{ readonly url: string } & Readonly<Record<string, unknown>>> = {
  summary: "a random animal: the URL of its picture and a description",
  schema: (z) =>
    z.object({
      id: z.string(),
      url: z.url(),
      alt: z.string(),
      width: z.int().min(1).optional(),
      height: z.int().min(1).optional(),
      mediaType: z.string().optional(),
      // Drawings have none.
      credit: creditSchema(z).meta({ id: "Credit" }).optional(),
    }).meta({ id: "Animal" }),
  example: {
    id: "io1dwf90",
    url: "/images/animals/cat/io1dwf90.png",
    alt: "a cheerful ginger tabby cat, lying down, on an aqua background",
    width: 512,
    height: 512,
    mediaType: "image/png",
  },
};

const ANSWER: ItemForm<{ readonly text: string; readonly sentiment: string }> = {
  summary: "a random answer of the Magic 8 Ball",
  schema: (z) =>
    z.object({ text: z.string(), sentiment: z.enum(["positive", "neutral", "negative"]) }).meta({ id: "Answer" }),
  example: { text: "Signs point to yes.", sentiment: "positive" },
};

const KAOMOJI: ItemForm<{ readonly text: string }> = {
  summary: "a random kaomoji",
  schema: (z) => z.object({ text: z.string() }).meta({ id: "Kaomoji" }),
  example: { text: "(=^・ω・^=)" },
};

const CAT_VIDEO: ItemForm<ReturnType<typeof toVideo>> = {
  summary: "a random cat video",
  schema: (z) => z.object({ id: z.string(), url: z.url(), title: z.string() }).meta({ id: "Video" }),
  example: toVideo({ id: "J---aiyznGQ", title: "Keyboard Cat" }),
};

/** Every kind of texts and videos, by category and name. */
export const TEXTS = {
  string: new Map([["8ball", toKind(ANSWER, strings["8ball"])]]),
  kaomoji: new Map(
    Object.entries(kaomoji).map(([kind, texts]) => [kind, toKind(KAOMOJI, texts.map((text) => ({ text })))]),
  ),
  "yt-video": new Map([["hl-cats", toKind(CAT_VIDEO, videos["hl-cats"].map(toVideo))]]),
} as const;

/** The category of a pool. Together with a kind it names the pool: `kaomoji/cat`. */
export type Category = "animals" | keyof typeof TEXTS;

/** Returns the form of the items of every kind of a category. */
export function formsOf(category: Category): ReadonlyMap<string, ItemForm> {
  if (category === "animals") return new Map(ANIMALS.map((kind) => [kind, ANIMAL]));
  return new Map(Array.from(TEXTS[category], ([kind, { form }]) => [kind, form]));
}

/** Returns the pool of a kind of texts or videos, with their form. */
function toKind<Fields extends ItemFields>(form: ItemForm<Fields>, items: readonly Fields[]) {
  return { form: form as ItemForm, ...toPool(items.map(toItem), (item) => item) };
}

function toVideo({ id, title }: { readonly id: string; readonly title: string }) {
  return { id, url: `https://www.youtube.com/watch?v=${id}`, title };
}

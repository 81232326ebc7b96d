import type { Planner } from "@/lib/content/animals/plan.ts";
import { creditSchema } from "@/lib/content/credits.ts";
import type { ItemForm } from "@/lib/content/pool.ts";
import { TEXTS } from "@/lib/content/texts.ts";

/** The kinds of animals, each with its drawing. Loaded on demand, because most users of the list only need the names. */
const DRAWINGS = {
  cat: async () => (await import("@/lib/content/animals/cat.ts")).planCat,
  dog: async () => (await import("@/lib/content/animals/dog.ts")).planDog,
  fox: async () => (await import("@/lib/content/animals/fox.ts")).planFox,
  fish: async () => (await import("@/lib/content/animals/fish.ts")).planFish,
  alpaca: async () => (await import("@/lib/content/animals/alpaca.ts")).planAlpaca,
  bird: async () => (await import("@/lib/content/animals/bird.ts")).planBird,
} as const satisfies Record<string, () => Promise<Planner>>;

/** A kind of animal. */
export type AnimalKind = keyof typeof DRAWINGS;

/** The kinds of animals. */
export const ANIMALS = Object.keys(DRAWINGS) as readonly AnimalKind[];

/** Loads the drawings of all kinds. */
export async function loadPlanners(): Promise<Readonly<Record<AnimalKind, Planner>>> {
  const planners = ANIMALS.map(async (kind) => [kind, await DRAWINGS[kind]()] as const);
  return Object.fromEntries(await Promise.all(planners)) as Record<AnimalKind, Planner>;
}

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

/** The category of a pool. Together with a kind it names the pool: `kaomoji/cat`. */
export type Category = "animals" | keyof typeof TEXTS;

/** Returns the form of the items of every kind of a category. */
export function formsOf(category: Category): ReadonlyMap<string, ItemForm> {
  if (category === "animals") return new Map(ANIMALS.map((kind) => [kind, ANIMAL]));
  return new Map(Array.from(TEXTS[category], ([kind, { form }]) => [kind, form]));
}

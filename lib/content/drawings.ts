import { type AnimalKind, pickAnimalId, planAnimal, type Random } from "@pawkit/animals";
import type { Animal, PickOptions } from "@/lib/content/item.ts";
import { DEFAULT_VARIANT, type PictureVariant } from "@/lib/content/variant.ts";

/** Returns the URL of a picture of this service. */
export function toPictureUrl(origin: string, kind: AnimalKind, file: string): string {
  return `${origin}/images/animals/${kind}/${file}`;
}

/** Picks different drawings of a kind. */
export function pickDrawings(kind: AnimalKind, random: Random, options: PickOptions): Animal[] {
  const { origin, count = 1, variant = DEFAULT_VARIANT } = options;
  const ids = new Set<string>();
  while (ids.size < count) ids.add(pickAnimalId(random));
  return Array.from(ids, (id) => describeDrawing(kind, id, origin, variant));
}

/** Returns a drawing as an item of a response; `origin` is that of this service. */
export function describeDrawing(kind: AnimalKind, id: string, origin: string, variant: PictureVariant): Animal {
  const { size, view, isBare, suffix, mediaType } = variant;
  const url = toPictureUrl(origin, kind, `${id}${suffix}`);
  const { alt } = planAnimal(kind, id, { view, isBare })!;
  return { id, url, alt, width: size, height: size, mediaType };
}

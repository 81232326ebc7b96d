import type { AnimalKind, GivenTraits } from "@pawkit/animals";
import type { Credit } from "@/lib/content/operator_pictures/credits.ts";
import type { Content } from "@/lib/content/mod.ts";
import type { NamedAnimal, Parents } from "@/lib/content/named/named_animal.ts";
import { toAnimalItem, toPictureUrl } from "@/lib/content/drawings/picked_animal.ts";
import { DEFAULT_VARIANT, type PictureVariant, toSuffix } from "@/lib/content/drawings/variant.ts";

/** An animal that belongs to a name. */
export interface ShownAnimal {
  /** The name, which is the seed of the animal. */
  readonly name: string;
  /** The names of its parents, if it is the child of two. */
  readonly parents?: Parents | undefined;
  readonly kind: string;
  /** The path of its picture, or the URL of one on another server. */
  readonly path: string;
  /** Whether it is a drawing, not a photograph. */
  readonly isDrawn: boolean;
  /** The path of the smallest variant: the SVG of a drawing. */
  readonly thumbnail: string;
  /** The drawing, if the page contains it. */
  readonly svg?: string | undefined;
  /** The drawing that moves, if the page contains it. */
  readonly living?: string | undefined;
  readonly alt: string;
  /** What a drawing looks like. */
  readonly traits?: GivenTraits | undefined;
  /** The author and the licence of a photograph. */
  readonly credit?: Credit | undefined;
}

/** Returns the animal of a name, without its drawing. The variant decides what is described. */
export function toShownAnimal(
  content: Content,
  animal: NamedAnimal,
  variant?: PictureVariant,
): ShownAnimal & { readonly kind: AnimalKind } {
  const { kind, name, parents } = animal;
  const picked = content.pickNamed(animal);
  const { id, url: path, alt, traits, credit } = toAnimalItem(picked, variant && { variant });
  // The operator's own pictures have no SVG variant.
  const isDrawn = "id" in picked;
  const thumbnail = isDrawn
    ? toPictureUrl("", kind, id + toSuffix({ ...DEFAULT_VARIANT, ...variant, type: "svg" }))
    : path;
  return { name, parents, kind, path, isDrawn, thumbnail, alt, traits, credit };
}

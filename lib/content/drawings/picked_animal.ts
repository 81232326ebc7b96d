import { type AnimalKind, type GivenTraits, planAnimal, withArticle } from "@pawkit/animals";
import type { Credit } from "@/lib/content/operator_pictures/credits.ts";
import type { OperatorPicture } from "@/lib/content/operator_pictures/operator_picture.ts";
import {
  DEFAULT_VARIANT,
  type PictureVariant,
  toMediaType,
  toSuffix,
  toViewOptions,
} from "@/lib/content/drawings/variant.ts";

/** An animal that was picked: a drawing, or a picture of the operator. */
export type PickedAnimal = DrawnAnimal | PhotographedAnimal;

/** An animal that this service draws. Its id decides what it looks like. */
export interface DrawnAnimal {
  readonly kind: AnimalKind;
  readonly id: string;
}

/** An animal in a picture of the operator. */
interface PhotographedAnimal {
  readonly kind: AnimalKind;
  readonly picture: OperatorPicture;
}

/** Options of {@linkcode toAnimalItem}. */
export interface ItemOptions {
  /** The origin of this service, with which the URLs of its pictures begin. They are relative without one. */
  readonly origin?: string;
  /** The picture of a drawing that the URL leads to. */
  readonly variant?: PictureVariant;
}

/** An animal as an item of a response. */
export interface Animal {
  readonly id: string;
  /** The URL of its picture. */
  readonly url: string;
  /** The alternative text of the picture. */
  readonly alt: string;
  /** The size in pixels, unless the picture is on another server. */
  readonly width?: number;
  readonly height?: number;
  readonly mediaType: string | undefined;
  /** What a drawing looks like, in words by the names of the parameters that choose them. */
  readonly traits?: GivenTraits;
  /** The author and the licence of a photograph. */
  readonly credit?: Credit | undefined;
}

/** Describes an animal as an item of a response. */
export function toAnimalItem(animal: PickedAnimal, options: ItemOptions = {}): Animal {
  const { origin = "", variant = DEFAULT_VARIANT } = options;
  const { kind } = animal;
  if ("id" in animal) {
    const { id } = animal;
    const { type, size } = variant;
    const url = toPictureUrl(origin, kind, `${id}${toSuffix(variant)}`);
    const { alt, traits } = planAnimal(kind, id, toViewOptions(variant))!;
    return { id, url, alt, width: size, height: size, mediaType: toMediaType(type), traits };
  }
  const { id, alt = withArticle(kind), mediaType, credit } = animal.picture;
  if ("url" in animal.picture) return { id, url: animal.picture.url, alt, mediaType, credit };
  const { servedName, width, height } = animal.picture;
  return { id, url: toPictureUrl(origin, kind, servedName), alt, width, height, mediaType, credit };
}

/** Returns the URL of a picture of this service. */
export function toPictureUrl(origin: string, kind: AnimalKind, file: string): string {
  return `${origin}/images/animals/${kind}/${file}`;
}

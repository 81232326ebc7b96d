import { type Backdrop, describeFill, isFill } from "./backdrop.ts";
import type { Habitat } from "./habitat.ts";
import { type Pose, SLEEPING, type Surroundings } from "./look.ts";
import type { CommonTraits } from "./traits.ts";
import { findAccessory } from "./wardrobe.ts";
import { findNamed } from "./words.ts";

/** What a description needs to know about a kind. */
export interface Described<Traits> {
  readonly kind: string;
  readonly poses: readonly Pose[];
  readonly habitat: Pick<Habitat<Surroundings>, "describe">;
  /** Returns the words before the kind, for a face only what it shows. Empty ones and `plain` are left out. */
  readonly describe: (traits: Traits, isFace: boolean) => readonly string[];
}

/** Describes all of an animal: `a cheerful ginger tabby cat with a blue scarf, sitting, on a mint background`. */
export function describeWhole<Traits extends CommonTraits>(
  { kind, poses, habitat, describe }: Described<Traits>,
  traits: Traits,
  backdrop?: Backdrop,
): string {
  const { words } = findNamed(poses, traits.pose);
  const animal = toPhrase(describe(traits, false), kind) + findAccessory(traits.wears, traits.fabric).words + words;
  if (backdrop !== "none" && !isFill(backdrop)) return animal + habitat.describe(traits.scene);
  // Without the water, a fish swims in nothing.
  return animal.replace(/ (in|out of)$/, "") + (backdrop === "none" ? "" : describeFill(backdrop));
}

/** Describes the face of an animal. */
export function describeFace<Traits extends CommonTraits>(
  { kind, habitat, describe }: Described<Traits>,
  traits: Traits,
  backdrop?: Backdrop,
): string {
  const { place, words } = findAccessory(traits.wears, traits.fabric);
  const isVisible = place === "head" || place === "side" || place === "eyes";
  const face = "the face of " + toPhrase(describe(traits, true), kind) + (isVisible ? words : "") +
    (traits.pose === SLEEPING ? ", asleep" : "");
  if (backdrop === "none") return face;
  // The words of water follow those of a pose: "swimming in turquoise water".
  return face + (isFill(backdrop) ? describeFill(backdrop) : habitat.describe(traits.scene).replace(/^ /, ", in "));
}

function toPhrase(words: readonly string[], kind: string): string {
  let phrase = "a ";
  for (const word of words) if (word !== "" && word !== "plain") phrase += `${word} `;
  return phrase + kind;
}

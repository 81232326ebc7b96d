import { type Face, type Layers, toDocument, toFaceDocument, toFamilyDocument } from "./document.ts";
import type { Look } from "./look.ts";
import { type Frame, SQUARE, WIDE } from "./shapes.ts";
import { pickBelow, type Random } from "./random.ts";

/** What a picture shows: all of the animal, only its face, or the animal in the wide picture of a link preview. */
export type View = "full" | "face" | "preview";

/** How an animal is shown. */
export interface ViewOptions {
  /** All of the animal unless given. */
  readonly view?: View | undefined;
  /** Whether the background is left out. */
  readonly isBare?: boolean | undefined;
  /**
   * The radius of the corners, if the side of the picture is 512: from 0 to 256, a circle. Previews have none. Only for
   * SVG files: clipping takes a rasterizer ten times as long as the rest, so whoever renders pixels rounds those.
   */
  readonly radius?: number | undefined;
}

/** An animal before it is drawn. Planning and describing it is cheap; drawing it is not, so that is done on demand. */
export interface AnimalPlan {
  /** The alternative text: `a cheerful ginger tabby cat with a blue scarf, sitting, on a mint background`. */
  readonly alt: string;
  /** Returns the picture as an SVG document. */
  readonly draw: () => string;
}

/** Where an animal is drawn. */
export interface Scene {
  /** The visible part of the plane. */
  readonly frame: Frame;
  /** Whether the background will be left out, so that nothing may be cut off at the edges. */
  readonly isBare: boolean;
}

/** The traits that the alternative text names for every kind. */
type AnyLook = Look<{ readonly words: string }>;

/** A kind of animal: which traits it has, and what it looks like with them. */
export interface Species<Traits extends AnyLook> {
  readonly kind: string;
  /** Picks the traits of one animal. The order of its picks may not change, because a seed means an animal. */
  readonly pick: (random: Random) => Traits;
  /** Reports whether traits of two parents go together: a hat hides a crest, and nobody sleeps with open eyes. */
  readonly suits: (traits: Traits) => boolean;
  /** Returns the words before the kind, some of them empty; those of a face name only what it shows. */
  readonly describe: (traits: Traits, isFace: boolean) => readonly string[];
  readonly draw: (traits: Traits, scene: Scene) => Layers;
  readonly drawFace: (traits: Traits) => Face;
}

/** Plans the animals of one kind. */
export interface Planner {
  /** Plans the animal of a seed. */
  plan(seed: Random, options?: ViewOptions): AnimalPlan;
  /** Draws the face of the animal of a seed. */
  drawFace(seed: Random): Face;
  /**
   * Plans the child of the animals of two seeds: each of its traits is that of one of the two, and `coin` decides of
   * which. Its preview shows all three.
   */
  planChild(parents: readonly [Random, Random], coin: Random, options?: ViewOptions): AnimalPlan;
}

/** Creates the planner of a kind. */
export function createPlanner<Traits extends AnyLook>(species: Species<Traits>): Planner {
  return {
    plan: (seed, options = {}) => toPlan(species, species.pick(seed), options),
    drawFace: (seed) => species.drawFace(species.pick(seed)),
    planChild([seed, otherSeed], coin, options = {}) {
      const parents = [species.pick(seed), species.pick(otherSeed)] as const;
      const child = inherit(coin, parents, species.suits);
      return options.view === "preview"
        ? toFamilyPlan(species, child, parents, options.isBare)
        : toPlan(species, child, options);
    },
  };
}

/** The number of mixtures among which the most even one is chosen. With one, every twelfth child was like a parent. */
const MIXTURES = 8;

/**
 * Returns traits of which each is that of one of the two parents. The coin is tossed for all of them together, because
 * only some mixtures suit; that ends because the traits of each parent do.
 */
export function inherit<Traits extends object>(
  coin: Random,
  [parent, other]: readonly [Traits, Traits],
  suits: (traits: Traits) => boolean,
): Traits {
  const names = (Object.keys(parent) as (keyof Traits)[]).filter((name) => parent[name] !== other[name]);
  let child = parent;
  let evenness = 0;
  for (let found = 0; found < MIXTURES;) {
    const fromOther = names.filter(() => pickBelow(coin, 2) === 1);
    const mixture = { ...parent };
    for (const name of fromOther) mixture[name] = other[name];
    if (!suits(mixture)) continue;
    found++;
    const smallerPart = Math.min(fromOther.length, names.length - fromOther.length);
    if (smallerPart <= evenness) continue;
    child = mixture;
    evenness = smallerPart;
  }
  return child;
}

function toPlan<Traits extends AnyLook>(
  species: Species<Traits>,
  traits: Traits,
  { view = "full", isBare = false, radius = 0 }: ViewOptions,
): AnimalPlan {
  if (view === "face") {
    const alt = describeFace(species, traits, isBare);
    const draw = () => {
      const face = species.drawFace(traits);
      return toFaceDocument(alt, isBare ? { ...face, background: "" } : face, radius);
    };
    return { alt, draw };
  }
  const alt = describeAnimal(species, traits, isBare);
  const frame = view === "preview" ? WIDE : SQUARE;
  return { alt, draw: () => toDocument(alt, drawLayers(species, traits, { frame, isBare }), frame, radius) };
}

function toFamilyPlan<Traits extends AnyLook>(
  species: Species<Traits>,
  child: Traits,
  [parent, otherParent]: readonly [Traits, Traits],
  isBare = false,
): AnimalPlan {
  const names = [child, parent, otherParent].map((traits) => describeAnimal(species, traits, true));
  const alt = `${names[0]}; its parents are ${names[1]}, and ${names[2]}`;
  const draw = () => {
    // Without backgrounds, so that nothing is cut off at the edges of their squares.
    const drawMember = (traits: Traits) => species.draw(traits, { frame: SQUARE, isBare: true });
    const { background } = drawLayers(species, child, { frame: WIDE, isBare });
    const members = { child: drawMember(child), parent: drawMember(parent), otherParent: drawMember(otherParent) };
    return toFamilyDocument(alt, background, members);
  };
  return { alt, draw };
}

function drawLayers<Traits extends AnyLook>(species: Species<Traits>, traits: Traits, scene: Scene): Layers {
  const layers = species.draw(traits, scene);
  return scene.isBare ? { ...layers, background: ["", "", ""], front: "" } : layers;
}

function describeAnimal<Traits extends AnyLook>(species: Species<Traits>, traits: Traits, isBare: boolean): string {
  const { accessory, pose, background } = traits;
  const animal = toPhrase(species.describe(traits, false), species.kind) + accessory.words + pose.words;
  // Without the water, a fish swims in nothing.
  return isBare ? animal.replace(/ (in|out of)$/, "") : animal + background.words;
}

/** How the alternative text of a face begins. */
export const FACE_OF = "the face of ";

function describeFace<Traits extends AnyLook>(species: Species<Traits>, traits: Traits, isBare: boolean): string {
  const { accessory, pose, background } = traits;
  const isVisible = accessory.place === "head" || accessory.place === "side" || accessory.place === "eyes";
  const face = `${FACE_OF}${toPhrase(species.describe(traits, true), species.kind)}` +
    (isVisible ? accessory.words : "") + (pose.name === "sleeping" ? ", asleep" : "");
  // The words of water follow those of a pose: "swimming in turquoise water".
  return isBare ? face : face + background.words.replace(/^ /, ", in ");
}

function toPhrase(words: readonly string[], kind: string): string {
  let phrase = "a ";
  for (const word of words) if (word !== "") phrase += `${word} `;
  return phrase + kind;
}

import { type Backdrop, drawFill, type Fill, isFill, middleOf, toChosenScene } from "./backdrop.ts";
import { describeFace, describeWhole } from "./describe.ts";
import { type Face, type Layers, type SvgOptions, toDocument, toFaceDocument } from "./document.ts";
import { dress, obeys, suits } from "./dress.ts";
import { inherit } from "./inherit.ts";
import { edgeOf, isDistinct, mix, strongEdgeOf } from "./palette.ts";
import type { Random } from "./random.ts";
import type { Species } from "./kind.ts";
import type { CommonTraits, GivenTraits, Ruled } from "./traits.ts";
import type { CoatColours } from "./wardrobe.ts";

/** What a picture shows: all of the animal, or only its face. */
export type View = "full" | "face";

/** How an animal is shown. */
export interface ViewOptions {
  /** All of the animal unless given. */
  readonly view?: View | undefined;
  /** Traits in words; the name decides the others. */
  readonly traits?: GivenTraits | undefined;
  /** What is behind it, as `parseBackdropOf` reads it: `none`, `ff8800`, `ff8800-0088ff`, `mint` or `mint-hearts`. */
  readonly background?: string | undefined;
  /**
   * The radius of the corners, if the side of the picture is 512: from 0 to 256, a circle. Only for
   * SVG files: clipping takes a rasterizer ten times as long as the rest, so whoever renders pixels rounds those.
   */
  readonly radius?: number | undefined;
  /** Whether it blinks, breathes and moves its tail, ears or fins, unless readers prefer less motion. */
  readonly motion?: boolean | undefined;
}

/** How an animal is planned. */
export interface PlanOptions extends Omit<ViewOptions, "motion" | "background">, Pick<SvgOptions, "seedMotion"> {
  readonly backdrop?: Backdrop | undefined;
}

/** An animal before it is drawn. Planning and describing it is cheap; drawing it is not, so that is done on demand. */
export interface AnimalPlan {
  /** The alternative text: `a cheerful ginger tabby cat with a blue scarf, sitting, on a mint background`. */
  readonly alt: string;
  /** Its traits in words, by the names of their parameters. They are listed on demand, and not enumerable. */
  readonly traits: GivenTraits;
  /** Returns the picture as an SVG document. */
  readonly draw: () => string;
}

/** Plans the animals of one kind. */
export interface Planner extends Ruled {
  /** Plans the animal of a seed. */
  plan(seed: Random, options?: PlanOptions): AnimalPlan;
  /** Draws the face of the animal of a seed, with some traits that were chosen for it. */
  drawFace(seed: Random, given?: GivenTraits): Face;
  /**
   * Plans the child of the animals of two seeds. Each trait of the child comes from one of the two parents, and `coin`
   * decides from which.
   */
  planChild(parents: readonly [Random, Random], coin: Random, options?: PlanOptions): AnimalPlan;
}

/** Creates the planner of a kind. */
export function createPlanner<Traits extends CommonTraits>(species: Species<Traits>): Planner {
  const { values, rules, pick, drawFace } = species;
  return {
    values,
    rules,
    plan: (seed, options = {}) => toPlan(species, pick(seed), options),
    drawFace: (seed, given) => drawFace(dress(species, pick(seed), given)),
    planChild([seed, otherSeed], coin, options = {}) {
      const parents = [pick(seed), pick(otherSeed)] as const;
      return toPlan(species, mixTraits(species, parents, coin), options);
    },
  };
}

/** Returns the traits of a child. If all mixtures have colours that do not go together, one of them gets others. */
function mixTraits<Traits extends CommonTraits>(
  species: Species<Traits>,
  parents: readonly [Traits, Traits],
  coin: Random,
): Traits {
  const mixed = inherit(coin, parents, (traits) => suits(species, traits));
  if (mixed !== undefined) return mixed;
  return dress(species, inherit(coin, parents, (traits) => obeys(species, traits)) ?? parents[0]);
}

function toPlan<Traits extends CommonTraits>(
  species: Species<Traits>,
  animal: Traits,
  { view = "full", traits: given, backdrop, radius, seedMotion }: PlanOptions,
): AnimalPlan {
  const isAsNamed = given === undefined && backdrop === undefined;
  const traits = isAsNamed ? animal : dress(species, animal, given, toChosenScene(backdrop));
  const shown = { species, traits, backdrop };
  const alt = (view === "face" ? describeFace : describeWhole)(species, traits, backdrop);
  const options = { radius, seedMotion };
  return new Plan(shown, alt, () => {
    return view === "face"
      ? toFaceDocument(alt, drawFace(shown), options)
      : toDocument(alt, drawLayers(shown), options);
  });
}

/** A plan that lists its traits on demand: that takes a quarter of planning, and many callers need only the picture. */
class Plan<Traits extends CommonTraits> implements AnimalPlan {
  readonly #shown: Shown<Traits>;

  constructor(shown: Shown<Traits>, readonly alt: string, readonly draw: () => string) {
    this.#shown = shown;
  }

  get traits(): GivenTraits {
    const { species: { values }, traits } = this.#shown;
    const words = traits as unknown as GivenTraits;
    const given: Record<string, string> = {};
    for (const name in values) given[name] = words[name]!;
    return given;
  }
}

/** An animal, and what a caller wants behind it. */
interface Shown<Traits extends CommonTraits> {
  readonly species: Species<Traits>;
  readonly traits: Traits;
  readonly backdrop: Backdrop | undefined;
}

function drawFace<Traits extends CommonTraits>({ species, traits, backdrop }: Shown<Traits>): Face {
  if (isFill(backdrop)) {
    const face = species.drawFace(traits, middleOf(backdrop));
    const head = keepVisible(face.head, species.coatOf(traits), backdrop);
    return { ...face, head, background: drawFill(backdrop) };
  }
  const face = species.drawFace(traits);
  return backdrop === "none" ? { ...face, background: "" } : face;
}

function drawLayers<Traits extends CommonTraits>({ species, traits, backdrop }: Shown<Traits>): Layers {
  if (isFill(backdrop)) {
    const layers = species.draw(traits, { fill: middleOf(backdrop) });
    const animal = keepVisible(layers.animal, species.coatOf(traits), backdrop);
    return { animal, background: drawFill(backdrop) };
  }
  if (backdrop !== "none") return species.draw(traits, {});
  return { animal: species.draw(traits, { isBare: true }).animal, background: "" };
}

/** Draws the edges of a coat in stronger colours where the background has nearly the colour of that part. */
function keepVisible(drawing: string, { base, mark = base, fin = base }: CoatColours, { top, bottom }: Fill): string {
  const behind = [0, .25, .5, .75, 1].map((amount) => mix(top, bottom, amount));
  return [base, mark, fin].reduce((drawn, colour) => {
    const similar = behind.filter((each) => !isDistinct(each, colour));
    return similar.length === 0 ? drawn : drawn.replaceAll(edgeOf(colour), strongEdgeOf(colour, similar));
  }, drawing);
}

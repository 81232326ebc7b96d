import type { GivenTraits } from "./traits.ts";

/** What people see of an animal first. */
const VISIBLE = ["coat", "pattern", "pose", "mood", "wears"];

/** A parent of a child. */
export interface ParentTraits {
  readonly name: string;
  /** The names of the striking traits that the child has from this parent and not from the other. */
  readonly traits: readonly string[];
}

/** An animal and its traits. */
interface Relative {
  readonly name: string;
  readonly traits: GivenTraits;
}

/** Returns what a child shares with only one of its parents. */
export function toParentTraits(traits: GivenTraits, parents: readonly Relative[]): readonly ParentTraits[] {
  return parents.map(({ name, traits: own }, index) => {
    const others = parents[1 - index]!.traits;
    const shared = VISIBLE.filter((trait) => {
      return traits[trait] === own[trait] && own[trait] !== others[trait] && own[trait] !== "nothing";
    });
    return { name, traits: shared };
  });
}

import type { GivenTraits } from "@pawkit/animals";

/** What people see of an animal first, by the name of the trait. */
const VISIBLE = { coat: "coat", pattern: "pattern", pose: "pose", mood: "mood", wears: "accessory" };

/** Joins words to a list in English: `coat, pattern and mood`. */
const WORD_LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** An animal of a family. */
interface Relative {
  readonly name: string;
  /** What it looks like, if it is drawn. */
  readonly traits?: GivenTraits | undefined;
}

/** Returns what a child shares with only one parent: `Grace's coat, Ada's pattern and mood`. It may be empty. */
export function describeInherited(traits: GivenTraits = {}, parents: readonly Relative[]): string {
  const parts = parents.map(({ name, traits: own = {} }, index) => {
    const others = parents[1 - index]?.traits ?? {};
    const shared = Object.entries(VISIBLE).filter(([trait]) => {
      return traits[trait] === own[trait] && own[trait] !== others[trait] && own[trait] !== "nothing";
    });
    return shared.length > 0 ? `${name}'s ${WORD_LIST.format(shared.map(([, word]) => word))}` : "";
  });
  return parts.filter(Boolean).join(", ");
}

import { pickBelow, type Random } from "./random.ts";

/** The traits that everybody sees. A child has at least one of each parent. */
const VISIBLE = ["coat", "pattern", "pose", "mood", "wears"];

/** The traits that people see first. A child has one of them from each parent, if that is possible. */
const STRIKING = ["coat", "pattern", "wears"];

/** The values that nobody can see in a drawing. */
const UNSEEN: readonly unknown[] = ["plain", "nothing"];

/** Traits that belong to another trait. A child has both from the same parent. */
const FOLLOWERS: Readonly<Record<string, string>> = { fabric: "wears", decor: "scene" };

/** The number of mixtures from which the best is chosen. With a single mixture, a child often looks like a parent. */
const MIXTURES = 8;

/** After so many tries, something visible of both parents is enough. */
const ENOUGH_TRIES = 64;

/** The most mixtures that are tried, because few of them suit where traits exclude each other. */
const MAX_TRIES = 256;

/** Traits by name. */
type AnyTraits = Readonly<Record<string, unknown>>;

/**
 * Returns a mixture: each trait comes from one of the two parents, and something of both parents is visible. The coin
 * decides about all traits together, because only some mixtures suit. Returns `undefined` if no mixture suits.
 */
export function inherit<Traits extends object>(
  coin: Random,
  parents: readonly [Traits, Traits],
  suits: (traits: Traits) => boolean,
): Traits | undefined {
  const [parent, other] = parents as unknown as readonly [AnyTraits, AnyTraits];
  const different = Object.keys(parent).filter((name) => parent[name] !== other[name]);
  const names = [...new Set(different.map((name) => FOLLOWERS[name] ?? name))];
  const canShowBoth = different.filter((name) => VISIBLE.includes(name)).length > 1;
  // `rate` gives a point for each of three ways in which both parents are visible. A child needs one point, and while
  // there are tries left, it should have all three.
  const [needed, wanted] = canShowBoth ? [1, 3] : [0, 0];
  let child = parents[0];
  let best = 0;
  for (let found = 0, tries = 0; tries < MAX_TRIES; tries++) {
    if (found >= MIXTURES && best >= (tries < ENOUGH_TRIES ? wanted : needed)) break;
    const fromOther = names.filter(() => pickBelow(coin, 2) === 1);
    const taken = different.filter((name) => fromOther.includes(FOLLOWERS[name] ?? name));
    const mixture = { ...parent, ...Object.fromEntries(taken.map((name) => [name, other[name]])) } as Traits;
    if (!suits(mixture)) continue;
    found++;
    const value = rate([parent, other], different, taken);
    if (value > best) [child, best] = [mixture, value];
  }
  return best < needed ? undefined : child;
}

/**
 * Rates a mixture. It gets one point for each way in which both parents are visible. It gets a part of a point for how
 * equally its traits come from both parents.
 */
function rate(
  [parent, other]: readonly [AnyTraits, AnyTraits],
  different: readonly string[],
  taken: readonly string[],
): number {
  const kept = different.filter((name) => !taken.includes(name));
  const isSeen = (traits: AnyTraits, names: readonly string[], wanted: readonly string[]) =>
    names.some((name) => wanted.includes(name) && !UNSEEN.includes(traits[name]));
  const showsBoth = [kept, taken].every((names) => names.some((name) => VISIBLE.includes(name)));
  const [isVisible, isStriking] = [VISIBLE, STRIKING].map((wanted) => {
    return isSeen(parent, kept, wanted) && isSeen(other, taken, wanted);
  });
  const evenness = Math.min(kept.length, taken.length) / different.length;
  return (showsBoth ? 1 : 0) + (isVisible ? 1 : 0) + (isStriking ? 1 : 0) + evenness;
}

import { pickBelow, type Random } from "./random.ts";

/** The traits that everybody sees. A child has at least one of each parent. */
const VISIBLE = ["coat", "pattern", "pose", "mood", "wears"] as const;

/** The traits that belong to another one: a child has both of the same parent. */
const FOLLOWERS: Readonly<Record<string, string>> = { fabric: "wears", decor: "scene" };

/** The number of mixtures among which the most even one is chosen. With one, every twelfth child was like a parent. */
const MIXTURES = 8;

/** The most mixtures that are tried, because few of them suit where traits exclude each other. */
const MAX_TRIES = 256;

/**
 * Returns traits of which each is that of one of the two parents, with something visible of both. The coin is tossed
 * for all of them together, because only some mixtures suit. The result is `undefined` if none was found.
 */
export function inherit<Traits extends object>(
  coin: Random,
  [parent, other]: readonly [Traits, Traits],
  suits: (traits: Traits) => boolean,
): Traits | undefined {
  const isDifferent = (name: string) => parent[name as keyof Traits] !== other[name as keyof Traits];
  const different = Object.keys(parent).filter(isDifferent);
  const names = [...new Set(different.map((name) => FOLLOWERS[name] ?? name))];
  const visible = VISIBLE.filter(isDifferent);
  let child = parent;
  let best = 0;
  const isDone = (found: number) => found >= MIXTURES && (best >= 1 || visible.length < 2);
  for (let found = 0, tries = 0; tries < MAX_TRIES && !isDone(found); tries++) {
    const fromOther = names.filter(() => pickBelow(coin, 2) === 1);
    const taken = different.filter((name) => fromOther.includes(FOLLOWERS[name] ?? name));
    const mixture = { ...parent, ...Object.fromEntries(taken.map((name) => [name, other[name as keyof Traits]])) };
    if (!suits(mixture)) continue;
    found++;
    const visibleCount = visible.filter((name) => fromOther.includes(name)).length;
    const showsBoth = visibleCount > 0 && visibleCount < visible.length;
    // In coat and pattern everybody sees both at once.
    const isMixed = fromOther.includes("coat") !== fromOther.includes("pattern");
    const mixesColours = isMixed && visible.includes("coat") && visible.includes("pattern");
    // Less than one.
    const evenness = Math.min(fromOther.length, names.length - fromOther.length) / names.length;
    const value = (showsBoth ? 1 : 0) + (mixesColours ? 1 : 0) + evenness;
    if (value > best) [child, best] = [mixture, value];
  }
  return isDone(MIXTURES) ? child : undefined;
}

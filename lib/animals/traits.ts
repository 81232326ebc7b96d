/** The traits that every kind has, in words. The words of one animal are enough to draw it. */
export interface CommonTraits {
  readonly coat: string;
  /** `plain` if there is none. */
  readonly pattern: string;
  readonly eyes: string;
  readonly mood: string;
  readonly pose: string;
  /** What it wears, or `nothing`. */
  readonly wears: string;
  readonly facing: string;
  /** The colour of what it wears. The traits from here on have no parameter of their own. */
  readonly fabric: string;
  /** The colour of the background, or of the water. */
  readonly scene: string;
  /** What is on the background. Water has none. */
  readonly decor?: string | undefined;
}

/** The values of each trait that callers can choose, by the name of its parameter. */
export type TraitValues = Readonly<Record<string, readonly string[]>>;

/** Traits that a caller has chosen. */
export type GivenTraits = Readonly<Record<string, string>>;

/** A rule about two traits: some of their values do not go together. */
export interface Rule {
  readonly traits: readonly [string, string];
  readonly allows: (value: string, otherValue: string) => boolean;
}

/** What {@linkcode settle} has to know about a kind. */
export interface Ruled {
  readonly values: TraitValues;
  readonly rules: readonly Rule[];
}

/**
 * Returns the traits of an animal after a caller has given some of them. Another trait that does not go together with
 * them changes to the first value that does. If two given traits exclude each other, there is no result.
 */
export function settle<Traits extends CommonTraits>(
  traits: Traits,
  given: GivenTraits,
  { values, rules }: Ruled,
): Traits | undefined {
  const settled: Record<string, string> = { ...traits, ...given };
  const fixed = new Set(Object.keys(given));
  const allows = ({ traits: [name, other], allows }: Rule) => allows(settled[name]!, settled[other]!);
  const isFixed = ({ traits }: Rule) => traits.every((name) => fixed.has(name));
  for (;;) {
    const broken = rules.find((rule) => !allows(rule));
    if (broken === undefined) return settled as unknown as Traits;
    // The traits of a name obey all rules, so one of these two has just been fixed.
    const name = broken.traits.find((each) => !fixed.has(each));
    if (name === undefined) return undefined;
    fixed.add(name);
    const value = values[name]!.find((each) => {
      settled[name] = each;
      return rules.every((rule) => !isFixed(rule) || allows(rule));
    });
    if (value === undefined) return undefined;
  }
}

/** Returns the names of two given traits that exclude each other, whatever the animal. */
export function findClash(given: GivenTraits, ruled: Ruled): readonly [string, string] | undefined {
  const names = Object.keys(given);
  // Most callers give none.
  if (names.length < 2) return undefined;
  const pairs = names.flatMap((name, i) => names.slice(i + 1).map((other) => [name, other] as const));
  // Each trait has its first value. They go together.
  const firsts = Object.entries(ruled.values).map(([name, values]) => [name, values[0]]);
  const animal = Object.fromEntries(firsts) as CommonTraits;
  return pairs.find(([name, other]) => {
    return settle(animal, { [name]: given[name]!, [other]: given[other]! }, ruled) === undefined;
  });
}

import {
  type AnimalKind,
  ANIMALS,
  findTraitClash,
  type GivenTraits,
  parseBackdropOf,
  SCENE_WORDS,
  sceneWordsOf,
  toBackdropText,
  toKey,
  TRAITS,
  withArticle,
} from "@pawkit/animals";
import { BACKGROUND_PARAMETERS, toTraitParameters, TRAIT_PARAMETERS } from "@/lib/content/parameters.ts";
import { replaceColourNames } from "@/lib/parameters/colour_names.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { readParameter } from "@/lib/parameters/query.ts";
import { suggestWord } from "@/lib/text/suggestion.ts";

/** What a caller has chosen about the look of an animal. Its name decides the rest. */
export interface Wishes {
  /** In words, by the names of the parameters. */
  readonly traits?: GivenTraits | undefined;
  /** As a URL has it, the same for equal ones. */
  readonly background?: string | undefined;
}

/**
 * Reads the traits and the background that a caller has chosen for an animal of this kind or, without one, of any kind.
 *
 * @throws {ApiError} `invalid_parameter` if the kind, or every kind, lacks a value, or if two exclude each other.
 */
export function parseWishes(query: URLSearchParams, kind?: AnimalKind): Wishes {
  // Most requests have no query, and there are many parameters to look for.
  if (query.size === 0) return {};
  if (kind !== undefined) assertOwnTraits(query, kind);
  const keys = parseValues(query, kind === undefined ? TRAIT_PARAMETERS : PARAMETERS[kind]);
  const chosen = Object.entries(keys).map(([name, key]) => [name, WORDS.get(String(key))!]);
  const wishes = {
    traits: chosen.length === 0 ? undefined : Object.fromEntries(chosen),
    background: parseBackground(query, kind),
  };
  const clash = kind === undefined ? findKindClash(wishes) : findOwnClash(kind, wishes.traits);
  // Quotes what the caller wrote: `bow-tie`, not `bow tie`.
  if (clash !== undefined) {
    throw invalidParameterError(clash.name, readParameter(query, clash.name)!, clash.requirement);
  }
  return wishes;
}

/** Returns the kinds that can look as a caller wishes. */
export function findKinds({ traits = {}, background }: Wishes): readonly AnimalKind[] {
  return ANIMALS.filter((kind) => {
    const hasTraits = Object.entries(traits).every(([name, words]) => TRAITS[kind][name]?.includes(words));
    return hasTraits && findTraitClash(kind, traits) === undefined &&
      (background === undefined || parseBackdropOf(kind, background) !== undefined);
  });
}

/** The parameters for the traits of each kind, in one order, so that equal wishes have equal addresses. */
const PARAMETERS = Object.fromEntries(ANIMALS.map((kind) => {
  const names = Object.keys(TRAIT_PARAMETERS).filter((name) => name in TRAITS[kind]);
  return [kind, toTraitParameters(names.map((name) => [name, TRAITS[kind][name]!]))];
})) as Readonly<Record<AnimalKind, typeof TRAIT_PARAMETERS>>;

/** The words of all traits by what a URL has for them. */
const WORDS = new Map(
  ANIMALS.flatMap((kind) => Object.values(TRAITS[kind]).flat()).map((words) => [toKey(words), words]),
);

/** Rejects a trait that only other kinds have. */
function assertOwnTraits(query: URLSearchParams, kind: AnimalKind): void {
  const foreign = Object.keys(TRAIT_PARAMETERS).filter((name) => !(name in TRAITS[kind]));
  for (const name of foreign) {
    const value = readParameter(query, name);
    if (value === undefined) continue;
    const allowed = Object.keys(TRAITS[kind]);
    const requirement = `must be absent, because ${withArticle(kind)} has only ${allowed.join(", ")}`;
    throw invalidParameterError(name, value, requirement, { allowed });
  }
}

const COLOUR_FORMS = ["none", "RRGGBB", "RRGGBB-RRGGBB"];

function parseBackground(query: URLSearchParams, kind: AnimalKind | undefined): string | undefined {
  const { background: text } = parseValues(query, BACKGROUND_PARAMETERS);
  if (text === undefined) return undefined;
  const kinds = kind === undefined ? ANIMALS : [kind];
  const [backdrop] = kinds.map((each) => parseBackdropOf(each, text)).filter((each) => each !== undefined);
  if (backdrop !== undefined) return toBackdropText(backdrop);
  const scenes = kind === undefined ? SCENE_WORDS : sceneWordsOf(kind);
  const allowed = [...COLOUR_FORMS, ...scenes];
  const named = replaceColourNames(text);
  const isNamed = named !== text && kinds.some((each) => parseBackdropOf(each, named) !== undefined);
  const suggestion = isNamed ? named : suggestWord(text, ["none", ...scenes]);
  const hint = scenes.length === 0 ? `a ${kind} has no scenes` : "a colour and a decoration can be joined: mint-hearts";
  throw invalidParameterError("background", text, `must be one of ${allowed.join(", ")} (${hint})`, {
    allowed,
    ...(suggestion !== undefined && { suggestion }),
  });
}

/** A parameter that does not go together with others, and what it must be. */
interface Clash {
  readonly name: string;
  readonly requirement: string;
}

function findOwnClash(kind: AnimalKind, traits: GivenTraits = {}): Clash | undefined {
  const [name, other] = findTraitClash(kind, traits) ?? [];
  if (name === undefined || other === undefined) return undefined;
  const requirement = `must be absent next to ${other}=${toKey(traits[other]!)}, because they exclude each other`;
  return { name, requirement };
}

function findKindClash(wishes: Wishes): Clash | undefined {
  if (findKinds(wishes).length > 0) return undefined;
  const { traits = {}, background } = wishes;
  const chosen: Wishes[] = Object.entries(traits).map(([name, words]) => ({ traits: { [name]: words } }));
  if (background !== undefined) chosen.push({ background });
  const pairs = chosen.flatMap((wish, i) => chosen.slice(i + 1).map((other) => [wish, other] as const));
  const isPossible = ([wish, other]: readonly [Wishes, Wishes]) =>
    findKinds({ ...wish, ...other, traits: { ...wish.traits, ...other.traits } }).length > 0;
  const pair = pairs.find((each) => !isPossible(each));
  if (pair === undefined) {
    const [name] = toEntry(chosen[0]!);
    return { name, requirement: "must go together with the other traits: no kind of animal has them all" };
  }
  const [[name], [other, words]] = [toEntry(pair[0]), toEntry(pair[1])];
  const requirement = `must be absent next to ${other}=${toKey(words)}, because no kind of animal has both`;
  return { name, requirement };
}

function toEntry({ traits = {}, background }: Wishes): readonly [name: string, words: string] {
  return background === undefined ? Object.entries(traits)[0]! : ["background", background];
}

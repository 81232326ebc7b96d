import {
  type AnimalKind,
  findTraitClash,
  isFill,
  parseBackdropOf,
  sceneWordsOf,
  toBackdropText,
  toKey,
  TRAITS,
} from "@pawkit/animals";
import { DEFAULT_SIZE, type PictureVariant, toQuery } from "@/lib/content/drawings/variant.ts";

/** One of the ways in which an animal can look. */
export interface Choice {
  readonly label: string;
  /** The query of the page that shows the animal so, and these choices. */
  readonly query: string;
  readonly variant: PictureVariant;
  readonly isCurrent: boolean;
}

/** What people read where the name decides. */
const UNCHOSEN = "as the name says";

/** A background that is no word of ours, as an example: any two colours are possible. One is among the options. */
const COLOURS = { "two colours": "ffd166-ef476f" };

/** Returns the names of all that can be chosen about an animal of this kind: its traits and its background. */
export function listDressable(kind: AnimalKind): readonly string[] {
  return [...Object.keys(TRAITS[kind]), "background"];
}

/**
 * Returns the name of what a page offers the choices of: the last in its query, also if it is empty. So whoever has
 * chosen a crown sees the other hats, and `?wears=` only opens them. What is behind the animal counts if it is offered
 * there: no background and one colour are among the options of every picture.
 */
export function findOpened(query: URLSearchParams, kind: AnimalKind): string | undefined {
  const names = listDressable(kind);
  const isOffered = (name: string, value: string) => name !== "background" || !/^(none|[0-9a-f]{6})$/i.test(value);
  return [...query].findLast(([name, value]) => names.includes(name) && isOffered(name, value))?.[0];
}

/** Returns the variant that a page shows: its picture is square, whatever the preview. */
export function toPageVariant(variant: PictureVariant): PictureVariant {
  return variant.view === "preview" ? { ...variant, view: "full", size: DEFAULT_SIZE } : variant;
}

/** Returns a variant without what animals of another kind do not have. */
export function toOtherKind({ background, traits = {}, ...frame }: PictureVariant, kind: AnimalKind): PictureVariant {
  const kept = Object.fromEntries(
    Object.entries(traits).filter(([name, words]) => TRAITS[kind][name]?.includes(words)),
  );
  const isPossible = background !== undefined && parseBackdropOf(kind, background) !== undefined;
  return {
    ...frame,
    ...(isPossible && { background }),
    ...(findTraitClash(kind, kept) === undefined && { traits: kept }),
  };
}

/** Returns the query of the page that shows the same animal and the choices of a trait, which is the last in it. */
export function toOpenQuery(name: string, variant: PictureVariant): string {
  const value = name === "background" ? variant.background : variant.traits?.[name];
  const rest = toQuery(without(name, variant));
  return `${rest === "" ? "?" : `${rest}&`}${name}=${toKey(value ?? "")}`;
}

/** Returns the choices of a trait or of the background. The first leaves it to the name. */
export function listChoices(kind: AnimalKind, name: string, variant: PictureVariant): readonly Choice[] {
  const dressed = name === "background" ? listBackgrounds(kind, variant) : listTraits(kind, name, variant);
  const choices = [[UNCHOSEN, without(name, variant)] as const, ...dressed];
  const current = toOpenQuery(name, variant);
  return choices.map(([label, each]) => {
    const query = toOpenQuery(name, each);
    return { label, query, variant: each, isCurrent: query === current };
  });
}

/** Something that can be chosen, and the animal with it. */
type Dressed = readonly [label: string, variant: PictureVariant];

function listTraits(kind: AnimalKind, name: string, variant: PictureVariant): Dressed[] {
  const others = Object.entries(without(name, variant).traits ?? {});
  return TRAITS[kind][name]!.map((words) => {
    // What does not go together with the choice is left to the name again.
    const kept = others.filter(([other, value]) =>
      findTraitClash(kind, { [name]: words, [other]: value }) === undefined
    );
    return [words, { ...variant, traits: { ...Object.fromEntries(kept), [name]: words } }];
  });
}

function listBackgrounds(kind: AnimalKind, variant: PictureVariant): Dressed[] {
  const backgrounds = [
    ...sceneWordsOf(kind).map((word) => [word.replaceAll("-", " "), joinScenes(kind, variant.background, word)]),
    ...Object.entries(COLOURS),
  ] as const;
  return backgrounds.map(([label, background]) => [label!, { ...variant, background }]);
}

/** Adds a colour or a decoration to the scene that is there, so that people can choose both. */
function joinScenes(kind: AnimalKind, background = "none", word: string): string {
  const [present, added] = [background, word].map((text) => parseBackdropOf(kind, text)!);
  if (isFill(present) || isFill(added) || present === "none" || added === "none") return word;
  return toBackdropText({ ...present, ...added });
}

function without(name: string, variant: PictureVariant): PictureVariant {
  if (name === "background") return { ...variant, background: undefined };
  const { [name]: _, ...traits } = variant.traits ?? {};
  return { ...variant, traits };
}

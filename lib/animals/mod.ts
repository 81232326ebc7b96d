/**
 * Animals that belong to names: `drawAnimal("cat", "Ada")` is always the same cat. See README.md.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { drawAnimal } from "@pawkit/animals";
 *
 * const users = Array.from({ length: 50 }, (_, i) => `user${i}@example.org`);
 * const faces = users.map((user) => drawAnimal("fox", user, { view: "face", radius: "max" }));
 * const urls = faces.map((svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`);
 * assertEquals(new Set(urls).size, 50);
 * ```
 *
 * @module
 */
import {
  type AnimalKind,
  ANIMALS,
  findTraitClash,
  parseBackdropOf,
  planAnimal,
  sceneWordsOf,
  toAnimalId,
  toChildId,
  TRAITS as TRAIT_WORDS,
} from "./animal.ts";
import { SCENE_WORDS } from "./backdrop.ts";
import { drawErrorSign, drawStatusSign } from "./error_sign.ts";
import { AnimalError } from "./errors.ts";
import { toCardDocument, toGroupDocument } from "./group.ts";
import { type ParentTraits, toParentTraits } from "./inherited.ts";
import { MAX_NAME_CHARACTERS, normalizeName, tidyName as tidy } from "./name.ts";
import type { AnimalPlan } from "./plan.ts";
import type { GivenTraits } from "./traits.ts";
import { toKey } from "./words.ts";

export { AnimalError, type AnimalErrorDetails } from "./errors.ts";
export { MAX_NAME_CHARACTERS };
export type { ParentTraits };

/** A kind of animal. */
export type Kind = AnimalKind;

/** The kinds of animals. */
export const KINDS: readonly Kind[] = ANIMALS;

/** The words of the traits of each kind, as addresses have them: `woolly-hat`. */
export const TRAITS: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = mapValues(
  TRAIT_WORDS,
  (traits) => mapValues(traits, (words) => words.map(toKey)),
);

function mapValues<Key extends string, V, R>(record: Readonly<Record<Key, V>>, map: (value: V) => R): Record<Key, R> {
  return Object.fromEntries(Object.entries<V>(record).map(([key, value]) => [key, map(value)])) as Record<Key, R>;
}

/** The words of backgrounds: a colour, a decoration, or both as in `mint-hearts`. A fish is in water and has none. */
export const SCENES: readonly string[] = SCENE_WORDS;

/** A name, in which a plus is a plus, or the names of two parents, whose child is meant. */
export type AnimalName = string | readonly string[];

/** How an animal is shown. The options have the names and values of the parameters in an address. */
export interface AnimalOptions {
  /** All of the animal, only its face, or all of it in the wide picture of a link preview; by default all. */
  readonly view?: typeof VIEWS[number] | undefined;
  /**
   * The radius of the corners: a whole number, if the side of the picture is 512, or `max` for a circle. A rasterizer
   * needs long for it, so whoever wants pixels rounds those instead.
   */
  readonly radius?: number | "max" | undefined;
  /** What is behind it: `none`, `ff8800`, `ff8800-0088ff`, `mint`, `hearts` or `mint-hearts`. */
  readonly background?: string | undefined;
  /** `on` lets it blink, breathe and move, unless readers prefer less motion. A card and a group do not move. */
  readonly motion?: typeof MOTIONS[number] | undefined;
  /** A trait in words, such as `wears: "woolly-hat"`. The name decides the others. */
  readonly [trait: string]: string | number | undefined;
}

const VIEWS = ["full", "face", "card"] as const;
const MOTIONS = ["on", "off"] as const;

/** What is known about an animal without drawing it. */
export interface AnimalDescription {
  /** The alternative text: `a cheerful ginger tabby cat with a blue scarf, sitting, on a mint background`. */
  readonly alt: string;
  /** Its traits in words: `woolly hat`. With hyphens for blanks, each is a word of {@linkcode TRAITS}. */
  readonly traits: GivenTraits;
  /** Of a child: both parents, and what it has of only that one: `{ name: "Ada", traits: ["pattern", "mood"] }`. */
  readonly parents?: readonly ParentTraits[];
}

/** An animal of a group. */
export interface Member {
  readonly kind: Kind;
  readonly name: AnimalName;
}

/** The most animals of a group. */
export const MAX_MEMBERS = 12;

/** Returns a name as it is shown, without blanks at its ends. @throws {AnimalError} If it is empty or too long. */
export function tidyName(text: string): string {
  const name = typeof text === "string" ? tidy(text) : "";
  const length = Array.from(name).length;
  if (length > 0 && length <= MAX_NAME_CHARACTERS) return name;
  throw new AnimalError(`must have 1 to ${MAX_NAME_CHARACTERS} characters`, {
    option: "name",
    value: text,
    min: 1,
    max: MAX_NAME_CHARACTERS,
  });
}

/** Draws the animal of a name as an SVG document. @throws {AnimalError} */
export function drawAnimal(kind: Kind, name: AnimalName, options: AnimalOptions = {}): string {
  if (options.view === "card") return drawGroup([{ kind, name }], options);
  return planNamed(kind, name, options).draw();
}

/** Describes the animal of a name, which is much faster than drawing it. @throws {AnimalError} */
export function describeAnimal(kind: Kind, name: AnimalName, options: AnimalOptions = {}): AnimalDescription {
  const { alt, traits } = planNamed(kind, name, options);
  const names = toNames(name);
  if (names.length < 2 || names[0] === names[1]) return { alt, traits };
  // The looks of parents are their own, whatever was chosen for the child.
  const parents = [name].flat().map((each) => ({
    name: tidyName(each as string),
    traits: planNamed(kind, each as string, {}).traits,
  }));
  return { alt, traits, parents: toParentTraits(traits, parents) };
}

/**
 * Draws several animals as one SVG document, in rows of at most four, or as a card of 1200 × 630. The radius is that of
 * the whole picture, and a group does not move.
 *
 * @throws {AnimalError} Also if one of the animals lacks a trait.
 */
export function drawGroup(members: readonly Member[], options: AnimalOptions = {}): string {
  const { radius, motion: _, view, ...others } = options;
  if (members.length < 1 || members.length > MAX_MEMBERS) {
    const details = { option: "name", value: members.length, min: 1, max: MAX_MEMBERS };
    throw new AnimalError(`must be 1 to ${MAX_MEMBERS} animals`, details);
  }
  const isCard = view === "card";
  const tiles = members.map(({ kind, name }) => {
    const { alt, draw } = planNamed(kind, name, { ...others, view: isCard ? "full" : view });
    return { alt, svg: draw() };
  });
  const pixels = parseRadius(radius, RADIUS.max);
  return (isCard ? toCardDocument : toGroupDocument)(tiles, pixels);
}

/** What a sign says. */
export interface Sign {
  /** An HTTP status, which is drawn large, and chooses the animal. */
  readonly status: number;
  /** The reason phrase of the status, or the code of an error. */
  readonly title: string;
  /** What happened, for people. It is text, so a rasterizer without fonts leaves it out. */
  readonly message?: string | undefined;
}

/** Draws an animal that holds a sign: a status with its reason phrase, or an error with its message. */
export function drawSign({ status, title, message }: Sign): string {
  return message === undefined ? drawStatusSign(status, title) : drawErrorSign({ status, code: title, message });
}

function planNamed(kind: Kind, name: AnimalName, options: AnimalOptions): AnimalPlan {
  assertAllowed("kind", kind, KINDS);
  const [id, otherId = id] = toNames(name).map((each) => toAnimalId(kind, each)) as [string, string?];
  const { view, radius, background, motion, ...others } = options;
  if (view !== undefined) assertAllowed("view", view, VIEWS);
  if (motion !== undefined) assertAllowed("motion", motion, MOTIONS);
  return planAnimal(kind, toChildId(id, otherId), {
    view: view === "card" ? "full" : view,
    traits: parseTraits(kind, others),
    background: background === undefined ? undefined : parseBackground(kind, background),
    radius: parseRadius(radius),
    motion: motion === "on",
  })!;
}

/** Returns one name or two, as names are compared. */
function toNames(name: AnimalName): readonly string[] {
  const names = [name].flat();
  if (names.length === 1 || names.length === 2) return names.map((each) => normalizeName(tidyName(each)));
  throw new AnimalError("must be one name or those of two parents", {
    option: "name",
    value: names.length,
    min: 1,
    max: 2,
  });
}

/** The radius of the corners in pixels of a picture of any size, or a circle. */
const RADIUS = { min: 1, max: 2048, word: "max" } as const;

/** Half of the side of a drawing: a circle. */
const CIRCLE = 256;

/** Returns the radius, at most `most`. */
function parseRadius(radius: unknown, most = CIRCLE): number {
  const { min, max, word } = RADIUS;
  if (radius === undefined) return 0;
  if (radius === word) return most;
  if (Number.isInteger(radius) && Number(radius) >= min && Number(radius) <= max) {
    return Math.min(Number(radius), most);
  }
  const details = { option: "radius", value: radius, allowed: [word], min, max };
  throw new AnimalError(`must be a whole number from ${min} to ${max} or "${word}"`, details);
}

function parseBackground(kind: Kind, background: unknown): string {
  if (typeof background === "string" && parseBackdropOf(kind, background) !== undefined) return background;
  const allowed = ["none", "RRGGBB", "RRGGBB-RRGGBB", ...sceneWordsOf(kind)];
  throw new AnimalError(`must be ${listWords(allowed)}`, { option: "background", value: background, allowed });
}

function parseTraits(kind: Kind, options: Readonly<Record<string, unknown>>): GivenTraits | undefined {
  const traits: Record<string, string> = {};
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const names = Object.keys(TRAITS[kind]);
    if (!names.includes(option)) {
      const requirement = `must be absent, because the traits of a ${kind} are ${names.join(", ")}`;
      throw new AnimalError(requirement, { option, value, allowed: [] });
    }
    const words = TRAIT_WORDS[kind][option]!.find((each) => each === value || toKey(each) === value);
    if (words === undefined) assertAllowed(option, value, TRAITS[kind][option]!);
    else traits[option] = words;
  }
  const [option, other] = findTraitClash(kind, traits) ?? [];
  if (option !== undefined && other !== undefined) {
    const requirement = `must be absent next to ${other}=${toKey(traits[other]!)}, because they exclude each other`;
    throw new AnimalError(requirement, { option, value: options[option], allowed: [] });
  }
  return Object.keys(traits).length === 0 ? undefined : traits;
}

function assertAllowed(option: string, value: unknown, allowed: readonly string[]): void {
  if (allowed.some((each) => each === value)) return;
  throw new AnimalError(`must be ${listWords(allowed)}`, { option, value, allowed });
}

function listWords(words: readonly string[]): string {
  return words.length === 1 ? `"${words[0]}"` : `one of ${words.join(", ")}`;
}

/**
 * The animals of names, in one call: what `/animals.js` exports. `drawAnimal("cat", "Ada")` is `/cat/Ada.svg`, byte for
 * byte. Fifty users have a picture each without a request:
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { drawAnimal } from "@pawkit/animals/named";
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
  TRAITS,
} from "./animal.ts";
import { MAX_NAME_CHARACTERS, normalizeName, tidyName } from "./name.ts";
import { OPTIONS } from "./options.ts";
import type { AnimalPlan } from "./plan.ts";
import type { GivenTraits } from "./traits.ts";
import { toKey } from "./words.ts";

/** The kinds of animals. */
export const KINDS: readonly AnimalKind[] = ANIMALS;

/** A name, in which a plus is a plus, or the names of two parents, whose child is meant. */
export type AnimalName = string | readonly [string, string];

/** How an animal is shown. The options have the names and values of the parameters in a URL. */
export interface AnimalOptions {
  /** All of the animal, or only its face; by default all. */
  readonly view?: typeof OPTIONS.view[number] | undefined;
  /** The radius of the corners, if the side of the picture is 512: a whole number, or `max` for a circle. */
  readonly radius?: number | typeof OPTIONS.radius.word | undefined;
  /** What is behind it: `none`, `ff8800`, `ff8800-0088ff`, `mint`, `hearts` or `mint-hearts`. */
  readonly background?: string | undefined;
  /** `on` lets it blink, breathe and move, unless readers prefer less motion. */
  readonly motion?: typeof OPTIONS.motion[number] | undefined;
  /** Any trait in words, such as `wears: "woolly hat"`. The name decides the others. */
  readonly [trait: string]: string | number | undefined;
}

/** What is known about an animal without drawing it. */
export interface AnimalDescription {
  /** The alternative text: `a cheerful ginger tabby cat with a blue scarf, sitting, on a mint background`. */
  readonly alt: string;
  /** Its traits in words, by the names of their parameters. */
  readonly traits: GivenTraits;
}

/**
 * Draws the animal of a name as an SVG document.
 *
 * @throws {RangeError} If the kind, the name or an option has a value that does not exist.
 * @throws {TypeError} If it has another type, or if there is no such option.
 */
export function drawAnimal(kind: AnimalKind, name: AnimalName, options: AnimalOptions = {}): string {
  return planNamed(kind, name, options).draw();
}

/**
 * Describes the animal of a name. This takes a fraction of the time of drawing it.
 *
 * @throws {RangeError} If the kind, the name or an option has a value that does not exist.
 * @throws {TypeError} If it has another type, or if there is no such option.
 */
export function describeAnimal(kind: AnimalKind, name: AnimalName, options: AnimalOptions = {}): AnimalDescription {
  const { alt, traits } = planNamed(kind, name, options);
  return { alt, traits };
}

function planNamed(kind: AnimalKind, name: AnimalName, options: AnimalOptions): AnimalPlan {
  assertAllowed("kind", kind, KINDS);
  if (Array.isArray(name) && name.length !== 2) {
    throw new RangeError(`Cannot read the name: must be one name or an array of two, got ${name.length}`);
  }
  const [id, otherId = id] = [name].flat().map((each) => toAnimalId(kind, parseName(each))) as [string, string?];
  const { view, radius, background, motion, ...others } = options;
  if (view !== undefined) assertAllowed("view", view, OPTIONS.view);
  if (motion !== undefined) assertAllowed("motion", motion, OPTIONS.motion);
  return planAnimal(kind, toChildId(id, otherId), {
    view,
    traits: parseTraits(kind, others),
    background: background === undefined ? undefined : parseBackground(kind, background),
    radius: radius === undefined ? 0 : parseRadius(radius),
    motion: motion === "on",
  })!;
}

/** Returns a name as names are compared. */
function parseName(name: unknown): string {
  if (typeof name !== "string") throw new TypeError(`Cannot read the name: must be a text, got ${quote(name)}`);
  const length = Array.from(tidyName(name)).length;
  if (length > 0 && length <= MAX_NAME_CHARACTERS) return normalizeName(name);
  throw new RangeError(`Cannot read the name: must have 1 to ${MAX_NAME_CHARACTERS} characters, got ${length}`);
}

/** Half of the side of a drawing: a circle. */
const CIRCLE = 256;

function parseRadius(radius: unknown): number {
  const { min, max, word } = OPTIONS.radius;
  if (radius === word) return CIRCLE;
  if (Number.isInteger(radius) && Number(radius) >= min && Number(radius) <= max) {
    return Math.min(Number(radius), CIRCLE);
  }
  const range = `must be a whole number from ${min} to ${max} or "${word}"`;
  throw new RangeError(`Cannot read "radius": ${range}, got ${quote(radius)}`);
}

function parseBackground(kind: AnimalKind, background: unknown): string {
  if (typeof background === "string" && parseBackdropOf(kind, background) !== undefined) return background;
  const hasScenes = sceneWordsOf(kind).length > 0;
  const forms = `none, RRGGBB or RRGGBB-RRGGBB${hasScenes ? ", or a scene such as mint-hearts" : ""}`;
  throw new RangeError(`Cannot read "background": must be ${forms}, got ${quote(background)}`);
}

function parseTraits(kind: AnimalKind, options: Readonly<Record<string, unknown>>): GivenTraits {
  const traits: Record<string, string> = {};
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(TRAITS[kind], name)) {
      const names = ["view", "radius", "background", "motion", ...Object.keys(TRAITS[kind])];
      throw new TypeError(`Cannot read the options: must be ${names.join(" or ")}, got ${quote(name)}`);
    }
    if (value === undefined) continue;
    const values = TRAITS[kind][name]!;
    const words = values.find((each) => each === value || toKey(each) === value);
    if (words === undefined) assertAllowed(name, value, values);
    else traits[name] = words;
  }
  const clash = findTraitClash(kind, traits);
  if (clash === undefined) return traits;
  const [one, other] = clash.map((name) => `"${name}" (${traits[name]})`);
  throw new RangeError(`Cannot draw the animal: ${one} and ${other} exclude each other`);
}

function assertAllowed(option: string, value: unknown, allowed: readonly string[]): void {
  if (allowed.some((each) => each === value)) return;
  throw new RangeError(`Cannot read "${option}": must be ${allowed.join(" or ")}, got ${quote(value)}`);
}

function quote(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

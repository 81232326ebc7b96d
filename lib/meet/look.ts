import { z } from "zod";
import { AnimalError, type AnimalOptions, describeAnimal, KINDS, SCENES, TRAITS } from "@pawkit/animals";
import { integer } from "@/lib/http/endpoint.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { Address, Named } from "@/lib/meet/names.ts";

const SIZE = { min: 16, max: 1024, default: 512 } as const;

/** The sizes of each animal of a group. Up to four animals may be larger. */
const GROUP_SIZE = { max: 256, maxOfFew: 512, few: 4, default: 256 } as const;

/** The parameters of how an animal looks, from the data of the package. */
export const LOOK = {
  size: integer(SIZE.min, SIZE.max).optional()
    .describe(
      `The side in pixels, ${SIZE.default} by default. In a group, the side of each animal, ${GROUP_SIZE.default} by ` +
        `default; at most ${GROUP_SIZE.maxOfFew} for up to four animals, and ${GROUP_SIZE.max} for more. An SVG scales`,
    ),
  view: z.enum(["full", "face", "card"]).optional().describe("`card` is 1200 × 630 pixels, for previews of links"),
  radius: z.union([z.literal("max"), integer(1, 2048)]).optional()
    .describe("The radius of the corners in pixels, or `max` for a circle"),
  background: z.string().max(64).optional()
    .describe("`none`, `RRGGBB`, `RRGGBB-RRGGBB`, or one or two of " + SCENES.map((word) => `\`${word}\``).join(", ")),
  ...traitFields(),
  motion: z.enum(["on", "off"]).optional().describe("`on` lets an SVG blink, breathe and move"),
};

const look = z.object(LOOK);

/** How animals are shown. */
export type Look = z.output<typeof look>;

/** Returns the fields of an input that belong to the look. */
export function pickLook(input: Look): Look {
  return Object.fromEntries(Object.keys(LOOK).map((name) => [name, input[name as keyof Look]]));
}

/** Returns the query of an address, without what is not given: `?view=face&wears=scarf`, or nothing. */
export function toQuery(parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "");
  // A page has a hundred addresses, for which URLSearchParams would take long.
  return given.length === 0
    ? ""
    : `?${given.map(([name, value]) => `${name}=${encodeURIComponent(`${value}`)}`).join("&")}`;
}

/** Returns the options of the package for a look. The options in pixels are left to the caller. */
export function toOptions({ size: _, radius: _2, ...options }: Look): AnimalOptions {
  return options;
}

/** Returns the longest side of each animal in pixels. */
export function maxSizeOf({ animals: { length } }: Pick<Address, "animals">): number {
  if (length === 1) return SIZE.max;
  return length <= GROUP_SIZE.few ? GROUP_SIZE.maxOfFew : GROUP_SIZE.max;
}

/** Returns the side of each animal in pixels. @throws {ApiError} `invalid_parameter` if it is too long for a group. */
export function sizeOf(address: Pick<Address, "animals">, { size }: Look): number {
  const { length } = address.animals;
  const max = maxSizeOf(address);
  if (size === undefined || size <= max) return size ?? (length === 1 ? SIZE : GROUP_SIZE).default;
  const message =
    `Cannot read "size": must be a whole number from ${SIZE.min} to ${max} in a group of ${length}, got "${size}"`;
  const details = { parameter: "size", value: `${size}`, min: SIZE.min, max };
  throw new ApiError("invalid_parameter", message, { details });
}

/** Returns whether a page shows these animals moving. A group and a card never move. */
export function isMoving({ animals }: Pick<Address, "animals">, { motion, view }: Look): boolean {
  return animals.length === 1 && view !== "card" && motion !== "off";
}

/** What is known about an animal without drawing it. */
export type Description = ReturnType<typeof describeAnimal>;

/** Describes an animal. This also checks whether it can have this look. @throws {ApiError} `invalid_parameter`. */
export function describe({ kind, names }: Named, given: Look): Description {
  return withApiErrors(() => describeAnimal(kind, names.length === 1 ? names[0] : names, toOptions(given)));
}

/** Returns whether all of these animals can have this look, which depends on their kinds only. */
export function canLook(animals: readonly Named[], given: Look): boolean {
  const examples = new Map(animals.map((animal) => [animal.kind, animal]));
  try {
    for (const animal of examples.values()) describe(animal, given);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Converts an error of the package into the error of the interface. */
export function withApiErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AnimalError)) throw error;
    const { option, value, allowed, min, max } = error;
    const numbers = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    const details = { parameter: option, value: String(value), ...(allowed?.length && { allowed }), ...numbers };
    throw new ApiError("invalid_parameter", error.message, { details, cause: error });
  }
}

/** Returns a field for each trait, with the words of all kinds. The package checks the words of a kind. */
function traitFields(): Record<string, z.ZodOptional<z.ZodString>> {
  const words = new Map<string, Set<string>>();
  for (const kind of KINDS) {
    for (const [name, values] of Object.entries(TRAITS[kind])) {
      words.set(name, new Set([...words.get(name) ?? [], ...values]));
    }
  }
  return Object.fromEntries(
    [...words].map(([name, values]) => {
      const meaning = name === "wears" ? "What it wears" : `Its ${name}`;
      return [name, z.string().meta({ enum: [...values] }).optional().describe(`${meaning}. By default from the name`)];
    }),
  );
}

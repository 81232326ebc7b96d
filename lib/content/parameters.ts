// The query parameters of random items and of drawings.

import { ANIMALS, MAX_NAME_CHARACTERS, OPTIONS, toKey, TRAITS } from "@pawkit/animals";
import type { ChoiceParameter } from "@pawkit/images";
import { BACKGROUND_NAMES, RADIUS_MISTAKES } from "@/lib/parameters/common_mistakes.ts";
import type { Parameters } from "@/lib/parameters/parameter.ts";

/** The longest seed or name. */
export const MAX_SEED_CHARACTERS = MAX_NAME_CHARACTERS;

const COUNT = { type: "integer", min: 1, max: 50, isOptional: true } as const;
const SEED = { type: "text", max: MAX_SEED_CHARACTERS, isOptional: true } as const;

const TEXT_FORMATS = ["json", "text"] as const;
const LINK_FORMATS = [...TEXT_FORMATS, "redirect"] as const;
const PICTURE_FORMATS = [...LINK_FORMATS, "image"] as const;

/** The formats of a response with random items. */
export type ItemFormat = typeof PICTURE_FORMATS[number];

/** The parameters of the random items of each category. Only animals are pictures, and only they and videos a link. */
export const ITEM_PARAMETERS = {
  animals: toItemParameters(PICTURE_FORMATS),
  string: toItemParameters(TEXT_FORMATS),
  kaomoji: toItemParameters(TEXT_FORMATS),
  "yt-video": toItemParameters(LINK_FORMATS),
} satisfies Readonly<Record<string, Parameters>>;

function toItemParameters(formats: readonly ItemFormat[]) {
  return { count: COUNT, seed: SEED, format: { type: "choice", allowed: formats, isOptional: true } } as const;
}

/** The types of a drawn picture. */
export const PICTURE_TYPES = ["png", "webp", "svg", "jpg"] as const;

/** What callers write instead of a type, as an extension and as `type`. */
export const TYPE_SYNONYMS: Readonly<Record<string, PictureType>> = { jpeg: "jpg" };

/** The type of a drawn picture. */
export type PictureType = typeof PICTURE_TYPES[number];

/** The parameter that chooses the type of a drawn picture where its path does not. */
export const TYPE_PARAMETERS = {
  type: { type: "choice", allowed: PICTURE_TYPES, synonyms: TYPE_SYNONYMS, fallback: "png" },
} as const satisfies Parameters;

/** How large an animal is drawn, how much of it, and with which corners. */
export const FRAME_PARAMETERS = {
  size: { type: "integer", min: 16, max: 1024, fallback: 512, otherNames: ["scale"] },
  view: {
    type: "choice",
    allowed: OPTIONS.view,
    suggestions: { head: "face", avatar: "face", portrait: "face", whole: "full", body: "full" },
    fallback: "full",
  },
  radius: { type: "integer", ...OPTIONS.radius, ...RADIUS_MISTAKES, isOptional: true },
} as const satisfies Parameters;

/** Whether an animal moves. */
export const MOTION_PARAMETERS = {
  motion: {
    type: "choice",
    allowed: OPTIONS.motion,
    suggestions: { true: "on", "1": "on", yes: "on" },
    isOptional: true,
    otherNames: ["animate", "animated", "animation"],
  },
} as const satisfies Parameters;

/** The parameter for what is behind an animal. */
export const BACKGROUND_PARAMETERS = {
  background: { type: "text", isOptional: true, otherNames: BACKGROUND_NAMES },
} as const satisfies Parameters;

/** What callers call traits by mistake. */
const TRAIT_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  coat: ["color", "colour", "fur"],
  mood: ["emotion", "expression", "mouth"],
  wears: ["accessory", "hat", "wear"],
};

/** Everyday words for values of traits. Each suggests the first of these that an animal can have. */
const EVERYDAY_WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  coat: {
    orange: ["ginger", "amber", "russet"],
    brown: ["chocolate", "russet"],
    yellow: ["golden", "sandy"],
    gold: ["golden", "yellow"],
    purple: ["violet"],
  },
  wears: {
    hat: ["party-hat"],
    beanie: ["woolly-hat"],
    tie: ["bow-tie"],
    ribbon: ["bow"],
    none: ["nothing"],
  },
};

/** The traits of all kinds that a caller can choose, each with the values of every kind that has it. */
export const TRAIT_PARAMETERS: Readonly<Record<string, ChoiceParameter>> = toTraitParameters(
  ANIMALS.flatMap((kind) => Object.entries(TRAITS[kind])),
);

/** Returns the parameters for traits with these values. Blanks may be written as they are. */
export function toTraitParameters(
  traits: readonly (readonly [string, readonly string[]])[],
): Readonly<Record<string, ChoiceParameter>> {
  const lists = Map.groupBy(traits, ([name]) => name).entries();
  return Object.fromEntries(lists.map(([name, entries]) => {
    const values = [...new Set(entries.flatMap(([, words]) => words))];
    const synonyms = Object.fromEntries(values.map((words) => [words, toKey(words)]));
    const otherNames = TRAIT_SYNONYMS[name] ?? [];
    const allowed = values.map(toKey);
    const suggestions = Object.fromEntries(
      Object.entries(EVERYDAY_WORDS[name] ?? {}).flatMap(([word, meant]) => {
        const value = meant.find((each) => allowed.includes(each));
        return value === undefined ? [] : [[word, value]];
      }),
    );
    return [name, { type: "choice", allowed, synonyms, suggestions, isOptional: true, otherNames }];
  }));
}

/** What a caller can choose about the look of an animal. */
const WISH_PARAMETERS = { ...BACKGROUND_PARAMETERS, ...TRAIT_PARAMETERS } satisfies Parameters;

/** How the page of an animal shows it, and what redirects to a page pass on. It moves by itself. */
export const PAGE_PARAMETERS = { ...FRAME_PARAMETERS, ...WISH_PARAMETERS } satisfies Parameters;

/** How an animal is drawn. */
const DRAWING_PARAMETERS = {
  ...FRAME_PARAMETERS,
  ...MOTION_PARAMETERS,
  ...WISH_PARAMETERS,
} satisfies Parameters;

/** The parameters of random animals. */
export const RANDOM_ANIMAL_PARAMETERS = {
  ...ITEM_PARAMETERS.animals,
  seed: { ...SEED, otherNames: ["name"] },
  ...TYPE_PARAMETERS,
  ...DRAWING_PARAMETERS,
} satisfies Parameters;

/** The parameters of the picture of an id. */
export const PICTURE_PARAMETERS = {
  ...DRAWING_PARAMETERS,
  // Drawings are square.
  size: { ...FRAME_PARAMETERS.size, otherNames: ["width", "height", "w", "h", "scale"] },
} satisfies Parameters;

/** The size of link previews, and its name: chat programs and social networks show it without cropping. */
export const PREVIEW = { name: "card", width: 1200, height: 630 } as const;

/** The parameters of a named animal, whose PNG and JPEG can be a preview. */
export const NAMED_PARAMETERS = {
  ...PICTURE_PARAMETERS,
  size: { ...PICTURE_PARAMETERS.size, word: PREVIEW.name },
} satisfies Parameters;

/** The parameters of a group of animals: each is a tile of this size. */
export const GROUP_PARAMETERS = {
  ...PICTURE_PARAMETERS,
  size: { ...PICTURE_PARAMETERS.size, max: 512, fallback: 256 },
} as const satisfies Parameters;

/** How text for a terminal is drawn. */
export const TERMINAL_PARAMETERS = {
  columns: { type: "integer", min: 10, max: 120, fallback: 40, otherNames: ["cols"] },
  colors: {
    type: "choice",
    allowed: ["all", "256", "none"],
    suggestions: { off: "none", no: "none", false: "none", "0": "none", on: "all", true: "all", truecolor: "all" },
    fallback: "all",
    otherNames: ["colour", "colours"],
  },
} as const satisfies Parameters;

/** The parameters of the redirect to an animal: a name or two with a plus, and the name of the other parent. */
export const REDIRECT_PARAMETERS = {
  seed: { type: "text", isOptional: true, otherNames: ["name"] },
  with: { type: "text", max: MAX_SEED_CHARACTERS, isOptional: true },
} as const satisfies Parameters;

import { ANIMALS, OPTIONS, SCENE_WORDS } from "@pawkit/animals";
import { MAX_FILE_CHARACTERS } from "@/lib/content/drawings/pictures.ts";
import { PICTURE_TYPES, TERMINAL_PARAMETERS } from "@/lib/content/parameters.ts";
import { toMediaType } from "@/lib/content/drawings/variant.ts";
import type { EndpointDefinition, EndpointResponse, ParameterTexts } from "@/lib/endpoints/endpoint.ts";
import type { HeaderName } from "@/lib/endpoints/headers.ts";
import { INCLUDED_MS, MS_PER_POINT, WORK_POINTS } from "@/lib/access/prices.ts";

/** What callers read about the look of an animal. What is not given follows from the name. */
export const WISH_TEXTS = {
  background: {
    summary:
      "What is behind the animal: `none` (transparent, white in JPEG), a colour, a gradient from top to bottom " +
      `(\`RRGGBB-RRGGBB\`), or a scene: ${SCENE_WORDS.map((word) => `\`${word}\``).join(", ")}, ` +
      "or a colour and a decoration (`mint-hearts`); a fish keeps its water unless colours or `none` are given",
    example: "mint-hearts",
  },
  coat: { summary: "The colour of its fur, wool, scales or feathers" },
  pattern: { summary: "The pattern of its coat" },
  eyes: { summary: "The colour of its eyes" },
  head: { summary: "The shape of its head" },
  ears: { summary: "The shape of its ears" },
  wool: { summary: "The wool of an alpaca, which decides the shape of its body" },
  body: { summary: "The shape of a fish" },
  fins: { summary: "The length of the fins of a fish" },
  tail: { summary: "The shape of the tail of a fish" },
  fringe: { summary: "How the hair of an alpaca is cut" },
  crest: { summary: "The feathers on the head of a bird" },
  mood: { summary: "Its face" },
  pose: { summary: "What it does. Only who is `sleeping` has closed eyes" },
  wears: { summary: "What it wears, in a colour that suits its coat", example: "crown" },
  facing: { summary: "Where it looks" },
} as const satisfies ParameterTexts;

const { radius: RADIUS } = OPTIONS;

/** What callers read about each parameter of a drawing. */
export const DRAWING_TEXTS = {
  size: { summary: "The width and height of a drawn picture in pixels; an SVG scales by itself", example: 128 },
  view: { summary: "`full` draws all of the animal, `face` only the head, for avatars" },
  radius: {
    summary: `The radius of round corners: ${RADIUS.min} to ${RADIUS.max} pixels, or ` +
      `\`${RADIUS.word}\` for a circle; in an SVG, whose side is 512`,
    example: RADIUS.word,
  },
  motion: {
    summary: "`on` makes an SVG that blinks, breathes and moves its tail, ears or fins, unless the reader prefers " +
      "reduced motion; a 400 for other types and for pages",
  },
  ...WISH_TEXTS,
} as const satisfies ParameterTexts;

/** What callers read about each parameter of text. */
export const TERMINAL_TEXTS = {
  columns: { summary: "The width of text in characters, in a terminal or with `.txt`", example: 60 },
  colors: { summary: "`256` for terminals without 24-bit colours, `none` for a line drawing in plain text" },
} as const satisfies Record<keyof typeof TERMINAL_PARAMETERS, ParameterTexts[string]>;

/** The kind of an animal in a path. */
export const KIND = { summary: "The animal", allowed: ANIMALS, example: "cat" } as const;

/** The pictures that the animal endpoints link to. */
export const PICTURES: EndpointDefinition = {
  path: "/images/animals/{kind}/{file}",
  title: "Picture of an animal",
  summary: "Returns a picture that the animal endpoints link to",
  description:
    "Pictures are drawn from their id, which means the same drawing within a major version. Any page may embed them. " +
    `A PNG, WebP or JPEG that is not cached costs ${
      1 + WORK_POINTS
    } points, plus 1 for each full ${MS_PER_POINT} ms of ` +
    `processor time beyond ${INCLUDED_MS} ms, everything else 1. The operator can supply photographs ` +
    "instead; `link` then names the licence, and `item.credit` of the animal endpoints the author.",
  pathParameters: {
    kind: KIND,
    file: {
      summary: "An id and `.png`, `.webp`, `.svg` or `.jpg`",
      maxLength: MAX_FILE_CHARACTERS,
      example: "io1dwf90.png",
    },
  },
  queryParameters: DRAWING_TEXTS,
  responses: toPictureResponses("etag", "link"),
  errors: ["not_found", "invalid_parameter", "overloaded", "filter_timeout"],
};

/** Describes the picture in each of its types. */
export function toPictureResponses(...headers: readonly HeaderName[]): EndpointResponse[] {
  return PICTURE_TYPES.map((type) => ({ type: toMediaType(type), headers }));
}

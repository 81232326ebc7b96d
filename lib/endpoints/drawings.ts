import { ANIMALS } from "@pawkit/animals";
import { MAX_FILE_CHARACTERS } from "@/lib/content/pictures.ts";
import { DRAWING_PARAMETERS, PICTURE_TYPES } from "@/lib/content/parameters.ts";
import { toMediaType } from "@/lib/content/variant.ts";
import type { EndpointDefinition, EndpointResponse, ParameterTexts } from "@/lib/endpoints/endpoint.ts";
import type { HeaderName } from "@/lib/endpoints/headers.ts";
import { INCLUDED_MS, MS_PER_POINT, WORK_POINTS } from "@/lib/access/points.ts";
import { RADIUS } from "@pawkit/images";

/** What callers read about each parameter of a drawing. */
export const DRAWING_TEXTS = {
  size: { summary: "The width and height of a drawn picture in pixels; an SVG scales by itself", example: 128 },
  view: { summary: "`face` draws only the head, for avatars" },
  radius: {
    summary: `The radius of round corners: ${RADIUS.min} to ${RADIUS.max} pixels, or ` +
      `\`${RADIUS.word}\` for a circle; in an SVG, whose side is 512`,
    example: RADIUS.word,
  },
  background: { summary: "`none` draws only the animal, on a transparent ground" },
} as const satisfies Record<keyof typeof DRAWING_PARAMETERS, ParameterTexts[string]>;

/** The kind of an animal in a path. */
export const KIND = { summary: "The animal", allowed: ANIMALS, example: "cat" } as const;

/** The pictures that the animal endpoints link to. */
export const PICTURES: EndpointDefinition = {
  path: "/images/animals/{kind}/{file}",
  title: "Picture of an animal",
  summary: "Returns a picture that the animal endpoints link to",
  description:
    "Pictures are drawn from their id, which means the same drawing within a major version. Any page may embed them. " +
    `A PNG or WebP that is not cached costs ${1 + WORK_POINTS} points, plus 1 for each full ${MS_PER_POINT} ms of ` +
    `processor time beyond ${INCLUDED_MS} ms, everything else 1. The operator can supply photographs ` +
    "instead; `link` then names the licence, and `item.credit` of the animal endpoints the author.",
  pathParameters: {
    kind: KIND,
    file: {
      summary: "An id and `.png`, `.svg` or `.webp`",
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

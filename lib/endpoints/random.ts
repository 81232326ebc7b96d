import { z } from "zod";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import { type Category, ITEM_DESCRIPTIONS, kindsOf } from "@/lib/content/categories.ts";
import { formatsOf, MAX_COUNT, MAX_SEED_CHARACTERS, toMessage } from "@/lib/content/random_response.ts";
import { INCLUDED_DRAWING_MS, MAX_FILE_CHARACTERS, UNCACHED_DRAWING_POINTS } from "@/lib/content/picture_loader.ts";
import { MS_PER_POINT } from "@/lib/http/price.ts";
import * as variant from "@/lib/content/variant.ts";
import type { Definitions, EndpointDefinition, EndpointResponse, Installation } from "@/lib/endpoints/endpoint.ts";
import { type HeaderName, HEADERS } from "@/lib/endpoints/headers.ts";
import { ERROR_SCHEMA, jsonResponse } from "@/lib/endpoints/schemas.ts";

/** A category of random content in one version of the API. */
interface RandomEndpoint {
  readonly category: Category;
  readonly title: string;
  readonly path: string;
  /** The name of the variable segment. Without one, an animal is of any kind. */
  readonly variable?: "kind" | "endpoint" | "type";
}

const ANIMAL_ENDPOINTS: readonly RandomEndpoint[] = [
  { category: "animals", title: "Random animal", path: "/api/v2/random/animal", variable: "kind" },
  { category: "animals", title: "Animal of any kind", path: "/api/v2/random/animal" },
  { category: "animals", title: "Random animal (v1)", path: "/api/v1/animals", variable: "kind" },
];

const TEXT_ENDPOINTS: readonly RandomEndpoint[] = [
  { category: "string", title: "8 ball answer", path: "/api/v2/random/string", variable: "type" },
  { category: "yt-video", title: "Cat video", path: "/api/v2/random/yt-video", variable: "type" },
  { category: "kaomoji", title: "Random kaomoji", path: "/api/v2/random/kaomoji", variable: "type" },
  { category: "string", title: "8 ball answer (v1)", path: "/api/v1/string", variable: "endpoint" },
  { category: "kaomoji", title: "Random kaomoji (v1)", path: "/api/v1/kaomoji", variable: "endpoint" },
];

const SIZE = {
  summary: "The width and height of a drawn picture in pixels; an SVG scales by itself",
  type: "integer",
  ...variant.SIZE_RANGE,
  fallback: variant.DEFAULT_SIZE,
  example: 128,
} as const;

/** How a drawing is shown, besides its size. */
const LOOK = {
  view: { summary: "`face` draws only the head, for avatars", allowed: variant.VIEWS },
  radius: {
    summary: `The radius of round corners: ${variant.RADIUS_RANGE.min} to ${variant.RADIUS_RANGE.max} pixels, or ` +
      `\`${variant.MAX_RADIUS}\` for a circle; in an SVG, whose side is 512`,
    pattern: `^(?:${variant.MAX_RADIUS}|[1-9]\\d{0,2}|1\\d{3}|20[0-3]\\d|204[0-8])$`,
    example: variant.MAX_RADIUS,
  },
  background: { summary: "`none` draws only the animal, on a transparent ground", allowed: variant.BACKGROUNDS },
};

const KIND = { summary: "The animal", allowed: ANIMALS, example: "cat" } as const;

const PICTURES: EndpointDefinition = {
  path: "/images/animals/{kind}/{file}",
  title: "Picture of an animal",
  summary: "Returns a picture that the animal endpoints link to",
  description:
    "Pictures are drawn from their id and never change. Any page may embed them. A PNG or WebP that is not " +
    `cached costs ${UNCACHED_DRAWING_POINTS} points, plus 1 for each ${MS_PER_POINT} ms of processor time beyond ` +
    `${INCLUDED_DRAWING_MS} ms, everything else 1. The operator can supply photographs ` +
    "instead; `link` then names the licence, and `item.credit` of the animal endpoints the author.",
  pathParameters: {
    kind: KIND,
    file: {
      summary: "An id and `.png`, `.svg` or `.webp`",
      maxLength: MAX_FILE_CHARACTERS,
      example: "io1dwf90.png",
    },
  },
  queryParameters: { size: SIZE, ...LOOK },
  responses: toPictureResponses("etag", "link"),
  errors: ["not_found", "invalid_parameter", "overloaded", "filter_timeout"],
};

const UNKNOWN_KIND = { status: 404, type: "text/html", summary: "A page: there is no such animal." } as const;

const UNKNOWN_EXTENSION: EndpointResponse = {
  status: 404,
  type: "application/json",
  schema: ERROR_SCHEMA,
  summary: "As JSON: there is no such extension, and `details.allowed` lists those that exist.",
  headers: ["x-request-id"],
  example: {
    success: false,
    status: 404,
    code: "unknown_type",
    message: 'Cannot find "jpg": must be one of png, webp, svg',
    requestId: HEADERS["x-request-id"].example,
    details: { value: "jpg", allowed: variant.PICTURE_TYPES },
  },
};

const REDIRECT: Pick<EndpointDefinition, "summary" | "queryParameters" | "responses" | "errors"> = {
  summary: "Redirects to the page of a random animal",
  queryParameters: {
    seed: {
      summary: "The name; a random one if it is empty. A name that ends in an extension such as `.png` has no page",
      // Not the names "." and "..", which are no segments of a path.
      pattern: `^(?:[^.]?|[^.].|\\.[^.]|.{3,${MAX_SEED_CHARACTERS}})$`,
      maxLength: MAX_SEED_CHARACTERS,
    },
  },
  responses: [
    { status: 302, type: "text/plain", summary: "A redirect to its page.", headers: ["location"] },
    { type: "text/html", summary: "The page, for clients that follow the redirect." },
    UNKNOWN_KIND,
  ],
  errors: ["invalid_parameter"],
};

/** The pages of animals, whose addresses people share. */
const PAGES: readonly EndpointDefinition[] = [
  {
    id: "animal",
    path: "/{kind}/{name}",
    title: "Page of a name",
    summary: "Returns the page of the animal that belongs to a name, or its picture",
    description: "The animal is that of `/api/v2/random/animal/{kind}?seed={name}`. `/cat/Ada` is a page for people, " +
      "with a preview for chats. `/cat/Ada.png`, `.svg` and `.webp` are its picture, cached for a day. Other " +
      "extensions of files, such as `.jpg`, are a 404 that lists these.",
    pathParameters: {
      kind: KIND,
      name: {
        summary: "Any text of up to 64 characters, and perhaps an extension",
        // Not the names "." and "..", which are no segments of a path, and no extension alone.
        pattern: `^[^.].{0,${MAX_SEED_CHARACTERS - 1}}(?:\\.(?:${variant.PICTURE_TYPES.join("|")}))?$`,
        example: "Ada",
      },
    },
    queryParameters: {
      size: {
        summary: `${SIZE.summary}; \`${variant.CARD.name}\` is a PNG of ${variant.CARD.width} × ` +
          `${variant.CARD.height} pixels, without \`view\` and \`radius\``,
        pattern: `^(?:${variant.CARD.name}|1[6-9]|[2-9]\\d|[1-9]\\d{2}|10[01]\\d|102[0-4])$`,
        fallback: String(SIZE.fallback),
        example: variant.CARD.name,
      },
      ...LOOK,
    },
    responses: [
      { type: "text/html", headers: ["etag"] },
      ...toPictureResponses("etag", "link"),
      UNKNOWN_KIND,
      UNKNOWN_EXTENSION,
    ],
    errors: ["invalid_parameter", "overloaded", "filter_timeout"],
  },
  { id: "animal-of-kind", path: "/{kind}", title: "Any name", pathParameters: { kind: KIND }, ...REDIRECT },
  { path: "/random", title: "Any kind and name", ...REDIRECT, summary: `${REDIRECT.summary} of any kind` },
];

/** Describes the random content in both versions, and the pictures that it links to. */
export function describeRandom({ origin }: Installation): Definitions {
  const animals = ANIMAL_ENDPOINTS.map((each) => describe(each, origin));
  return { animals: [...animals, PICTURES, ...PAGES], text: TEXT_ENDPOINTS.map((each) => describe(each, origin)) };
}

function describe(endpoint: RandomEndpoint, origin: string): EndpointDefinition {
  const { category, title, path, variable } = endpoint;
  const kinds = kindsOf(category);
  const formats = formatsOf(category);
  const isAnimal = category === "animals";
  const summary = `Returns ${ITEM_DESCRIPTIONS[category].summary}`;
  return {
    ...(variable === undefined && { id: "v2-random-any-animal" }),
    path: variable === undefined ? path : `${path}/{${variable}}`,
    title,
    summary: summary + (variable === undefined ? ", of any kind" : isV1(endpoint) ? ", in the older form of v1" : ""),
    description: (variable === undefined ? "`info.endpoint` is the kind of the first item; others may differ. " : "") +
      "Every item is equally likely. Within one response, no item repeats until all have been picked. " +
      "The same `seed` always returns the same items, in both v1 and v2.",
    ...(variable !== undefined && {
      pathParameters: { [variable]: { summary: "The kind to return", allowed: kinds, example: kinds[0]! } },
    }),
    queryParameters: {
      count: {
        summary: "The number of items; adds `items`, and `message` is that of the first item",
        type: "integer",
        min: 1,
        max: MAX_COUNT,
        example: 3,
      },
      seed: {
        summary: "Any text; the same seed always returns the same response",
        maxLength: MAX_SEED_CHARACTERS,
        example: "monday",
      },
      format: {
        summary: "`text` returns only the message" +
          (formats.includes("redirect") ? ", `redirect` redirects to it" : "") +
          (isAnimal ? ", `image` returns the picture itself" : "") + "; `accept` selects it, too",
        allowed: formats,
        fallback: "json",
      },
      ...(isAnimal && {
        type: { summary: "The type of a drawn picture", allowed: variant.PICTURE_TYPES, fallback: "png" },
        size: SIZE,
        ...LOOK,
      }),
    },
    responses: toResponses(endpoint, kinds[0]!, origin),
    errors: variable === undefined ? ["invalid_parameter"] : ["invalid_parameter", "unknown_type"],
  };
}

function isV1({ path }: RandomEndpoint): boolean {
  return path.startsWith("/api/v1/");
}

function toResponses(endpoint: RandomEndpoint, kind: string, origin: string): EndpointResponse[] {
  const { category } = endpoint;
  const { schema, example } = ITEM_DESCRIPTIONS[category];
  const itemSchema = schema(z);
  const item = "url" in example ? { ...example, url: new URL(toMessage(example), origin).href } : example;
  const message = toMessage(item);
  const info = { category, endpoint: kind };
  const infoFields = { category: z.literal(category), endpoint: z.string() };
  const fields = {
    ...(isV1(endpoint) ? infoFields : { info: z.object(infoFields) }),
    message: z.string(),
    item: itemSchema,
    items: z.array(itemSchema).optional(),
  };
  const formats = formatsOf(category);
  const responses: EndpointResponse[] = [
    jsonResponse(fields, { example: { ...(isV1(endpoint) ? info : { info }), message, item } }),
    { type: "text/plain", summary: "With `format=text`, only the messages, one per line.", example: message },
  ];
  if (formats.includes("redirect")) {
    const summary = "With `format=redirect`, a redirect to the URL of the item.";
    responses.push({ status: 302, type: "text/plain", summary, headers: ["location"] });
  }
  if (!formats.includes("image")) return responses;
  const [picture, ...others] = toPictureResponses();
  return [...responses, { ...picture!, summary: "With `format=image`, the picture itself." }, ...others];
}

/** Describes the picture in each of its types. */
function toPictureResponses(...headers: readonly HeaderName[]): EndpointResponse[] {
  return variant.PICTURE_TYPES.map((type) => ({ type: variant.toMediaType(type), headers }));
}

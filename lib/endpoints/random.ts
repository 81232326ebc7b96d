import { z } from "zod";
import { formatsOf, MAX_COUNT, MAX_SEED_CHARACTERS } from "@/lib/content/draw.ts";
import { MAX_FILE_CHARACTERS, UNCACHED_DRAWING_POINTS } from "@/lib/content/pictures.ts";
import { type ItemForm, toItem } from "@/lib/content/pool.ts";
import { ANIMALS, type Category, formsOf } from "@/lib/content/pools.ts";
import * as variant from "@/lib/content/variant.ts";
import type { Definitions, EndpointDefinition, EndpointResponse, Installation } from "@/lib/endpoints/endpoint.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";

/** A category of random content in one version of the API. */
interface RandomEndpoint {
  readonly category: Category;
  readonly path: string;
  /** The name of the variable segment. */
  readonly variable: "endpoint" | "type";
}

const ANIMAL_ENDPOINTS: readonly RandomEndpoint[] = [
  { category: "animals", path: "/api/v1/animals", variable: "endpoint" },
  { category: "animals", path: "/api/v2/random/animal", variable: "type" },
];

const TEXT_ENDPOINTS: readonly RandomEndpoint[] = [
  { category: "string", path: "/api/v1/string", variable: "endpoint" },
  { category: "kaomoji", path: "/api/v1/kaomoji", variable: "endpoint" },
  { category: "string", path: "/api/v2/random/string", variable: "type" },
  { category: "yt-video", path: "/api/v2/random/yt-video", variable: "type" },
  { category: "kaomoji", path: "/api/v2/random/kaomoji", variable: "type" },
];

const SIZE = {
  summary: "The width and height of a drawn picture in pixels; an SVG scales by itself",
  type: "integer",
  allowed: variant.PICTURE_SIZES.map(String),
  fallback: variant.DEFAULT_SIZE,
} as const;

const PICTURES: EndpointDefinition = {
  path: "/images/animals/{kind}/{file}",
  summary: "Returns a picture that the animal endpoints link to",
  description:
    "Pictures are drawn from their id and never change. Any page may embed them. A PNG or WebP that is not " +
    `cached costs ${UNCACHED_DRAWING_POINTS} points, everything else 1. The operator can supply photographs ` +
    "instead; `link` then names the licence, and `item.credit` of the animal endpoints the author.",
  pathParameters: {
    kind: { summary: "The animal", allowed: ANIMALS, example: "cat" },
    file: {
      summary: "An id and `.png`, `.svg` or `.webp`",
      maxLength: MAX_FILE_CHARACTERS,
      example: "io1dwf90.png",
    },
  },
  queryParameters: { size: SIZE },
  responses: variant.PICTURE_TYPES.map((type) => ({ type: variant.toMediaType(type), headers: ["etag", "link"] })),
  errors: ["not_found", "invalid_parameter", "overloaded", "filter_timeout"],
};

/** Describes the random content in both versions, and the pictures that it links to. */
export function describeRandom({ origin }: Installation): Definitions {
  const animals = ANIMAL_ENDPOINTS.map((each) => describe(each, origin));
  return { animals: [...animals, PICTURES], text: TEXT_ENDPOINTS.map((each) => describe(each, origin)) };
}

function describe(endpoint: RandomEndpoint, origin: string): EndpointDefinition {
  const { category, path, variable } = endpoint;
  const forms = toForms(category);
  const kinds = forms.flatMap(([, kinds]) => kinds);
  const formats = formatsOf(category);
  const isAnimal = category === "animals";
  const summary = `Returns ${forms.map(([form]) => form.summary).join(" or ")}`;
  return {
    path: `${path}/{${variable}}`,
    summary: variable === "endpoint" ? `${summary}, as in version 1` : summary,
    description: "Every item is equally likely. Within one response, no item repeats until all have been drawn. " +
      "The same `seed` always returns the same items, in both v1 and v2.",
    pathParameters: { [variable]: { summary: "The kind to return", allowed: kinds, example: kinds[0]! } },
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
      }),
    },
    responses: toResponses(endpoint, forms, origin),
    errors: ["invalid_parameter", "unknown_type"],
  };
}

/** Forms with the kinds whose items have them. */
type Forms = readonly (readonly [ItemForm, readonly string[]])[];

function toForms(category: Category): Forms {
  const kinds = Map.groupBy(formsOf(category), ([, form]) => form);
  return Array.from(kinds, ([form, entries]) => [form, entries.map(([kind]) => kind)]);
}

function toResponses({ category, variable }: RandomEndpoint, forms: Forms, origin: string): EndpointResponse[] {
  const [[{ example }, [kind]]] = forms as [Forms[number]];
  const item = "url" in example ? { ...example, url: new URL(example.url, origin).href } : example;
  const { message } = toItem(item);
  const info = { category, endpoint: kind };
  const fields = forms.map(([form, kinds]): z.ZodRawShape => {
    const item = form.schema(z);
    // With several forms, `endpoint` states which kinds have this one.
    const info = { category: z.literal(category), endpoint: forms.length === 1 ? z.string() : z.enum(kinds) };
    const head = variable === "endpoint" ? info : { info: z.object(info) };
    return { ...head, message: z.string(), item, items: z.array(item).optional() };
  });
  const formats = formatsOf(category);
  const responses: EndpointResponse[] = [
    jsonResponse(fields, { example: { ...(variable === "endpoint" ? info : { info }), message, item } }),
    { type: "text/plain", summary: "With `format=text`, only the messages, one per line.", example: message },
  ];
  if (formats.includes("redirect")) {
    const summary = "With `format=redirect`, a redirect to the URL of the item.";
    responses.push({ status: 302, type: "text/plain", summary, headers: ["location"] });
  }
  if (!formats.includes("image")) return responses;
  const [picture, ...others] = variant.PICTURE_TYPES.map((type) => ({ type: variant.toMediaType(type) }));
  return [...responses, { ...picture!, summary: "With `format=image`, the picture itself." }, ...others];
}

import { z } from "zod";
import { formatsOf, MAX_COUNT, MAX_SEED_CHARACTERS } from "@/lib/content/draw.ts";
import { MAX_FILE_CHARACTERS, UNCACHED_DRAWING_POINTS } from "@/lib/content/pictures.ts";
import { type ItemForm, toItem } from "@/lib/content/pool.ts";
import { ANIMALS, type Category, formsOf } from "@/lib/content/pools.ts";
import { DEFAULT_SIZE, PICTURE_SIZES, PICTURE_TYPES, toMediaType } from "@/lib/content/variant.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse, type ParameterMap } from "@/lib/endpoints/endpoint.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";

/** A category of random content, from which its endpoints in v1 and v2 are generated. */
interface RandomCategory {
  /** The category in responses and in the paths of v1. */
  readonly name: Category;
  /** The path segment in v2, if it differs. */
  readonly v2Name?: string;
  /** Whether v1 lacks this category. */
  readonly isV2Only?: true;
}

const CATEGORIES: readonly RandomCategory[] = [
  { name: "animals", v2Name: "animal" },
  { name: "string" },
  { name: "yt-video", isV2Only: true },
  { name: "kaomoji" },
];

const SIZE: ParameterMap[string] = {
  summary: "The width and height of a drawn picture in pixels; an SVG scales by itself",
  type: "integer",
  allowed: PICTURE_SIZES.map(String),
  default: DEFAULT_SIZE,
};

const DESCRIPTION = "Every item is equally likely. Within one response, no item repeats until all have been drawn. " +
  "The same `seed` always returns the same items, in both v1 and v2.";

/** Random content in both versions, and the pictures that it links to. */
export const RANDOM_ENDPOINTS: readonly Endpoint[] = [
  ...CATEGORIES.filter((each) => !each.isV2Only).map((each) => describe(each, "v1")),
  ...CATEGORIES.map((each) => describe(each, "v2")),
  defineEndpoint({
    id: "images-animals",
    group: "animals",
    path: "/images/animals/{kind}/{file}",
    summary: "Returns a picture that the animal endpoints link to",
    description: "Pictures are drawn from their id and never change. Any page may embed them. A " +
      `PNG or WebP that is not cached costs ${UNCACHED_DRAWING_POINTS} points, everything else 1. The operator can supply photographs instead; ` +
      "`link` then names the licence, and `item.credit` of the animal endpoints the author.",
    pathParameters: {
      kind: { summary: "The animal", type: "string", allowed: ANIMALS, example: "cat" },
      file: {
        summary: "An id and `.png`, `.svg` or `.webp`",
        type: "string",
        maxLength: MAX_FILE_CHARACTERS,
        example: "io1dwf90.png",
      },
    },
    queryParameters: { size: SIZE },
    responses: PICTURE_TYPES.map((type) => ({
      type: toMediaType(type),
      headers: ["etag", "link"] as const,
    })),
    errors: ["not_found", "invalid_parameter", "overloaded", "filter_timeout"],
    example: "/images/animals/cat/io1dwf90.png",
  }),
];

function describe(category: RandomCategory, version: "v1" | "v2"): Endpoint {
  const { name, v2Name = name } = category;
  const forms = toForms(name);
  const summary = `Returns ${forms.map(([form]) => form.summary).join(" or ")}`;
  const kinds = forms.flatMap(([, kinds]) => kinds);
  const path = version === "v1" ? `/api/v1/${name}` : `/api/v2/random/${v2Name}`;
  const variable = version === "v1" ? "endpoint" : "type";
  return defineEndpoint({
    id: version === "v1" ? `v1-${name}` : `v2-random-${v2Name}`,
    group: name === "animals" ? "animals" : "text",
    path: `${path}/{${variable}}`,
    summary: version === "v1" ? `${summary}, as in version 1` : summary,
    description: DESCRIPTION,
    pathParameters: {
      [variable]: { summary: "The kind to return", type: "string", allowed: kinds, example: kinds[0]! },
    },
    queryParameters: toQueryParameters(name),
    responses: toResponses(name, forms, version),
    errors: ["invalid_parameter", "unknown_type"],
    example: `${path}/${kinds[0]}`,
  });
}

/** Forms with the kinds whose items have them. */
type Forms = readonly (readonly [ItemForm, readonly string[]])[];

function toForms(category: Category): Forms {
  const kinds = Map.groupBy(formsOf(category), ([, form]) => form);
  return Array.from(kinds, ([form, entries]) => [form, entries.map(([kind]) => kind)]);
}

function toQueryParameters(name: Category): ParameterMap {
  const isAnimal = name === "animals";
  const formats = formatsOf(name);
  return {
    count: {
      summary: "The number of items; adds `items`, and `message` is that of the first item",
      type: "integer",
      min: 1,
      max: MAX_COUNT,
      example: 3,
    },
    seed: {
      summary: "Any text; the same seed always returns the same response",
      type: "string",
      maxLength: MAX_SEED_CHARACTERS,
      example: "monday",
    },
    format: {
      summary: "`text` returns only the message" +
        (formats.includes("redirect") ? ", `redirect` redirects to it" : "") +
        (isAnimal ? ", `image` returns the picture itself" : "") + "; `accept` selects it, too",
      type: "string",
      allowed: formats,
      default: "json",
    },
    ...(isAnimal && {
      type: { summary: "The type of a drawn picture", type: "string", allowed: PICTURE_TYPES, default: "png" },
      size: SIZE,
    }),
  };
}

function toResponses(name: Category, forms: Forms, version: "v1" | "v2"): EndpointResponse[] {
  const [[{ example: item }, [endpoint]]] = forms as [Forms[number]];
  const { message } = toItem(item);
  const info = { category: name, endpoint };
  const json = jsonResponse(
    forms.map(([form, kinds]) => toFields(name, form, forms.length === 1 ? z.string() : z.enum(kinds), version)),
    { ...(version === "v1" ? info : { info }), message, item },
  );
  const text = {
    type: "text/plain",
    summary: "With `format=text`, only the messages, one per line.",
    example: message,
  };
  const redirect: EndpointResponse = {
    status: 302,
    type: "text/plain",
    summary: "With `format=redirect`, a redirect to the URL of the item.",
    headers: ["location"],
  };
  const pictures = PICTURE_TYPES.map((type): EndpointResponse => ({
    type: toMediaType(type),
    ...(type === "png" && { summary: "With `format=image`, the picture itself." }),
  }));
  const formats = formatsOf(name);
  return [
    json,
    text,
    ...(formats.includes("redirect") ? [redirect] : []),
    ...(formats.includes("image") ? pictures : []),
  ];
}

/** Returns the fields of a response; with several forms, `endpoint` states which kinds have this one. */
function toFields(category: Category, { schema }: ItemForm, endpoint: z.ZodType, version: "v1" | "v2"): z.ZodRawShape {
  const item = schema(z);
  const info = { category: z.literal(category), endpoint };
  return {
    ...(version === "v1" ? info : { info: z.object(info) }),
    message: z.string(),
    item,
    items: z.array(item).optional(),
  };
}

import { z } from "zod";
import { formatsOf, MAX_COUNT, MAX_SEED_CHARACTERS } from "@/lib/content/draw.ts";
import { ANIMALS, type Category, KAOMOJI, STRINGS, VIDEOS } from "@/lib/content/pools.ts";
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
  readonly kinds: readonly string[];
  readonly summary: string;
  readonly item: z.ZodType;
  readonly example: { readonly message: string; readonly item: object };
}

const PICTURE_URL = "http://localhost:8000/images/animals/cat/io1dwf90.png";
const VIDEO_URL = "https://www.youtube.com/watch?v=J---aiyznGQ";

/** The author and the licence of a photograph. Drawings have none. */
const CREDIT = z.object({
  author: z.string(),
  license: z.string(),
  licenseUrl: z.url().optional(),
  source: z.url().optional(),
}).meta({ id: "Credit" });

const CATEGORIES: readonly RandomCategory[] = [
  {
    name: "animals",
    v2Name: "animal",
    kinds: ANIMALS,
    summary: "Returns a random animal: the URL of its picture and a description",
    item: z.object({
      id: z.string(),
      url: z.url(),
      alt: z.string(),
      width: z.int().min(1).optional(),
      height: z.int().min(1).optional(),
      mediaType: z.string().optional(),
      credit: CREDIT.optional(),
    }).meta({ id: "Animal" }),
    example: {
      message: PICTURE_URL,
      item: {
        id: "io1dwf90",
        url: PICTURE_URL,
        alt: "a cheerful ginger tabby cat, lying down, on an aqua background",
        width: 512,
        height: 512,
        mediaType: "image/png",
      },
    },
  },
  {
    name: "string",
    kinds: STRINGS,
    summary: "Returns a random answer of the Magic 8 Ball",
    item: z.object({ text: z.string(), sentiment: z.enum(["positive", "neutral", "negative"]) })
      .meta({ id: "Answer" }),
    example: { message: "Signs point to yes.", item: { text: "Signs point to yes.", sentiment: "positive" } },
  },
  {
    name: "yt-video",
    isV2Only: true,
    kinds: VIDEOS,
    summary: "Returns a random cat video",
    item: z.object({ id: z.string(), url: z.url(), title: z.string() }).meta({ id: "Video" }),
    example: { message: VIDEO_URL, item: { id: "J---aiyznGQ", url: VIDEO_URL, title: "Keyboard Cat" } },
  },
  {
    name: "kaomoji",
    kinds: KAOMOJI,
    summary: "Returns a random kaomoji",
    item: z.object({ text: z.string() }).meta({ id: "Kaomoji" }),
    example: { message: "(=^・ω・^=)", item: { text: "(=^・ω・^=)" } },
  },
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
      "PNG or WebP that is not cached costs 5 points, everything else 1. The operator can supply photographs instead; " +
      "`link` then names the licence, and `item.credit` of the animal endpoints the author.",
    pathParameters: {
      kind: { summary: "The animal", type: "string", allowed: ANIMALS, example: "cat" },
      file: { summary: "An id and `.png`, `.svg` or `.webp`", type: "string", maxLength: 24, example: "io1dwf90.png" },
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
  const { name, v2Name = name, kinds, summary } = category;
  const [kind = ""] = kinds;
  const path = version === "v1" ? `/api/v1/${name}` : `/api/v2/random/${v2Name}`;
  const variable = version === "v1" ? "endpoint" : "type";
  return defineEndpoint({
    id: version === "v1" ? `v1-${name}` : `v2-random-${v2Name}`,
    group: name === "animals" ? "animals" : "text",
    path: `${path}/{${variable}}`,
    summary: version === "v1" ? `${summary}, as in version 1` : summary,
    description: DESCRIPTION,
    pathParameters: { [variable]: { summary: "The kind to return", type: "string", allowed: kinds, example: kind } },
    queryParameters: toQueryParameters(category),
    responses: toResponses(category, version),
    errors: ["invalid_parameter", "unknown_type"],
    example: `${path}/${kind}`,
  });
}

function toQueryParameters({ name }: RandomCategory): ParameterMap {
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

function toResponses({ name, kinds, item, example }: RandomCategory, version: "v1" | "v2"): EndpointResponse[] {
  const infoSchema = { category: z.literal(name), endpoint: z.string() };
  const info = { category: name, endpoint: kinds[0] };
  const json = jsonResponse(
    {
      ...(version === "v1" ? infoSchema : { info: z.object(infoSchema) }),
      message: z.string(),
      item,
      items: z.array(item).optional(),
    },
    { ...(version === "v1" ? info : { info }), ...example },
  );
  const text = {
    type: "text/plain",
    summary: "With `format=text`, only the messages, one per line.",
    example: example.message,
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

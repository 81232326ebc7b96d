import { z } from "zod";
import { type Category, ITEM_DESCRIPTIONS, kindsOf } from "@/lib/content/categories.ts";
import { formatsOf, MAX_COUNT, MAX_SEED_CHARACTERS, toMessage } from "@/lib/content/random_response.ts";
import { PICTURE_TYPES } from "@/lib/content/variant.ts";
import { LOOK, PICTURES, SIZE, toPictureResponses } from "@/lib/endpoints/drawings.ts";
import type { Definitions, EndpointDefinition, EndpointResponse, Installation } from "@/lib/endpoints/endpoint.ts";
import { describeNamedAnimals } from "@/lib/endpoints/named_animals.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";

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

/** Describes the random content in both versions, and the pictures that it links to. */
export function describeRandom({ origin }: Installation): Definitions {
  const animals = ANIMAL_ENDPOINTS.map((each) => describe(each, origin));
  const [named, ...others] = describeNamedAnimals(origin);
  return {
    animals: [named!, ...animals, PICTURES, ...others],
    text: TEXT_ENDPOINTS.map((each) => describe(each, origin)),
  };
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
      "Within a major version, the same `seed` returns the same items, in both v1 and v2.",
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
        summary: "Any text; the same seed returns the same response" +
          (isAnimal ? ". The name of an animal, whatever its case" : ""),
        maxLength: MAX_SEED_CHARACTERS,
        example: "monday",
      },
      format: {
        summary: "`text` returns only the message, or with `count` all of them, one per line" +
          (formats.includes("redirect") ? ", `redirect` redirects to it" : "") +
          (isAnimal ? ", `image` returns the picture itself" : "") + "; `accept` selects it, too",
        allowed: formats,
        fallback: "json",
      },
      ...(isAnimal && {
        type: { summary: "The type of a drawn picture", allowed: PICTURE_TYPES, fallback: "png" },
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

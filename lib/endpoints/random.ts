import { z } from "zod";
import { type Category, ITEM_DESCRIPTIONS, listsOf } from "@/lib/content/random/categories.ts";
import { ITEM_PARAMETERS, type ItemFormat } from "@/lib/content/parameters.ts";
import { toMessage } from "@/lib/content/random/random_response.ts";
import { DRAWING_TEXTS, PICTURES, toPictureResponses } from "@/lib/endpoints/drawings.ts";
import type { Definitions, EndpointDefinition, EndpointResponse, Installation } from "@/lib/endpoints/endpoint.ts";
import { describeNamedAnimals } from "@/lib/endpoints/named_animals.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";

/** What the endpoints of random items do not have in common. */
interface RandomPath {
  readonly path: string;
  /** Two to four words for lists. */
  readonly title: string;
  readonly category: Category;
}

const ANIMAL_PATHS: readonly RandomPath[] = [
  { path: "/api/v2/random/animal/{kind}", title: "Random animal", category: "animals" },
  { path: "/api/v2/random/animal", title: "Animal of any kind", category: "animals" },
  { path: "/api/v1/animals/{kind}", title: "Random animal (v1)", category: "animals" },
];

const TEXT_PATHS: readonly RandomPath[] = [
  { path: "/api/v2/random/string/{type}", title: "8 ball answer", category: "string" },
  { path: "/api/v2/random/yt-video/{type}", title: "Cat video", category: "yt-video" },
  { path: "/api/v2/random/kaomoji/{type}", title: "Random kaomoji", category: "kaomoji" },
  { path: "/api/v1/string/{endpoint}", title: "8 ball answer (v1)", category: "string" },
  { path: "/api/v1/kaomoji/{endpoint}", title: "Random kaomoji (v1)", category: "kaomoji" },
];

/** Describes the random content in both versions, and the pictures that it links to. */
export function describeRandom({ origin }: Installation): Definitions {
  const [animals, text] = [ANIMAL_PATHS, TEXT_PATHS].map((paths) => paths.map((each) => describe(each, origin)));
  const [named, ...others] = describeNamedAnimals(origin);
  return { animals: [named!, ...animals!, PICTURES, ...others], text: text! };
}

function describe({ path, title, category }: RandomPath, origin: string): EndpointDefinition {
  const [, variable] = /\{(\w+)\}/.exec(path) ?? [];
  const isV1 = path.startsWith("/api/v1/");
  const kinds = listsOf(category);
  const isAnimal = category === "animals";
  const summary = `Returns ${ITEM_DESCRIPTIONS[category].summary}`;
  return {
    ...(variable === undefined && { id: "v2-random-any-animal" }),
    path,
    title,
    summary: summary + (variable === undefined ? ", of any kind" : isV1 ? ", in the older form of v1" : ""),
    description: (variable === undefined ? "`info.endpoint` is the kind of the first item; others may differ. " : "") +
      "Every item is equally likely. Within one response, no item repeats until all have been picked. " +
      "Within a major version, the same `seed` returns the same items, in both v1 and v2.",
    ...(variable !== undefined && {
      pathParameters: { [variable]: { summary: "The kind to return", allowed: kinds, example: kinds[0]! } },
    }),
    queryParameters: {
      count: {
        summary: "The number of items; adds `items`, and `message` is that of the first item",
        example: 3,
      },
      seed: {
        summary: "Any text; the same seed returns the same response" +
          (isAnimal ? ". The name of an animal, whatever its case" : ""),
        example: "monday",
      },
      format: {
        summary: "`text` returns only the message, or with `count` all of them, one per line" +
          (allowsFormat(category, "redirect") ? ", `redirect` redirects to it" : "") +
          (isAnimal ? ", `image` returns the picture itself" : "") + "; `accept` selects it, too",
        fallback: "json",
      },
      ...(isAnimal && { type: { summary: "The type of a drawn picture" }, ...DRAWING_TEXTS }),
    },
    responses: toResponses(category, isV1, origin),
    errors: [
      "invalid_parameter",
      ...(variable === undefined ? [] : ["unknown_type"] as const),
      // With `format=image`, a picture is drawn.
      ...(isAnimal ? ["overloaded", "filter_timeout"] as const : []),
    ],
  };
}

function allowsFormat(category: Category, format: ItemFormat): boolean {
  return ITEM_PARAMETERS[category].format.allowed.includes(format);
}

function toResponses(category: Category, isV1: boolean, origin: string): EndpointResponse[] {
  const { schema, example } = ITEM_DESCRIPTIONS[category];
  const itemSchema = schema(z);
  const item = "url" in example ? { ...example, url: new URL(toMessage(example), origin).href } : example;
  const message = toMessage(item);
  const info = { category, endpoint: listsOf(category)[0]! };
  const infoFields = { category: z.literal(category), endpoint: z.string() };
  const fields = {
    ...(isV1 ? infoFields : { info: z.object(infoFields) }),
    message: z.string(),
    item: itemSchema,
    items: z.array(itemSchema).optional(),
  };
  const responses: EndpointResponse[] = [
    jsonResponse(fields, { example: { ...(isV1 ? info : { info }), message, item } }),
    { type: "text/plain", summary: "With `format=text`, only the messages, one per line.", example: message },
  ];
  if (allowsFormat(category, "redirect")) {
    const summary = "With `format=redirect`, a redirect to the URL of the item.";
    responses.push({ status: 302, type: "text/plain", summary, headers: ["location"] });
  }
  if (!allowsFormat(category, "image")) return responses;
  const [picture, ...others] = toPictureResponses();
  return [...responses, { ...picture!, summary: "With `format=image`, the picture itself." }, ...others];
}

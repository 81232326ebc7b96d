import { z } from "zod";
import { FORMATS, MAX_COUNT, MAX_SEED_CHARACTERS } from "@/lib/content/draw.ts";
import { ANIMALS, KAOMOJI, STRINGS, VIDEOS } from "@/lib/content/pools.ts";
import type { Answer, Endpoint, Parameter } from "@/lib/endpoints/endpoint.ts";
import { success } from "@/lib/endpoints/schemas.ts";

/** What is drawn: its category, its part of the path in each version, its kinds, and how one item looks. */
interface Draw {
  readonly category: string;
  readonly v1?: string;
  readonly v2: string;
  readonly kinds: readonly string[];
  readonly summary: string;
  readonly item: z.ZodType;
  readonly example: { readonly message: string; readonly item: object };
  /** Whether it has an address to redirect to. */
  readonly hasAddress?: true;
}

const PICTURE = "http://localhost:8000/images/animals/cat/io1dwf90.png";
const VIDEO = "https://www.youtube.com/watch?v=J---aiyznGQ";

const DRAWS: readonly Draw[] = [
  {
    category: "animals",
    v1: "animals",
    v2: "animal",
    kinds: ANIMALS,
    summary: "A random animal: the address of its picture and what it shows",
    item: z.object({
      id: z.string(),
      url: z.url(),
      alt: z.string(),
      width: z.int().min(1).optional(),
      height: z.int().min(1).optional(),
      mediaType: z.string().optional(),
    }),
    example: {
      message: PICTURE,
      item: {
        id: "io1dwf90",
        url: PICTURE,
        alt: "a cheerful ginger tabby cat with a blue scarf on a mint background",
        width: 512,
        height: 512,
        mediaType: "image/png",
      },
    },
    hasAddress: true,
  },
  {
    category: "string",
    v1: "string",
    v2: "string",
    kinds: STRINGS,
    summary: "A random answer of the magic 8 ball",
    item: z.object({ text: z.string(), sentiment: z.enum(["positive", "neutral", "negative"]) }),
    example: { message: "Signs point to yes.", item: { text: "Signs point to yes.", sentiment: "positive" } },
  },
  {
    category: "yt-video",
    v2: "yt-video",
    kinds: VIDEOS,
    summary: "A random cat video",
    item: z.object({ id: z.string(), url: z.url(), title: z.string() }),
    example: { message: VIDEO, item: { id: "J---aiyznGQ", url: VIDEO, title: "Keyboard Cat" } },
    hasAddress: true,
  },
  {
    category: "kaomoji",
    v1: "kaomoji",
    v2: "kaomoji",
    kinds: KAOMOJI,
    summary: "A random kaomoji",
    item: z.object({ text: z.string() }),
    example: { message: "(=^・ω・^=)", item: { text: "(=^・ω・^=)" } },
  },
];

const DESCRIPTION =
  "Every item is equally likely, and none comes twice in one answer until all have come. The same `seed` " +
  "always gives the same answer, in v1 and v2 alike.";

/** Random content in both versions, and the pictures it points to. */
export const RANDOM_ENDPOINTS: readonly Endpoint[] = [
  ...DRAWS.flatMap((draw) => draw.v1 === undefined ? [] : [describe(draw, "v1", `/api/v1/${draw.v1}`, "endpoint")]),
  ...DRAWS.map((draw) => describe(draw, "v2", `/api/v2/random/${draw.v2}`, "type")),
  {
    id: "images-animals",
    group: "service",
    path: "/images/animals/{kind}/{file}",
    summary: "The pictures that the animal endpoints point to",
    description: "512 × 512, drawn from their name: they never change and may be shown anywhere.",
    parameters: [
      { name: "kind", in: "path", summary: "Which animal", type: "string", allowed: ANIMALS, example: "cat" },
      {
        name: "file",
        in: "path",
        summary: "An id and `.png`, `.svg` or `.webp`",
        type: "string",
        maxLength: 24,
        example: "io1dwf90.png",
      },
    ],
    answers: ["image/png", "image/svg+xml", "image/webp"].map((type) => ({ type, headers: ["etag"] as const })),
    errors: ["not_found"],
    example: "/images/animals/cat/io1dwf90.png",
  },
];

function describe(draw: Draw, version: "v1" | "v2", path: string, variable: string): Endpoint {
  const { kinds, summary } = draw;
  const [kind = ""] = kinds;
  return {
    id: version === "v1" ? `v1-${draw.v1}` : `v2-random-${draw.v2}`,
    group: "random",
    version,
    path: `${path}/{${variable}}`,
    summary,
    description: DESCRIPTION,
    parameters: [
      { name: variable, in: "path", summary: "Which kind", type: "string", allowed: kinds, example: kind },
      ...toQuery(draw),
    ],
    answers: toAnswers(draw, version, kind),
    errors: ["invalid_parameter", "unknown_type"],
    example: `${path}/${kind}`,
  };
}

function toQuery({ hasAddress }: Draw): Parameter[] {
  return [
    {
      name: "count",
      in: "query",
      summary: "How many: adds `items`, and `message` stays the first",
      type: "integer",
      min: 1,
      max: MAX_COUNT,
      example: 3,
    },
    {
      name: "seed",
      in: "query",
      summary: "The same seed always draws the same",
      type: "string",
      maxLength: MAX_SEED_CHARACTERS,
      example: "monday",
    },
    {
      name: "format",
      in: "query",
      summary: "`text` is the message alone" + (hasAddress ? ", `redirect` leads to it" : ""),
      type: "string",
      allowed: hasAddress ? FORMATS : FORMATS.slice(0, 2),
      default: "json",
    },
  ];
}

function toAnswers({ category, item, example, hasAddress }: Draw, version: "v1" | "v2", endpoint: string): Answer[] {
  const names = { category: z.literal(category), endpoint: z.string() };
  const head = version === "v1" ? names : { info: z.object(names) };
  const shown = version === "v1" ? { category, endpoint } : { info: { category, endpoint } };
  const json: Answer = {
    type: "application/json",
    schema: success({ ...head, message: z.string(), item, items: z.array(item).optional() }),
    example: { success: true, status: 200, ...shown, ...example },
  };
  const text: Answer = {
    type: "text/plain",
    summary: "With `format=text`: one message a line.",
    example: example.message,
  };
  const redirect: Answer = {
    status: 302,
    type: "text/plain",
    summary: "With `format=redirect`.",
    headers: ["location"],
  };
  return hasAddress ? [json, text, redirect] : [json, text];
}

import { z } from "zod";
import { ANIMALS, normalizeName, toAnimalId } from "@pawkit/animals";
import { ITEM_DESCRIPTIONS } from "@/lib/content/random/categories.ts";
import { MAX_MEMBERS } from "@/lib/content/named/named_path.ts";
import { FORMS } from "@/lib/content/named/named_animal.ts";
import { GROUP_PARAMETERS, MAX_SEED_CHARACTERS, PREVIEW } from "@/lib/content/parameters.ts";
import { toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";
import { DRAWING_TEXTS, KIND, TERMINAL_TEXTS, toPictureResponses } from "@/lib/endpoints/drawings.ts";
import type { EndpointDefinition } from "@/lib/endpoints/endpoint.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";

/** A page moves by itself. */
const { motion: _, ...PAGE_TEXTS } = DRAWING_TEXTS;

const REDIRECT: Pick<EndpointDefinition, "summary" | "queryParameters" | "responses" | "errors"> = {
  summary: "Redirects to the page of a random animal",
  queryParameters: {
    seed: {
      summary: "The name; a random one if it is empty. A name that ends in an extension such as `.png` has no page",
      // Not the names "." and "..", which cannot be segments of a path.
      pattern: `^(?:[^.]?|[^.].|\\.[^.]|.{3,${MAX_SEED_CHARACTERS}})$`,
      maxLength: MAX_SEED_CHARACTERS,
    },
    with: {
      summary: "The name of another animal of the same kind: the page is that of their child, `/cat/Ada+Grace`. " +
        "Neither may have a plus",
      pattern: `^(?:[^.+]?|[^.+][^+]|\\.[^.+]|[^+]{3,${MAX_SEED_CHARACTERS}})$`,
      maxLength: MAX_SEED_CHARACTERS,
    },
    ...PAGE_TEXTS,
    ...TERMINAL_TEXTS,
  },
  responses: [
    {
      status: 302,
      type: "text/plain",
      summary: "A redirect to its page, whose address is the body.",
      headers: ["location"],
    },
    {
      type: "text/html",
      summary: "The page, for clients that follow the redirect; in a terminal its drawing at once.",
    },
    { type: "text/plain", example: "…\nAda is a cheerful cat.\n" },
  ],
  errors: ["invalid_parameter", "not_found", "overloaded", "filter_timeout"],
};

const { size: GROUP_SIZE } = GROUP_PARAMETERS;

/** Describes the addresses of named animals, the most useful first. */
export function describeNamedAnimals(origin: string): readonly EndpointDefinition[] {
  const animal = ITEM_DESCRIPTIONS.animals.schema(z);
  const item = toAnimalItem({ kind: "cat", id: toAnimalId("cat", normalizeName("Ada")) }, { origin });
  const common = { info: z.object({ category: z.literal("animals"), endpoint: z.string() }), message: z.string() };
  const name = z.string();
  const parents = z.array(z.object({ name, ...animal.shape }).meta({ id: "Parent" })).optional();
  const member = z.object({ kind: z.enum(ANIMALS), name, ...animal.shape, parents }).meta({ id: "Member" });
  const json = jsonResponse([{ ...common, item: animal, name, parents }, { ...common, items: z.array(member) }], {
    example: { info: { category: "animals", endpoint: "cat" }, message: item.url, item, name: "Ada" },
  });
  return [
    {
      id: "animal",
      path: "/{kind}/{name}",
      title: "Animal by name",
      summary: "Returns the animal of a name, as a page, a picture, JSON or text",
      description: "`/cat/Ada` is what its caller wants:\n\n" +
        "- a page for browsers\n" +
        "- a picture for `<img>`: a PNG, or the type that `accept` alone prefers\n" +
        "- JSON for `accept: application/json`\n" +
        "- text with 24-bit colours for `accept: text/plain`, curl, Wget, HTTPie, xh and PowerShell\n\n" +
        "Its end chooses something else:\n\n" +
        "- **An extension** chooses the form: `.png`, `.webp`, `.svg`, `.jpg`, `.json` or `.txt`, in any case; `.jpeg` means " +
        "`.jpg`. Those of other files, such as `.gif` and `.avif`, are a 404\n" +
        "- **A plus** makes a child: each trait of `/cat/Ada+Grace` is that of one of the two. A plus that is part of a name " +
        "is `%2B`\n" +
        `- **Commas** make a group of 2 to ${MAX_MEMBERS} in one picture: \`/cat/Ada,Grace,dog:Rex.png\`. \`dog:\` is the ` +
        "kind of one animal; a comma that is part of a name is `%2C`, a colon `%3A`\n\n" +
        "`Ada`, `ada` and `ADA` are one animal, that of `/api/v2/random/animal/{kind}?seed=Ada`, and keep it within a major " +
        "version. `format`, `count`, `seed` and `type` are a 400 that names the right address, but with `.json`, `type` " +
        "chooses the type of `item.url`.\n\n" +
        "The parameters of a group apply to each of its tiles. Up to four are in one row, more in about as many rows as " +
        "columns. A group is also a page and JSON, which has `items`, each with `kind` and `name`, instead of `item`, and " +
        "which terminals get; `.txt` and `size=card` are a 400. Its SVG, JSON and page cost a point for each animal. If the " +
        "operator has own pictures of one of its kinds, it has no picture (404).",
      pathParameters: {
        kind: KIND,
        name: {
          summary:
            `Any text of up to ${MAX_SEED_CHARACTERS} characters, two with a plus or several with commas between ` +
            "them, and perhaps an extension. Generated clients escape the plus and the commas, which are then part of one " +
            "name",
          // Not the names "." and "..", which cannot be segments of a path, and no extension alone.
          pattern: `^[^.].{0,${MAX_SEED_CHARACTERS - 1}}(?:\\.(?:${FORMS.join("|")}))?$`,
          example: "Ada.png",
        },
      },
      queryParameters: {
        ...DRAWING_TEXTS,
        size: {
          summary:
            `${DRAWING_TEXTS.size.summary}; \`${PREVIEW.name}\` is a PNG or JPEG of ${PREVIEW.width} × ${PREVIEW.height} pixels, without ` +
            `\`view\` and \`radius\`. Of a tile of a group ${GROUP_SIZE.min} to ${GROUP_SIZE.max}, by default ` +
            GROUP_SIZE.fallback,
          pattern: `^(?:${PREVIEW.name}|1[6-9]|[2-9]\\d|[1-9]\\d{2}|10[01]\\d|102[0-4])$`,
          example: PREVIEW.name,
        },
        ...TERMINAL_TEXTS,
      },
      responses: [
        ...toPictureResponses("etag", "link"),
        { type: "text/html", headers: ["etag"], summary: "JSON only if it is preferred or the path ends in `.json`." },
        json,
        { type: "text/plain", headers: ["etag"], example: `…\nAda is a cheerful cat.\n${origin}/cat/Ada.png\n` },
      ],
      errors: ["invalid_parameter", "not_found", "unknown_type", "overloaded", "filter_timeout"],
    },
    {
      id: "animals-module",
      path: "/animals.js",
      title: "Animals without requests",
      summary: "Returns the drawings as a JavaScript module, which draws animals without a request for each",
      description:
        '`import { describeAnimal, drawAnimal, KINDS } from "/animals.js"`, in pages of any origin and every runtime. ' +
        '`drawAnimal("cat", "Ada", { view: "face", radius: "max" })` returns the same SVG, byte for byte, as ' +
        "`/cat/Ada.svg?view=face&radius=max`. `describeAnimal` takes the same and returns `alt` and `traits`. " +
        '`["Ada", "Grace"]` instead of a name is the child of two. Wrong values throw a `RangeError` or a `TypeError`.',
      responses: [{ type: "text/javascript", headers: ["etag"] }],
    },
    {
      id: "random-page-of-kind",
      path: "/{kind}",
      title: "Random page by kind",
      pathParameters: { kind: KIND },
      ...REDIRECT,
    },
    {
      id: "random-page",
      path: "/random",
      title: "Random page",
      ...REDIRECT,
      summary: `${REDIRECT.summary} of any kind`,
    },
  ];
}

import { z } from "zod";
import { KINDS } from "@pawkit/animals";
import { type Endpoint, endpoint, integer } from "@/lib/http/endpoint.ts";
import { LOOK } from "@/lib/meet/look.ts";
import { STATUSES } from "@/lib/meet/status.ts";

const kind = z.enum(KINDS as [typeof KINDS[number]]).describe("The kind of animal");

/** How an animal is drawn in a terminal. */
const TEXT = {
  columns: integer(10, 120).default(40).describe("The width of text"),
  colors: z.enum(["all", "none"]).default("all").describe("`none` is a line drawing in Braille, for text"),
};

const item = z.object({
  name: z.string(),
  url: z.url(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  mediaType: z.string(),
  traits: z.record(z.string(), z.string()),
}).meta({ id: "NamedAnimal" });

const PICTURES = {
  "image/png": "The picture",
  "image/webp": "The picture",
  "image/jpeg": "The picture",
  "image/svg+xml": "The drawing",
};

export const ANIMAL = endpoint({
  group: "animals",
  path: "/{kind}/{name}",
  summary: "Returns the animal for a name, as a page, a picture, JSON or text",
  description:
    "The extension chooses the form: `.png`, `.webp`, `.jpg`, `.svg`, `.json` or `.txt`. Without an extension, a " +
    "browser gets a page, `<img>` a PNG, `accept: application/json` JSON, and a terminal colours. `Ada+Grace` is the " +
    "child of two animals, and `Ada,Grace,dog:Rex` is a group of up to 12. Write `%2B`, `%2C` and `%3A` for a plus, a " +
    "comma and a colon in a name. Capitals do not matter. A name keeps its animal within a major version.",
  input: z.object({ kind, name: z.string().describe("A name of up to 64 characters"), ...LOOK, ...TEXT }),
  returns: {
    "text/html": "The page",
    ...PICTURES,
    "application/json": z.object({
      info: z.object({ category: z.literal("animals"), endpoint: z.string() }),
      message: z.url(),
      name: z.string().optional(),
      item: item.optional(),
      items: z.array(z.looseObject({ kind: z.string(), name: z.string(), url: z.url(), alt: z.string() })).optional(),
      parents: z.array(z.looseObject({ name: z.string(), url: z.url(), alt: z.string() })).optional(),
    }),
    "text/plain": "The animal in half blocks, or in Braille",
  },
  example: "/cat/Ada.json",
});

export const KIND = endpoint({
  group: "animals",
  path: "/{kind}",
  summary: "Redirects to a random animal of a kind; a terminal gets its drawing",
  input: z.object({ kind, ...LOOK, ...TEXT }),
  returns: { "text/html": "The page of the animal", "text/plain": "The animal" },
  redirects: true,
  example: "/cat",
});

export const RANDOM = endpoint({
  group: "animals",
  path: "/random",
  summary: "Redirects to the animal of a typed name, or to a random animal; a terminal gets its drawing",
  description:
    "In `name`, a comma makes a group, a plus makes a child, and `dog:` chooses a kind, as in an address. A " +
    "parameter is dropped if it is empty, or if an animal cannot have it.",
  input: z.object({
    kind: kind.optional(),
    name: z.string().max(1000).optional().describe("A name or several names. Without it, a random name"),
    ...LOOK,
    ...TEXT,
  }),
  returns: { "text/html": "The page of the animal", "text/plain": "The animal" },
  redirects: true,
  example: "/random?kind=fox",
});

export const STATUS_SVG = endpoint({
  group: "animals",
  path: "/{status}.svg",
  summary: "Returns a drawn animal that holds an HTTP status",
  input: z.object({ status: z.enum(STATUSES).describe("A registered HTTP status") }),
  returns: { "image/svg+xml": "The drawing" },
  example: "/404.svg",
});

export const STATUS_PNG = endpoint({
  group: "animals",
  path: "/{status}.png",
  summary: "Returns a drawn animal that holds an HTTP status, as PNG",
  input: z.object({ status: z.enum(STATUSES).describe("A registered HTTP status") }),
  returns: { "image/png": "The picture" },
  example: "/404.png",
});

export const MODULE = endpoint({
  group: "animals",
  path: "/animals.js",
  summary: "Returns the drawings as one JavaScript module without dependencies",
  description: "`drawAnimal(kind, name, options)` returns the same SVG as `/{kind}/{name}.svg`, and " +
    "`describeAnimal(kind, name, options)` returns its description. Drawing sends no requests.",
  input: z.object({}),
  returns: { "text/javascript": "The module" },
  example: "/animals.js",
});

/** The endpoints of animals, in the order of the page. */
export const ANIMAL_ENDPOINTS: readonly Endpoint[] = [ANIMAL, KIND, RANDOM, STATUS_SVG, STATUS_PNG, MODULE];

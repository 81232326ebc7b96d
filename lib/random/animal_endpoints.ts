import { z } from "zod";
import { KINDS } from "@pawkit/animals";
import { type Endpoint, endpoint } from "@/lib/http/endpoint.ts";
import { COUNT_AND_SEED, toBody } from "@/lib/random/endpoints.ts";

const ANIMAL = z.object({
  name: z.string().optional(),
  url: z.url(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  mediaType: z.string(),
  traits: z.record(z.string(), z.string()).optional(),
}).meta({ id: "Animal" });

const kind = z.enum(KINDS as [typeof KINDS[number]]).describe("The kind of animal");
const animalFormat = z.enum(["json", "text", "redirect", "image"]).optional()
  .describe(
    "`text` returns the address of the picture, `redirect` redirects to it, and `image` returns the picture. By " +
      "default, the header `accept` decides",
  );

/** Random animals have many parameters of `/{kind}/{name}`, which are described only there. */
const LIKE_NAMED = "Returns the animal of a random name. It also accepts the look of `/{kind}/{name}`.";

export const V2_ANIMAL = endpoint({
  group: "animals",
  path: "/api/v2/random/animal/{type}",
  summary: "Returns a random animal",
  description: LIKE_NAMED,
  input: z.object({ type: kind, ...COUNT_AND_SEED, format: animalFormat }),
  returns: {
    "application/json": toBody("animals", "v2", ANIMAL),
    "text/plain": "The address",
    "image/png": "The picture",
  },
  redirects: true,
  example: "/api/v2/random/animal/cat",
});

export const V2_ANY_ANIMAL = endpoint({
  group: "animals",
  path: "/api/v2/random/animal",
  summary: "Returns a random animal of any kind",
  description: LIKE_NAMED,
  input: z.object({ ...COUNT_AND_SEED, format: animalFormat }),
  returns: V2_ANIMAL.returns,
  redirects: true,
  example: "/api/v2/random/animal",
});

export const V1_ANIMAL = endpoint({
  group: "animals",
  path: "/api/v1/animals/{endpoint}",
  summary: "Returns a random animal, in the older form",
  description: LIKE_NAMED,
  input: z.object({ endpoint: kind, ...COUNT_AND_SEED, format: animalFormat }),
  returns: { ...V2_ANIMAL.returns, "application/json": toBody("animals", "v1", ANIMAL) },
  redirects: true,
  example: "/api/v1/animals/cat",
});

export const OWN_PICTURE = endpoint({
  group: "animals",
  path: "/pictures/{kind}/{file}",
  summary: "Returns one of the operator's own pictures",
  input: z.object({ kind: z.string(), file: z.string() }),
  returns: { "image/*": "The picture" },
  example: "/pictures/cat/example.png",
});

/** The endpoints of random animals. */
export const RANDOM_ANIMAL_ENDPOINTS: readonly Endpoint[] = [V2_ANIMAL, V2_ANY_ANIMAL, V1_ANIMAL, OWN_PICTURE];

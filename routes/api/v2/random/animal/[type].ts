import { serve } from "@/lib/http/endpoint.ts";
import { respondWithRandomAnimals } from "@/lib/random/animals.ts";
import { V2_ANIMAL } from "@/lib/random/animal_endpoints.ts";

export const handler = serve(
  V2_ANIMAL,
  (ctx, { type: kind, ...input }) => respondWithRandomAnimals(ctx, "v2", { kind, ...input }),
);

import { serve } from "@/lib/http/endpoint.ts";
import { respondWithRandomAnimals } from "@/lib/random/animals.ts";
import { V1_ANIMAL } from "@/lib/random/animal_endpoints.ts";

export const handler = serve(
  V1_ANIMAL,
  (ctx, { endpoint: kind, ...input }) => respondWithRandomAnimals(ctx, "v1", { kind, ...input }),
);

import { serve } from "@/lib/http/endpoint.ts";
import { respondWithRandomAnimals } from "@/lib/random/animals.ts";
import { V2_ANY_ANIMAL } from "@/lib/random/animal_endpoints.ts";

export const handler = serve(V2_ANY_ANIMAL, (ctx, input) => respondWithRandomAnimals(ctx, "v2", input));

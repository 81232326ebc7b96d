import { serve } from "@/lib/http/endpoint.ts";
import { respondWithOwnPicture } from "@/lib/random/animals.ts";
import { OWN_PICTURE } from "@/lib/random/animal_endpoints.ts";

export const handler = serve(OWN_PICTURE, (ctx, { kind }) => respondWithOwnPicture(ctx, kind));

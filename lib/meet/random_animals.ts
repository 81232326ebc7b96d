import { type Kind, KINDS } from "@pawkit/animals";
import type { Context } from "@/lib/define.ts";
import { readInput } from "@/lib/http/endpoint.ts";
import { queryOf } from "@/lib/http/request_url.ts";
import { ANIMAL } from "@/lib/meet/endpoints.ts";
import { canLook, describe, type Look, pickLook } from "@/lib/meet/look.ts";
import { pickName } from "@/lib/meet/random_name.ts";
import { respondWithPicture, toSingleItem } from "@/lib/meet/respond.ts";

/** The functions for random animals. A random animal is the animal of a random name. */
export const RANDOM_ANIMALS = {
  pickName,
  toItem: toSingleItem,
  respondWithPicture,

  /** Reads the look from the query. @throws {ApiError} `invalid_parameter` if this kind cannot have it. */
  readLook(ctx: Context, kind: Kind): Look {
    const look = pickLook(readInput(ANIMAL, { kind, name: "Ada" }, queryOf(ctx.req.url)));
    describe({ kind, names: ["Ada"] }, look);
    return look;
  },

  /** Returns the kinds that can have the look in the query. @throws {ApiError} `invalid_parameter` if there is none. */
  findKinds(ctx: Context): readonly Kind[] {
    const look = pickLook(readInput(ANIMAL, { kind: "cat", name: "Ada" }, queryOf(ctx.req.url)));
    const kinds = KINDS.filter((kind) => canLook([{ kind, names: ["Ada"] }], look));
    // This throws the error of a cat, so that the same query always has the same error.
    if (kinds.length === 0) describe({ kind: "cat", names: ["Ada"] }, look);
    return kinds;
  },
};

import { type Kind, KINDS } from "@pawkit/animals";
import type { Context } from "@/lib/define.ts";
import { readInput } from "@/lib/http/endpoint.ts";
import { queryOf } from "@/lib/http/request_url.ts";
import { ANIMAL } from "@/lib/meet/endpoints.ts";
import { canLook, describe, type Look, pickLook } from "@/lib/meet/look.ts";
import { pickName } from "@/lib/meet/random_name.ts";
import { respondWithPicture, toSingleItem } from "@/lib/meet/respond.ts";

/** What random content needs of named animals: a random animal is the animal of a random name. */
export const RANDOM_ANIMALS = {
  pickName,
  toItem: toSingleItem,
  respondWithPicture,

  /** Reads how an animal of this kind shall look. @throws {ApiError} `invalid_parameter`. */
  readLook(ctx: Context, kind: Kind): Look {
    const look = pickLook(readInput(ANIMAL, { kind, name: "Ada" }, queryOf(ctx.req.url)));
    describe({ kind, names: ["Ada"] }, look);
    return look;
  },

  /** Returns the kinds that can look as the query says. @throws {ApiError} `invalid_parameter` if none can. */
  findKinds(ctx: Context): readonly Kind[] {
    const look = pickLook(readInput(ANIMAL, { kind: "cat", name: "Ada" }, queryOf(ctx.req.url)));
    const kinds = KINDS.filter((kind) => canLook({ kind, names: ["Ada"] }, look));
    // The error is that of a cat, so that it is always the same.
    if (kinds.length === 0) describe({ kind: "cat", names: ["Ada"] }, look);
    return kinds;
  },
};

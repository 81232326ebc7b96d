import type { Kind } from "@pawkit/animals";
import type { Context } from "@/lib/define.ts";
import { notFoundError } from "@/lib/http/errors.ts";
import { preferredForm } from "@/lib/http/negotiation.ts";
import { respondWithFile } from "@/lib/http/send_file.ts";
import { createPicker, type PickBelow, pickItems } from "@/lib/random/items.ts";
import type { OwnPicture } from "@/lib/random/own_pictures.ts";
import { type ItemsRequest, respondWithItems } from "@/lib/random/respond.ts";

/** What a request for random animals may say. How they look is read from the query by their own part of the service. */
export interface AnimalsRequest extends Omit<ItemsRequest, "format"> {
  readonly format?: "json" | "text" | "redirect" | "image" | undefined;
}

/** Responds with random animals of a kind, or of one random kind. */
export async function respondWithAnimals(
  ctx: Context,
  version: "v1" | "v2",
  { count, seed, format, kind: given }: AnimalsRequest & { readonly kind?: Kind | undefined },
): Promise<Response> {
  const { ownPictures, randomAnimals } = ctx.state.services;
  const pickBelow = createPicker(seed);
  const kinds = given === undefined ? randomAnimals.findKinds(ctx) : [given];
  const kind = kinds[pickBelow(kinds.length)]!;
  const own = ownPictures.get(kind);
  const form = format ?? (preferredForm(ctx.req) === "image" ? "image" : undefined);
  const info = { version, category: "animals", list: kind };
  if (own !== undefined) {
    const picked = pickItems(pickBelow, own, count ?? 1);
    if (form === "image") {
      return await respondWithFile(ctx, { ...picked[0]!.entry, path: picked[0]!.entry.file }, { cache: "none" });
    }
    return respondWithItems(ctx, info, {
      count,
      seed,
      format: form,
      items: picked.map((each) => toItem(ctx, kind, each)),
    });
  }
  const look = randomAnimals.readLook(ctx, kind);
  const animals = pickAnimals(pickBelow, kind, count ?? 1, randomAnimals.pickName);
  if (form === "image") {
    const stored = format === undefined ? "caller" : "day";
    return await randomAnimals.respondWithPicture(ctx, animals[0]!, look, seed === undefined ? "none" : stored);
  }
  const items = animals.map((animal) => randomAnimals.toItem(ctx, animal, look));
  return respondWithItems(ctx, info, { count, seed, format: form, items });
}

/** Responds with one of the operator's own pictures. */
export async function respondWithOwnPicture(ctx: Context, kind: string, name: string): Promise<Response> {
  const found = ctx.state.services.ownPictures.get(kind)?.find(({ entry }) => entry.name === name);
  if (found === undefined) throw notFoundError();
  return await respondWithFile(ctx, { ...found.entry, path: found.entry.file }, {
    mediaType: found.mediaType,
    cache: "day",
  });
}

function pickAnimals(pickBelow: PickBelow, kind: Kind, count: number, pickName: (pickBelow: PickBelow) => string) {
  return Array.from({ length: count }, () => ({ kind, names: [pickName(pickBelow)] as const }));
}

function toItem({ state: { origin } }: Context, kind: string, { entry, width, height, mediaType }: OwnPicture) {
  const url = `${origin}/pictures/${kind}/${encodeURIComponent(entry.name)}`;
  return { url, alt: kind === "alpaca" ? "an alpaca" : `a ${kind}`, width, height, mediaType };
}

import type { Kind } from "@pawkit/animals";
import type { Context } from "@/lib/define.ts";
import { notFoundError } from "@/lib/http/errors.ts";
import { preferredForm } from "@/lib/http/negotiation.ts";
import { decodePercent, lastSegmentOf } from "@/lib/http/request_url.ts";
import { respondWithFile } from "@/lib/http/send_file.ts";
import { createPicker, type PickBelow, pickItems } from "@/lib/random/items.ts";
import type { OwnPicture } from "@/lib/random/own_pictures.ts";
import { type ItemsRequest, respondWithItems } from "@/lib/random/respond.ts";
import { ifExists } from "@/lib/util/fs.ts";

/** The input of a request for random animals. Their look is read from the query by `randomAnimals.readLook`. */
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
  const stored = format === undefined ? "caller" : "day";
  const cache = seed === undefined ? "none" : stored;
  if (own !== undefined) {
    const picked = pickItems(pickBelow, own, count ?? 1);
    if (form === "image") return await sendPicture(ctx, picked[0]!, cache);
    const items = picked.map((each) => toItem(ctx, kind, each));
    return respondWithItems(ctx, info, { count, seed, format: form, items });
  }
  const look = randomAnimals.readLook(ctx, kind);
  const animals = pickAnimals(pickBelow, kind, count ?? 1, randomAnimals.pickName);
  if (form === "image") return await randomAnimals.respondWithPicture(ctx, animals[0]!, look, cache);
  const items = animals.map((animal) => randomAnimals.toItem(ctx, animal, look));
  return respondWithItems(ctx, info, { count, seed, format: form, items });
}

/** Responds with one of the operator's own pictures. */
export async function respondWithOwnPicture(ctx: Context, kind: string): Promise<Response> {
  const name = decodePercent(lastSegmentOf(ctx.req.url));
  const found = ctx.state.services.ownPictures.get(kind)?.find(({ entry }) => entry.name === name);
  if (found === undefined) throw notFoundError();
  return await sendPicture(ctx, found, "day");
}

async function sendPicture(
  ctx: Context,
  { entry: { file: path }, mediaType }: OwnPicture,
  cache: "none" | "caller" | "day",
): Promise<Response> {
  // The operator may have replaced or removed the picture since the start.
  const info = await ifExists(Deno.stat(path));
  if (info === undefined) throw notFoundError();
  return await respondWithFile(ctx, { path, size: info.size, modified: info.mtime ?? new Date(0) }, {
    mediaType,
    cache,
  });
}

function pickAnimals(pickBelow: PickBelow, kind: Kind, count: number, pickName: (pickBelow: PickBelow) => string) {
  const names = new Set<string>();
  while (names.size < count) names.add(pickName(pickBelow));
  return Array.from(names, (name) => ({ kind, names: [name] as const }));
}

function toItem({ state: { origin } }: Context, kind: string, { entry, width, height, mediaType }: OwnPicture) {
  const url = `${origin}/pictures/${kind}/${encodeURIComponent(entry.name)}`;
  return { url, alt: kind === "alpaca" ? "an alpaca" : `a ${kind}`, width, height, mediaType };
}

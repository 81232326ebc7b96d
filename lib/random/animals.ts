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

type Cache = "none" | "caller" | "day";

/** Responds with random animals of a kind, or each of a random kind. */
export async function respondWithRandomAnimals(
  ctx: Context,
  version: "v1" | "v2",
  { count, seed, format, kind: given }: AnimalsRequest & { readonly kind?: Kind | undefined },
): Promise<Response> {
  const pickBelow = createPicker(seed);
  const kinds = given === undefined ? ctx.state.services.randomAnimals.findKinds(ctx) : [given];
  const sources = new Map(kinds.map((kind) => [kind, pickAnimals(ctx, kind, pickBelow)]));
  const picked = Array.from({ length: count ?? 1 }, () => {
    const kind = kinds[pickBelow(kinds.length)]!;
    return { kind, ...sources.get(kind)!.next().value };
  });
  const [first] = picked as [typeof picked[number]];
  const form = format ?? (preferredForm(ctx.req) === "image" ? "image" : undefined);
  const stored = format === undefined ? "caller" : "day";
  if (form === "image") return await first.respond(seed === undefined ? "none" : stored);
  const info = { version, category: "animals", list: first.kind };
  return respondWithItems(ctx, info, { count, seed, format: form, items: picked.map(({ item }) => item) });
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
  cache: Cache,
): Promise<Response> {
  // The operator may have replaced or removed the picture since the start.
  const info = await ifExists(Deno.stat(path));
  if (info === undefined) throw notFoundError();
  return await respondWithFile(ctx, { path, size: info.size, modified: info.mtime ?? new Date(0) }, {
    mediaType,
    cache,
  });
}

/** A random animal: what JSON says about it, and the response that shows it. */
interface Picked {
  readonly item: { readonly url: string };
  respond(cache: Cache): Promise<Response>;
}

/** Picks animals of a kind, without end: the operator's own pictures or, if there are none, drawings of random names. */
function* pickAnimals(ctx: Context, kind: Kind, pickBelow: PickBelow): Generator<Picked, never> {
  const { ownPictures, randomAnimals } = ctx.state.services;
  for (const own of pickItems(pickBelow, ownPictures.get(kind) ?? [])) {
    yield { item: toItem(ctx, kind, own), respond: (cache) => sendPicture(ctx, own, cache) };
  }
  const look = randomAnimals.readLook(ctx, kind);
  const names = new Set<string>();
  for (;;) {
    const name = randomAnimals.pickName(pickBelow);
    if (names.has(name)) continue;
    names.add(name);
    const animal = { kind, names: [name] as const };
    yield {
      item: randomAnimals.toItem(ctx, animal, look),
      respond: (cache) => randomAnimals.respondWithPicture(ctx, animal, look, cache),
    };
  }
}

function toItem({ state: { origin } }: Context, kind: string, { entry, width, height, mediaType }: OwnPicture) {
  const url = `${origin}/pictures/${kind}/${encodeURIComponent(entry.name)}`;
  return { url, alt: kind === "alpaca" ? "an alpaca" : `a ${kind}`, width, height, mediaType };
}

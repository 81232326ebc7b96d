import { type Kind, KINDS } from "@pawkit/animals";
import type { Context } from "@/lib/define.ts";
import { isTerminal, preferredForm, preferredImageType } from "@/lib/http/negotiation.ts";
import { lastSegmentOf } from "@/lib/http/request_url.ts";
import { respondFrom, respondWithJson, respondWithRedirect, type ResponseOptions } from "@/lib/http/respond.ts";
import { canLook, describe, type Look, maxSizeOf, pickLook, sizeOf, toQuery } from "@/lib/meet/look.ts";
import { type Address, type Form, type Named, parseAddress, parseTyped, toName, toPath } from "@/lib/meet/names.ts";
import { type PixelForm, toPicture, toPictureEtag, toSvg } from "@/lib/meet/pictures.ts";
import { renderText, type TextOptions } from "@/lib/meet/text.ts";

const MEDIA_TYPES = {
  png: "image/png",
  webp: "image/webp",
  jpg: "image/jpeg",
  svg: "image/svg+xml",
} as const;

type Cache = NonNullable<ResponseOptions["cache"]>;

/** The kind and the query of an address. */
export interface AnimalInput extends Look, TextOptions {
  readonly kind: Kind;
}

/** Responds with the animals of an address in the form that their caller can show. */
export async function respondWithAnimals(ctx: Context, input: AnimalInput): Promise<Response> {
  const address = parseAddress(input.kind, lastSegmentOf(ctx.req.url));
  const look = pickLook(input);
  for (const animal of address.animals) describe(animal, look);
  sizeOf(address, look);
  return await respondInForm(ctx, address, look, input);
}

/** Redirects to the animal of a typed name, or to a random animal. A terminal gets its drawing instead. */
export async function respondWithTyped(
  ctx: Context,
  input: Look & TextOptions & { readonly kind?: Kind | undefined; readonly name?: string | undefined },
): Promise<Response> {
  // A name without a kind is a cat. Without both, the animal is of any kind.
  const anyKind = input.name === undefined ? KINDS[Math.floor(Math.random() * KINDS.length)]! : "cat";
  const kind = input.kind ?? anyKind;
  const animals = parseTyped(kind, input.name ?? "");
  const given = Object.entries(pickLook(input)).filter(([, value]) => value !== undefined);
  const isPossible = (look: Look) => (look.size ?? 0) <= maxSizeOf({ animals }) && canLook(animals, look);
  // A choice is dropped if one of the animals cannot have it, or if an earlier choice excludes it.
  const look = given.reduce<Look>((kept, [name, value]) => {
    const more = { ...kept, [name]: value };
    return isPossible(more) ? more : kept;
  }, {});
  const address = { kind, animals, form: undefined };
  if (isTerminal(ctx.req)) return await respondInForm(ctx, { ...address, form: "txt" }, look, input, "none");
  return respondWithRedirect(toPath(kind, animals) + toQuery(look));
}

async function respondInForm(
  ctx: Context,
  address: Address,
  look: Look,
  text: TextOptions,
  cache: Cache = address.form === undefined ? "caller" : "day",
): Promise<Response> {
  const form = address.form ?? chooseForm(ctx.req);
  // The middleware has taken the point of the first animal.
  const others = address.animals.length - 1;
  if (others > 0) ctx.state.services.bucket.charge(ctx.state.client, others);
  if (form === "html") return await ctx.state.services.renderAnimalPage(ctx, address, look);
  if (form === "json") return respondWithJson(ctx, toJson(ctx, address, look), { cache, hasOrigin: true });
  if (form === "txt") {
    const { columns, colors } = text;
    const etag = toPictureEtag(address, look, `txt ${columns} ${colors} ${ctx.state.origin}`);
    const options = { etag, cache, mediaType: "text/plain; charset=utf-8", hasOrigin: true };
    return await respondFrom(ctx, options, () => renderText(ctx, address, look, { columns, colors }));
  }
  return await respondWithImage(ctx, { ...address, form }, look, cache);
}

/** Responds with the picture of one animal in the type that its caller prefers. */
export function respondWithPicture(ctx: Context, animal: Named, look: Look, cache: Cache): Promise<Response> {
  return respondWithImage(ctx, { kind: animal.kind, animals: [animal], form: chooseImage(ctx.req) }, look, cache);
}

function respondWithImage(
  ctx: Context,
  address: Address & { readonly form: "svg" | PixelForm },
  look: Look,
  cache: Cache,
): Promise<Response> {
  const { form } = address;
  const etag = toPictureEtag(address, look, form);
  return respondFrom(ctx, { etag, cache, mediaType: MEDIA_TYPES[form] }, () => {
    if (form === "svg") return toSvg(address, look);
    return ctx.state.services.pictures.draw(ctx, etag, () => {
      const { svg, width, radius } = toPicture(address, look);
      return { svg, width, format: form === "jpg" ? "jpeg" : form, ...(radius !== undefined && { radius }) };
    });
  });
}

/** Returns the form for an address without an extension. */
function chooseForm(req: Request): Form | "html" {
  const wanted = preferredForm(req);
  if (wanted === "image") return chooseImage(req);
  if (wanted === "json") return "json";
  if (isTerminal(req) || wanted === "text") return "txt";
  // A caller that accepts anything also gets the page, because previews of links read it.
  return "html";
}

function chooseImage(req: Request): "svg" | PixelForm {
  const type = preferredImageType(req, [MEDIA_TYPES.png, MEDIA_TYPES.webp, MEDIA_TYPES.jpg, MEDIA_TYPES.svg]);
  return (Object.keys(MEDIA_TYPES) as (keyof typeof MEDIA_TYPES)[]).find((form) => MEDIA_TYPES[form] === type)!;
}

function toJson(ctx: Context, address: Address, look: Look): object {
  const { kind, animals } = address;
  const info = { category: "animals", endpoint: animals.length === 1 ? animals[0]!.kind : kind };
  const message = toPictureUrl(ctx, kind, animals, look);
  if (animals.length > 1) {
    const items = animals.map((each) => ({ kind: each.kind, ...toItem(ctx, each, look) }));
    return { info, message, items };
  }
  const [animal] = animals as [Named];
  const item = toSingleItem(ctx, animal, look);
  const parents = animal.names.map((each) => toItem(ctx, { kind: animal.kind, names: [each] }, {}));
  return { info, message, item, name: item.name, ...(parents.length > 1 && { parents }) };
}

/** Returns the `item` of a response about one animal. */
export function toSingleItem(ctx: Context, animal: Named, look: Look) {
  const { name, url, alt, traits } = toItem(ctx, animal, look);
  const side = sizeOf({ animals: [animal] }, look);
  const size = look.view === "card" ? { width: 1200, height: 630 } : { width: side, height: side };
  return { name, url, alt, ...size, mediaType: MEDIA_TYPES.png, traits };
}

function toItem(ctx: Context, animal: Named, look: Look) {
  const { alt, traits } = describe(animal, look);
  return { name: toName(animal), url: toPictureUrl(ctx, animal.kind, [animal], look), alt, traits };
}

/** Returns the address of a PNG, without `motion`, because a PNG cannot move. */
function toPictureUrl({ state: { origin } }: Context, kind: Kind, animals: readonly Named[], look: Look): string {
  return `${origin}${toPath(kind, animals)}.png${toQuery({ ...look, motion: undefined })}`;
}

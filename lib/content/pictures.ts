import { eTag } from "@std/http";
import { LRUCache } from "lru-cache";
import { planAnimal } from "@/lib/content/animals/mod.ts";
import { SIDE } from "@/lib/content/animals/shapes.ts";
import type { OwnPictures } from "@/lib/content/own.ts";
import { encodePng } from "@/lib/content/png.ts";
import { type AnimalKind, ANIMALS } from "@/lib/content/pools.ts";
import { answer, IMMUTABLE } from "@/lib/http/answers.ts";
import type { Exchange } from "@/lib/http/exchange.ts";

/** A picture, ready to be sent. */
export interface Picture {
  /** Shared with other callers: copy before transferring or writing. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** Strong, with its quotes. */
  readonly etag: string;
}

/** Finds the picture of a kind by its file name, such as `io1dwf90.png`; `undefined` if there is none. */
export type LoadPicture = (kind: string, file: string) => Promise<Picture | undefined>;

const SVG = "image/svg+xml";

interface Encoder {
  readonly mediaType: string;
  encode(svg: string): Promise<Uint8Array<ArrayBuffer>>;
}

const ENCODERS: Readonly<Record<string, Encoder>> = {
  svg: { mediaType: SVG, encode: (svg) => Promise.resolve(new TextEncoder().encode(svg)) },
  png: { mediaType: "image/png", encode: async (svg) => await encodePng(await toPixels(svg), SIDE) },
  webp: {
    mediaType: "image/webp",
    encode: async (svg) => await (await import("@/lib/content/webp.js")).encodeWebp(await toPixels(svg), SIDE),
  },
};

/** Answers with a picture, which never changes under its name and may be shown anywhere. */
export function answerPicture(ctx: Exchange, { bytes, mediaType, etag }: Picture): Response {
  const headers = mediaType === SVG ? SVG_HEADERS : PICTURE_HEADERS;
  return answer(ctx, bytes, { type: mediaType, cache: IMMUTABLE, etag, headers });
}

const PICTURE_HEADERS = { "cross-origin-resource-policy": "cross-origin" };
// Opened on its own an SVG is a document: this one may do nothing.
const SVG_HEADERS = { ...PICTURE_HEADERS, "content-security-policy": "default-src 'none'; sandbox" };

/** The longest file name there can be: a hash and an extension. Longer ones are refused before anything looks at them. */
const MAX_FILE_CHARACTERS = 24;

/**
 * Makes the picture loader: the operator's files and the drawings, remembered up to `cacheBytes`. Several requests for
 * one picture draw it once.
 */
export function createPictureLoader(own: OwnPictures, cacheBytes: number): LoadPicture {
  const cache = new LRUCache<string, Picture>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 200,
    fetchMethod: (name) => makePicture(own, name),
  });
  return (kind, file) => {
    if (file.length > MAX_FILE_CHARACTERS || !isAnimal(kind)) return Promise.resolve(undefined);
    return cache.fetch(`${kind}/${file}`);
  };
}

async function makePicture(own: OwnPictures, name: string): Promise<Picture | undefined> {
  const [kind, file] = name.split("/") as [AnimalKind, string];
  const mine = own[kind]?.find((picture) => picture.file === file);
  if (mine?.load !== undefined) return await toPicture(await mine.load(), mine.mediaType!);
  const [id = "", extension = "", ...rest] = file.split(".");
  const encoder = Object.hasOwn(ENCODERS, extension) && rest.length === 0 ? ENCODERS[extension] : undefined;
  const drawing = encoder && planAnimal(kind, id);
  return drawing && await toPicture(await encoder.encode(drawing.draw()), encoder.mediaType);
}

async function toPicture(bytes: Uint8Array<ArrayBuffer> | undefined, mediaType: string): Promise<Picture | undefined> {
  const etag = bytes && await eTag(bytes);
  return bytes && etag ? { bytes, mediaType, etag } : undefined;
}

// The renderer is a megabyte of code that a service without pictures never needs.
async function toPixels(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { rasterize } = await import("@/lib/content/raster.js");
  return rasterize(svg, SIDE);
}

function isAnimal(kind: string): kind is AnimalKind {
  return (ANIMALS as readonly string[]).includes(kind);
}

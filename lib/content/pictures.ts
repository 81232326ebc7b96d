import { eTag } from "@std/http";
import { LRUCache } from "lru-cache";
import { planAnimal } from "@/lib/content/animals/mod.ts";
import { SIDE } from "@/lib/content/animals/shapes.ts";
import type { OperatorPictures } from "@/lib/content/operator_pictures.ts";
import { encodePng } from "@/lib/content/png.ts";
import { type AnimalKind, ANIMALS } from "@/lib/content/pools.ts";
import { CachedResponse, IMMUTABLE } from "@/lib/http/responses.ts";

/** Finds the picture of a kind by its file name, such as `io1dwf90.png`; `undefined` if there is none. */
export type LoadPicture = (kind: string, file: string) => Promise<CachedResponse | undefined>;

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

const PICTURE_HEADERS = { "cross-origin-resource-policy": "cross-origin" };
// Opened on its own an SVG is a document: this one may do nothing.
const SVG_HEADERS = { ...PICTURE_HEADERS, "content-security-policy": "default-src 'none'; sandbox" };

/** The longest file name there can be: a hash and an extension. Longer ones are refused before anything looks at them. */
const MAX_FILE_CHARACTERS = 24;

/**
 * Makes the picture loader: the operator's files and the drawings, remembered up to `cacheBytes`. Several requests for
 * one picture draw it once.
 */
export function createPictureLoader(own: OperatorPictures, cacheBytes: number): LoadPicture {
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length + 200,
  });
  // Beside the cache, not its `fetchMethod`: that one aborts work under way once it is the oldest entry of a full cache,
  // and whoever waits for the picture would get an error.
  const underWay = new Map<string, Promise<CachedResponse | undefined>>();

  async function make(name: string): Promise<CachedResponse | undefined> {
    try {
      const picture = await makePicture(own, name);
      if (picture !== undefined) cache.set(name, picture);
      return picture;
    } finally {
      underWay.delete(name);
    }
  }

  return async (kind, file) => {
    if (file.length > MAX_FILE_CHARACTERS || !isAnimal(kind)) return undefined;
    const name = `${kind}/${file}`;
    const kept = cache.get(name);
    if (kept !== undefined) return kept;
    return await underWay.getOrInsertComputed(name, make);
  };
}

async function makePicture(own: OperatorPictures, name: string): Promise<CachedResponse | undefined> {
  const [kind, file] = name.split("/") as [AnimalKind, string];
  const mine = own[kind]?.find((picture) => picture.file === file);
  if (mine?.load !== undefined) return await toAnswer(await mine.load(), mine.mediaType!);
  const [id = "", extension = "", ...rest] = file.split(".");
  const encoder = Object.hasOwn(ENCODERS, extension) && rest.length === 0 ? ENCODERS[extension] : undefined;
  const drawing = encoder && planAnimal(kind, id);
  return drawing && await toAnswer(await encoder.encode(drawing.draw()), encoder.mediaType);
}

// It never changes under its name and may be shown anywhere.
async function toAnswer(bytes: Uint8Array<ArrayBuffer> | undefined, type: string): Promise<CachedResponse | undefined> {
  const etag = bytes && await eTag(bytes);
  const headers = type === SVG ? SVG_HEADERS : PICTURE_HEADERS;
  return bytes && etag ? new CachedResponse(bytes, { type, cache: IMMUTABLE, etag, headers }) : undefined;
}

// The renderer is a megabyte of code that a service without pictures never needs.
async function toPixels(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { rasterize } = await import("@/lib/content/raster.js");
  return rasterize(svg, SIDE);
}

function isAnimal(kind: string): kind is AnimalKind {
  return (ANIMALS as readonly string[]).includes(kind);
}

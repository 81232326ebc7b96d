import { eTag } from "@std/http";
import { LRUCache } from "lru-cache";
import { SingleFlight } from "@/lib/async/single_flight.ts";
import { planAnimal } from "@/lib/content/animals/mod.ts";
import { SIDE } from "@/lib/content/animals/shapes.ts";
import type { OperatorPictures } from "@/lib/content/operator_pictures.ts";
import { type AnimalKind, ANIMALS } from "@/lib/content/pools.ts";
import { SANDBOX_POLICY } from "@/lib/http/content_type.ts";
import { CachedResponse, IMMUTABLE } from "@/lib/http/responses.ts";

/** Returns the picture of a kind by its file name, such as `io1dwf90.png`, or `undefined` if there is none. */
export type LoadPicture = (kind: string, file: string) => Promise<CachedResponse | undefined>;

interface Renderer {
  readonly mediaType: string;
  render(svg: string): Promise<Uint8Array<ArrayBuffer>>;
}

const SVG = "image/svg+xml";
const RENDERERS: Readonly<Record<string, Renderer>> = {
  svg: { mediaType: SVG, render: (svg) => Promise.resolve(new TextEncoder().encode(svg)) },
  png: { mediaType: "image/png", render: async (svg) => (await loadRasterizer()).renderPng(svg, SIDE) },
  webp: { mediaType: "image/webp", render: async (svg) => await (await loadRasterizer()).renderWebp(svg, SIDE) },
};

const PICTURE_HEADERS = { "cross-origin-resource-policy": "cross-origin" };
const SVG_HEADERS = { ...PICTURE_HEADERS, "content-security-policy": SANDBOX_POLICY };

/** The longest file name: a hash and an extension. Longer names are rejected at once. */
const MAX_FILE_CHARACTERS = 24;

/** The memory that a cached picture needs besides its bytes. */
const ENTRY_BYTES = 200;

/**
 * Creates the loader of the operator's files and of the drawings. It caches up to `cacheBytes`, and concurrent requests
 * for the same picture render it once.
 */
export function createPictureLoader(operatorPictures: OperatorPictures, cacheBytes: number): LoadPicture {
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length + ENTRY_BYTES,
  });
  // Not the `fetchMethod` of the cache: it aborts the work for the oldest entry of a full cache, and the callers that
  // wait for that picture would receive an error.
  const flights = new SingleFlight<CachedResponse | undefined>();

  return async (kind, file) => {
    const animal = ANIMALS.find((each) => each === kind);
    if (animal === undefined || file.length > MAX_FILE_CHARACTERS) return undefined;
    const key = `${kind}/${file}`;
    return cache.get(key) ?? await flights.run(key, async () => {
      const picture = await createPicture(operatorPictures, animal, file);
      if (picture !== undefined) cache.set(key, picture);
      return picture;
    });
  };
}

async function createPicture(
  operatorPictures: OperatorPictures,
  kind: AnimalKind,
  file: string,
): Promise<CachedResponse | undefined> {
  const servedPictures = operatorPictures[kind]?.filter((picture) => "servedName" in picture);
  const picture = servedPictures?.find(({ servedName }) => servedName === file);
  if (picture !== undefined) {
    const bytes = await picture.load();
    return bytes && await toResponse(bytes, picture.mediaType);
  }
  const [id = "", extension = "", ...rest] = file.split(".");
  if (rest.length > 0 || !Object.hasOwn(RENDERERS, extension)) return undefined;
  const drawing = planAnimal(kind, id);
  if (drawing === undefined) return undefined;
  const { mediaType, render } = RENDERERS[extension]!;
  return await toResponse(await render(drawing.draw()), mediaType);
}

async function toResponse(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<CachedResponse> {
  const headers = type === SVG ? SVG_HEADERS : PICTURE_HEADERS;
  return new CachedResponse(bytes, { type, cache: IMMUTABLE, etag: (await eTag(bytes))!, headers });
}

// The rasterizer is a megabyte of code, so it is loaded with the first picture.
function loadRasterizer(): Promise<typeof import("@/lib/images/svg/render.ts")> {
  return import("@/lib/images/svg/render.ts");
}

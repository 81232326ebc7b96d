import { assert, assertEquals, assertLess, assertStrictEquals } from "@std/assert";
import { eTag } from "@std/http";
import type { FilePicture } from "@/lib/content/operator_picture.ts";
import { type FindPictureOptions, Pictures, type PicturesOptions } from "@/lib/content/pictures.ts";
import { ANIMALS, seedRandom, toChildId } from "@pawkit/animals";
import { pickDrawings } from "@/lib/content/drawings.ts";
import { renderDrawing } from "@pawkit/images/svg";
import { fromFile } from "@/lib/images/tests/pictures.ts";
import type { ReusableResponse } from "@/lib/http/reusable_response.ts";

const OPTIONS: PicturesOptions = { findFilePicture: () => undefined, cacheBytes: 8 * 1024 * 1024 };

type Load = (kind: string, file: string, options?: FindPictureOptions) => Promise<ReusableResponse | undefined>;

/** Returns a function that finds pictures, and draws those that are not ready. */
function createLoad(pictures: Pictures): Load {
  return async (kind, file, options) => {
    const found = await pictures.find(kind, file, options);
    if (found === undefined || "response" in found) return found?.response;
    const bytes = await renderDrawing(found.draw());
    return pictures.store(found, { bytes, etag: await eTag(bytes) });
  };
}

const load = createLoad(new Pictures(OPTIONS));

Deno.test("Pictures renders every kind as PNG, and also as WebP, of the stated size", async () => {
  for (const kind of ANIMALS) {
    const item = pickDrawings(kind, seedRandom("one draw"), { origin: "" })[0]!;
    for (const type of kind === "fox" ? ["png", "webp"] : ["png"]) {
      const picture = await load(kind, `${item.id}.${type}`);
      assertLess(picture!.length, 80_000);
      const { width, height, data } = await fromFile(picture!.read());
      assertEquals([width, height], [item.width!, item.height!]);
      assert(isDrawing(data), item.url);
    }
  }
});

// Opaque everywhere, and of many colours: not blank.
function isDrawing(data: Uint8ClampedArray): boolean {
  const colours = new Set<number>();
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  for (let i = 0; i < pixels.length; i += 101) {
    if (pixels[i]! >>> 24 !== 255) return false;
    colours.add(pixels[i]!);
  }
  return colours.size > 20;
}

Deno.test("Pictures renders the child of two animals", async () => {
  const picture = await load("fish", `${toChildId("io1dwf90", "k3v09x2a")}.webp`, { size: 64 });
  const { width, height, data } = await fromFile(await picture!.read());
  assertEquals([width, height], [64, 64]);
  assert(isDrawing(data));
});

Deno.test("Pictures caches and counts", async () => {
  const pictures = new Pictures(OPTIONS);
  const load = createLoad(pictures);
  const first = await load("fox", "aaaaaaaa.png");
  assertStrictEquals(await load("fox", "aaaaaaaa.png"), first);
  assertEquals([await load("fox", "no-such.png"), pictures.counts], [undefined, { hit: 1, miss: 1 }]);
});

Deno.test("Pictures.find() has the same key for a drawing before and after it is drawn, and none for a file", async () => {
  const pictures = new Pictures(OPTIONS);
  const before = await pictures.find("fox", "aaaaaaaa.png", { size: 64 });
  await createLoad(pictures)("fox", "aaaaaaaa.png", { size: 64 });
  const after = await pictures.find("fox", "aaaaaaaa.png", { size: 64 });
  assert(before !== undefined && "draw" in before && after !== undefined && "response" in after);
  assertEquals(before.key, after.key);
  const other = await pictures.find("fox", "aaaaaaaa.png", { size: 65 });
  assert(other?.key !== before.key);
});

Deno.test("Pictures.find() states the size that a drawing will have", async () => {
  for (const [size, view, expected] of [[64, "full", [64, 64]], [1200, "preview", [1200, 630]]] as const) {
    const found = await new Pictures(OPTIONS).find("dog", "aaaaaaaa.png", { size, view });
    assert(found !== undefined && "draw" in found);
    const drawing = found.draw();
    const { width, height } = await fromFile(await renderDrawing(drawing));
    assertEquals([[drawing.width, drawing.height], [width, height]], [expected, expected]);
  }
});

Deno.test("Pictures evicts the oldest picture of a full cache, and renders it again with the same bytes", async () => {
  const load = createLoad(new Pictures({ ...OPTIONS, cacheBytes: 60_000 }));
  const first = await load("dog", "00000000.png");
  for (const id of ["00000001", "00000002", "00000003"]) await load("dog", `${id}.png`);
  const again = await load("dog", "00000000.png");
  assert(again !== first);
  assertEquals([again!.options, again!.read()], [first!.options, first!.read()]);
});

Deno.test("Pictures answers concurrent callers for more than the cache holds, and for a missing file", async () => {
  const { promise: gone, resolve: reportGone } = Promise.withResolvers<undefined>();
  const toPicture = (id: number, load: FilePicture["load"]): FilePicture => {
    const size = { width: 1, height: 1 };
    const readVersion = () => Promise.resolve("1");
    return { id: `${id}`, servedName: `${id}.png`, alt: undefined, mediaType: "image/png", ...size, load, readVersion };
  };
  const cat = [1, 2, 3, 4].map((id) => toPicture(id, () => Promise.resolve(new Uint8Array(600).fill(id))));
  const findFilePicture: PicturesOptions["findFilePicture"] = (_, file) =>
    [toPicture(0, () => gone), ...cat].find(({ servedName }) => servedName === file);
  const load = createLoad(new Pictures({ findFilePicture, cacheBytes: 1_000 }));
  const [missing, ...others] = [0, 1, 2, 3, 4].map((id) => load("cat", `${id}.png`));
  const bytes = (await Promise.all(others)).map((picture) => picture!.read());
  assertEquals(bytes.map((each) => [each.length, each[0]]), [1, 2, 3, 4].map((id) => [600, id]));
  reportGone(undefined);
  assertEquals(await missing, undefined);
});

Deno.test("Pictures states the licence of a cached file as it is now", async () => {
  let licenseUrl = "https://x.example/old";
  const findFilePicture = (): FilePicture => ({
    id: "1",
    servedName: "1.png",
    alt: undefined,
    mediaType: "image/png",
    width: 1,
    height: 1,
    credit: { author: "Alice", license: "CC BY 4.0", licenseUrl },
    load: () => Promise.resolve(new Uint8Array(1)),
    readVersion: () => Promise.resolve("1"),
  });
  const load = createLoad(new Pictures({ ...OPTIONS, findFilePicture }));
  const readLink = async () => (await load("cat", "1.png"))!.options.headers?.link;
  assertEquals(await readLink(), '<https://x.example/old>; rel="license"');
  licenseUrl = "https://x.example/new";
  assertEquals(await readLink(), '<https://x.example/new>; rel="license"');
});

import { assert, assertEquals, assertLess, assertStrictEquals } from "@std/assert";
import type { FilePicture } from "@/lib/content/operator_pictures/operator_picture.ts";
import { Pictures } from "@/lib/content/drawings/pictures.ts";
import { ANIMALS, toChildId } from "@pawkit/animals";
import type { DrawingOptions } from "@/lib/content/drawings/variant.ts";
import type { ReusableResponse } from "@/lib/http/reusable_response.ts";
import { fromFile } from "@/lib/images/tests/pictures.ts";
import { createPool, createWork } from "../../workers/working.ts";

const pool = createPool();

type Load = (kind: string, file: string, options?: DrawingOptions) => Promise<ReusableResponse | undefined>;

/** Returns a function that finds pictures, and draws those that are not ready. */
function createLoad(pictures: Pictures): Load {
  return async (kind, file, options) => {
    const found = await pictures.findFile(kind, file, options);
    if (found === undefined || "response" in found) return found?.response;
    using work = createWork(pool.memory);
    return await pictures.render(found, work);
  };
}

const load = createLoad(new Pictures({ pool }));

Deno.test("Pictures renders every kind as PNG, and also as WebP, of the stated size", async () => {
  for (const kind of ANIMALS) {
    for (const type of kind === "fox" ? ["png", "webp"] : ["png"]) {
      const picture = await load(kind, `io1dwf90.${type}`);
      assertLess(picture!.length, 80_000);
      const { width, height, data } = await fromFile(picture!.read());
      assertEquals([width, height], [512, 512]);
      assert(isDrawing(data), kind);
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
  const pictures = new Pictures({ pool });
  const load = createLoad(pictures);
  const first = await load("fox", "aaaaaaaa.png");
  assertStrictEquals(await load("fox", "aaaaaaaa.png"), first);
  assertEquals([await load("fox", "no-such.png"), pictures.counts], [undefined, { hit: 1, miss: 1 }]);
});

Deno.test("Pictures.findFile() has the same key for a drawing before and after it is drawn, and none for a file", async () => {
  const pictures = new Pictures({ pool });
  const before = await pictures.findFile("fox", "aaaaaaaa.png", { size: 64 });
  await createLoad(pictures)("fox", "aaaaaaaa.png", { size: 64 });
  const after = await pictures.findFile("fox", "aaaaaaaa.png", { size: 64 });
  assert(before !== undefined && "draw" in before && after !== undefined && "response" in after);
  assertEquals(before.key, after.key);
  const other = await pictures.findFile("fox", "aaaaaaaa.png", { size: 65 });
  assert(other?.key !== before.key);
});

Deno.test("Pictures.find() finds what findFile() finds, and a picture on another server", async () => {
  const pictures = new Pictures({ pool });
  const response = await createLoad(pictures)("fox", "aaaaaaaa.png", { size: 64 });
  const drawn = await pictures.find([{ kind: "fox", id: "aaaaaaaa" }], { type: "png", size: 64 });
  assert(drawn !== undefined && "response" in drawn);
  assertStrictEquals(drawn.response, response);
  const picture = { id: "1", alt: undefined, mediaType: undefined, url: "https://x.example/" };
  assertStrictEquals(await pictures.find([{ kind: "fox", picture }], { type: "png", size: 64 }), picture);
  // A photograph is not drawn next to others.
  const pair = [{ kind: "fox", id: "aaaaaaaa" }, { kind: "fox", picture }] as const;
  for (const animals of [pair, pair.toReversed(), [pair[1], pair[1]]]) {
    assertEquals(await pictures.find(animals, { type: "png", size: 64 }), undefined);
  }
});

Deno.test("Pictures.findFile() finds no text, which only terminals get", async () => {
  const pictures = new Pictures({ pool });
  assert(await pictures.find([{ kind: "fox", id: "aaaaaaaa" }], { type: "txt", size: 40 }) !== undefined);
  assertEquals(await pictures.findFile("fox", "aaaaaaaa.txt"), undefined);
});

Deno.test("Pictures evicts the oldest picture of a full cache, and renders it again with the same bytes", async () => {
  const load = createLoad(new Pictures({ pool, cacheBytes: 60_000 }));
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
  const pictures = [toPicture(0, () => gone), ...cat];
  const files = { find: (_: string, file: string) => pictures.find(({ servedName }) => servedName === file) };
  const load = createLoad(new Pictures({ pool, files, cacheBytes: 1_000 }));
  const [missing, ...others] = [0, 1, 2, 3, 4].map((id) => load("cat", `${id}.png`));
  const bytes = (await Promise.all(others)).map((picture) => picture!.read());
  assertEquals(bytes.map((each) => [each.length, each[0]]), [1, 2, 3, 4].map((id) => [600, id]));
  reportGone(undefined);
  assertEquals(await missing, undefined);
});

Deno.test("Pictures states the licence of a cached file as it is now", async () => {
  let licenseUrl = "https://x.example/old";
  const find = (): FilePicture => ({
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
  const load = createLoad(new Pictures({ pool, files: { find } }));
  const readLink = async () => (await load("cat", "1.png"))!.options.headers?.link;
  assertEquals(await readLink(), '<https://x.example/old>; rel="license"');
  licenseUrl = "https://x.example/new";
  assertEquals(await readLink(), '<https://x.example/new>; rel="license"');
});

Deno.test("Pictures.render() draws a picture once for clients that want it at the same time, each in its turn", async () => {
  const pictures = new Pictures({ pool });
  const found = await pictures.findFile("cat", "00000000.png", { size: 32 });
  assert(found !== undefined && "draw" in found);
  const draw = async (client: string) => {
    using work = createWork(pool.memory, { client });
    return await pictures.render(found, work);
  };
  const drawn = await Promise.all(["a", "b", "c"].map(draw));
  assertEquals(pictures.counts, { hit: 2, miss: 1 });
  for (const picture of drawn) assertStrictEquals(picture, drawn[0]);
  assertEquals(pool.memory.used, 0);
});

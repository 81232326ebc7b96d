import { assert, assertEquals, assertLess, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { createDrawingPool } from "@/lib/content/animals/mod.ts";
import type { FilePicture } from "@/lib/content/operator_picture.ts";
import { createPictureLoader, type Drawing, type Render } from "@/lib/content/pictures.ts";
import { ANIMALS } from "@/lib/content/pools.ts";
import { seedRandom } from "@/lib/content/random.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { render } from "./render.ts";
import { fromFile } from "@/tests/lib/images/pictures.ts";

const CACHE_BYTES = 8 * 1024 * 1024;
const load = createPictureLoader(() => undefined, CACHE_BYTES, render);

Deno.test("createPictureLoader() renders 120 draws as PNGs that decode to their stated size", async () => {
  for (const kind of ANIMALS) {
    const pool = createDrawingPool(kind);
    const random = seedRandom(`120 draws of ${kind}`);
    for (let drawn = 0; drawn < 120 / ANIMALS.length; drawn++) {
      const item = JSON.parse(pool.drawOne(random, "").json);
      const picture = await load(kind, item.url.split("/").pop());
      const { width, height, data } = await fromFile(await picture!.read());
      assertEquals([width, height], [item.width, item.height]);
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

Deno.test("createPictureLoader() renders the same picture as SVG, PNG and WebP", async () => {
  const [svg, png, webp] = await Promise.all(["svg", "png", "webp"].map((type) => load("cat", `io1dwf90.${type}`)));
  assertEquals([svg, png, webp].map((each) => each!.options.type), ["image/svg+xml", "image/png", "image/webp"]);
  for (const picture of [png!, webp!]) {
    const { width, height } = await fromFile(await picture.read());
    assertEquals([width, height], [512, 512]);
    assertLess(picture.length, 80_000);
  }
  assertMatch(new TextDecoder().decode(await svg!.read()), /^<svg .*<\/svg>$/);
});

Deno.test("createPictureLoader() renders once for concurrent callers, and caches", async () => {
  const [a, b] = await Promise.all([load("fox", "aaaaaaaa.png"), load("fox", "aaaaaaaa.png")]);
  assertStrictEquals(a, b);
  assertStrictEquals(await load("fox", "aaaaaaaa.png"), a);
});

Deno.test("createPictureLoader() evicts the oldest picture of a full cache, and renders it again with the same bytes", async () => {
  const load = createPictureLoader(() => undefined, 60_000, render);
  const first = await load("dog", "00000000.png");
  for (const id of ["00000001", "00000002", "00000003"]) await load("dog", `${id}.png`);
  const again = await load("dog", "00000000.png");
  assert(again !== first);
  assertEquals([again!.options, await again!.read()], [first!.options, await first!.read()]);
});

Deno.test("createPictureLoader() answers concurrent callers for more than the cache holds, and for a missing file", async () => {
  const { promise: gone, resolve: reportGone } = Promise.withResolvers<undefined>();
  const toPicture = (id: number, load: FilePicture["load"]): FilePicture => {
    const size = { width: 1, height: 1 };
    return { id: `${id}`, servedName: `${id}.png`, alt: undefined, mediaType: "image/png", ...size, load };
  };
  const cat = [1, 2, 3, 4].map((id) => toPicture(id, () => Promise.resolve(new Uint8Array(600).fill(id))));
  const load = createPictureLoader(
    (_, file) => [toPicture(0, () => gone), ...cat].find(({ servedName }) => servedName === file),
    1_000,
    render,
  );
  const [missing, ...others] = [0, 1, 2, 3, 4].map((id) => load("cat", `${id}.png`));
  const bytes = (await Promise.all(others)).map((picture) => picture!.read());
  assertEquals((await Promise.all(bytes)).map((each) => [each.length, each[0]]), [1, 2, 3, 4].map((id) => [600, id]));
  reportGone(undefined);
  assertEquals(await missing, undefined);
});

Deno.test("createPictureLoader() sets a strong entity tag that differs between pictures", async () => {
  const tags = await Promise.all(
    ["a.svg", "b.svg"].map(async (end) => (await load("bird", `0000000${end}`))!.options.etag!),
  );
  for (const tag of tags) assertMatch(tag, /^"[^"]+"$/);
  assert(tags[0] !== tags[1]);
});

Deno.test("createPictureLoader() returns undefined for an invalid name", async () => {
  const names = ".png !!.png io1dwf90 io1dwf90. io1dwf90.gif io1dwf90.png.svg io1dwf90.constructor IO1DWF90.png";
  for (const name of [...names.split(" "), "", `${"x".repeat(1e6)}.png`, "../cat/io1dwf90.png"]) {
    assertEquals(await load("cat", name), undefined, name.slice(0, 40));
  }
  for (const kind of ["", "no-such-kind", "__proto__", "constructor"]) {
    assertEquals(await load(kind, "io1dwf90.png"), undefined);
  }
});

/** Creates a loader whose renderer only records what it gets. */
function createRecorder() {
  const drawings: (Pick<Drawing, "side" | "format"> & { readonly client: string | undefined })[] = [];
  const render: Render = ({ svg, side, format }, { client }) => {
    assertMatch(svg, /^<svg /);
    drawings.push({ side, format, client });
    return Promise.resolve({ bytes: new Uint8Array([1]), etag: '"drawn"' });
  };
  return { load: createPictureLoader(() => undefined, CACHE_BYTES, render), drawings };
}

Deno.test("createPictureLoader() charges four more points for a PNG or WebP that is not cached, and renders it for the client", async () => {
  const { load, drawings } = createRecorder();
  const charged: string[] = [];
  for (const type of ["png", "png", "svg", "webp", "gif"]) {
    const charge = (points: number) => void charged.push(`${type} ${points}`);
    const picture = await load("cat", `io1dwf90.${type}`, { toCaller: () => ({ client: "a", charge }) });
    if (type === "png") assertEquals([picture!.options.etag, picture!.length], ['"drawn"', 1]);
  }
  assertEquals(charged, ["png 4", "webp 4"]);
  assertEquals(drawings, [{ side: 512, format: "png", client: "a" }, { side: 512, format: "webp", client: "a" }]);
});

Deno.test("createPictureLoader() renders nothing for a caller with too few points, but for another that waited with it", async () => {
  const { load, drawings } = createRecorder();
  const poor = { client: "a", charge: () => Promise.reject(new ApiError("rate_limited", "Cannot")) };
  const [first, second] = [
    load("cat", "io1dwf90.png", { toCaller: () => poor }),
    load("cat", "io1dwf90.png", { toCaller: () => ({ client: "b" }) }),
  ];
  await assertRejects(() => first, ApiError);
  assertEquals([(await second)!.length, drawings.map(({ client }) => client)], [1, ["b"]]);
});

Deno.test("createPictureLoader() stops waiting when its caller leaves", async () => {
  const { promise: left, resolve: leave } = Promise.withResolvers<AbortSignal>();
  const load = createPictureLoader(() => undefined, CACHE_BYTES, (_drawing, { signal }) => {
    leave(signal);
    return new Promise(() => {});
  });
  const caller = new AbortController();
  const waiting = load("cat", "io1dwf90.png", { toCaller: () => caller });
  const signal = await left;
  caller.abort(new RangeError("gone"));
  await assertRejects(() => waiting, RangeError);
  assertEquals(signal.aborted, true);
});

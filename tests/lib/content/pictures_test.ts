import { assert, assertEquals, assertLess, assertRejects, assertStrictEquals } from "@std/assert";
import type { FilePicture } from "@/lib/content/operator_picture.ts";
import { createPictureLoader as createLoader, type LoadPicture } from "@/lib/content/mod.ts";
import { Pictures, type PicturesOptions } from "@/lib/content/pictures.ts";
import type { Renderer } from "@/lib/workers/renderer.ts";
import { ANIMALS, pickDrawings, toChildId } from "@/lib/content/animals/mod.ts";
import { seedRandom } from "@/lib/content/random.ts";
import { SERVICE } from "@/lib/http/caller.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { render } from "./render.ts";
import { fromFile } from "@/lib/images/tests/pictures.ts";

const OPTIONS: TestOptions = { findFilePicture: () => undefined, cacheBytes: 8 * 1024 * 1024, render };

interface TestOptions extends PicturesOptions {
  readonly render: Renderer;
}

function createPictureLoader({ render, ...options }: TestOptions): LoadPicture {
  return createLoader(new Pictures(options), render);
}

const load = createPictureLoader(OPTIONS);

Deno.test("createPictureLoader() renders every kind as PNG, and also as WebP, of the stated size", async () => {
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

Deno.test("createPictureLoader() renders the child of two animals", async () => {
  const picture = await load("fish", `${toChildId("io1dwf90", "k3v09x2a")}.webp`, { size: 64 });
  const { width, height, data } = await fromFile(await picture!.read());
  assertEquals([width, height], [64, 64]);
  assert(isDrawing(data));
});

Deno.test("createPictureLoader() caches and counts", async () => {
  const pictures = new Pictures(OPTIONS);
  const load = createLoader(pictures, render);
  const first = await load("fox", "aaaaaaaa.png");
  assertStrictEquals(await load("fox", "aaaaaaaa.png"), first);
  assertEquals([await load("fox", "no-such.png"), pictures.counts], [undefined, { hit: 1, miss: 1 }]);
});

/** Renders nothing until the turn of a client comes. */
function createTurns() {
  const turns = new Map<string, () => void>();
  const rendered: string[] = [];
  const renderAtTurn: Renderer = async (_drawing, { caller: { client }, findResult }) => {
    await new Promise<void>((resolve) => turns.set(client, resolve));
    const found = findResult();
    if (found !== undefined) return found;
    rendered.push(client);
    return { bytes: Uint8Array.of(1), etag: '"drawn"' };
  };
  const load = createPictureLoader({ ...OPTIONS, render: renderAtTurn });
  const request = (client: string) => load("fox", "aaaaaaaa.png", { caller: { ...SERVICE, client } });
  return { turns, rendered, request };
}

Deno.test("createPictureLoader() does not wait for the turn of another client that wants the same picture", async () => {
  const { turns, rendered, request } = createTurns();
  const [slow, fast] = [request("slow"), request("fast")];
  await Promise.resolve();
  turns.get("fast")!();
  const picture = await fast;
  assertEquals(rendered, ["fast"]);
  // The other one finds it when its own turn comes.
  turns.get("slow")!();
  assertStrictEquals(await slow, picture);
  assertEquals(rendered, ["fast"]);
});

Deno.test("createPictureLoader() evicts the oldest picture of a full cache, and renders it again with the same bytes", async () => {
  const load = createPictureLoader({ ...OPTIONS, cacheBytes: 60_000 });
  const first = await load("dog", "00000000.png");
  for (const id of ["00000001", "00000002", "00000003"]) await load("dog", `${id}.png`);
  const again = await load("dog", "00000000.png");
  assert(again !== first);
  assertEquals([again!.options, again!.read()], [first!.options, first!.read()]);
});

Deno.test("createPictureLoader() answers concurrent callers for more than the cache holds, and for a missing file", async () => {
  const { promise: gone, resolve: reportGone } = Promise.withResolvers<undefined>();
  const toPicture = (id: number, load: FilePicture["load"]): FilePicture => {
    const size = { width: 1, height: 1 };
    const readVersion = () => Promise.resolve("1");
    return { id: `${id}`, servedName: `${id}.png`, alt: undefined, mediaType: "image/png", ...size, load, readVersion };
  };
  const cat = [1, 2, 3, 4].map((id) => toPicture(id, () => Promise.resolve(new Uint8Array(600).fill(id))));
  const load = createPictureLoader({
    ...OPTIONS,
    findFilePicture: (_, file) => [toPicture(0, () => gone), ...cat].find(({ servedName }) => servedName === file),
    cacheBytes: 1_000,
  });
  const [missing, ...others] = [0, 1, 2, 3, 4].map((id) => load("cat", `${id}.png`));
  const bytes = (await Promise.all(others)).map((picture) => picture!.read());
  assertEquals(bytes.map((each) => [each.length, each[0]]), [1, 2, 3, 4].map((id) => [600, id]));
  reportGone(undefined);
  assertEquals(await missing, undefined);
});

Deno.test("createPictureLoader() states the licence of a cached file as it is now", async () => {
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
  const load = createPictureLoader({ ...OPTIONS, findFilePicture });
  const readLink = async () => (await load("cat", "1.png"))!.options.headers?.link;
  assertEquals(await readLink(), '<https://x.example/old>; rel="license"');
  licenseUrl = "https://x.example/new";
  assertEquals(await readLink(), '<https://x.example/new>; rel="license"');
});

Deno.test("createPictureLoader() renders nothing for a caller with too few points", async () => {
  const clients: string[] = [];
  const render: Renderer = (_drawing, { caller: { client } }) => {
    clients.push(client);
    return Promise.resolve({ bytes: new Uint8Array([1]), etag: '"drawn"' });
  };
  const load = createPictureLoader({ ...OPTIONS, render });
  const take = () => {
    throw new ApiError("rate_limited", "Cannot");
  };
  const poor = { ...SERVICE, client: "a", take };
  const [first, second] = [
    load("cat", "io1dwf90.png", { caller: poor }),
    load("cat", "io1dwf90.png", { caller: { ...SERVICE, client: "b" } }),
  ];
  await assertRejects(() => first, ApiError);
  assertEquals([(await second)!.length, clients], [1, ["b"]]);
});

Deno.test("createPictureLoader() passes the signal of its caller on", async () => {
  const caller = new AbortController();
  const render: Renderer = (_drawing, { caller: { signal } }) => {
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const load = createPictureLoader({ ...OPTIONS, render });
  const waiting = load("cat", "io1dwf90.png", { caller: { ...SERVICE, signal: caller.signal } });
  queueMicrotask(() => caller.abort(new RangeError("gone")));
  await assertRejects(() => waiting, RangeError);
});

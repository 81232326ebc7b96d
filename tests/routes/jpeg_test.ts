import { assert, assertEquals } from "@std/assert";
import sharp from "sharp";
import { startApp } from "@/tests/app.ts";

const call = await startApp({ RATE_LIMIT: "off" });

async function readPixels(path: string): Promise<{ format: string; side: number; data: Uint8Array }> {
  const bytes = await (await call(path)).bytes();
  const { format = "", width = 0 } = await sharp(bytes).metadata();
  const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { format, side: width, data };
}

Deno.test("a JPEG is the PNG of the same animal on white, also at corners that are cut off", async () => {
  for (const query of ["size=64&background=none", "size=64&radius=max", "size=64&view=face"]) {
    const [png, jpeg] = await Promise.all([`/cat/Ada.png?${query}`, `/cat/Ada.jpg?${query}`].map(readPixels));
    assertEquals([jpeg!.format, jpeg!.side], ["jpeg", 64]);
    let sum = 0;
    for (let i = 0; i < png!.data.length; i++) {
      const alpha = i % 4 === 3 ? 255 : png!.data[i | 3]!;
      const onWhite = i % 4 === 3 ? 255 : (png!.data[i]! * alpha + 255 * (255 - alpha)) / 255;
      sum += Math.abs(jpeg!.data[i]! - onWhite);
    }
    assert(sum / png!.data.length < 4, `${query} ${sum / png!.data.length}`);
  }
  const { data } = await readPixels("/cat/Ada.jpg?size=64&radius=max");
  assert(data.subarray(0, 3).every((value) => value >= 250), "the corner is white");
});

Deno.test("a JPEG has the same bytes at each of its addresses", async () => {
  const read = async (path: string) => await (await call(path)).bytes();
  const { item } = await (await call("/fox/Ada.json?type=jpeg&size=64")).json();
  assertEquals([item.mediaType, item.url.endsWith(".jpg?size=64")], ["image/jpeg", true]);
  const { pathname, search } = new URL(item.url);
  const bytes = await read(pathname + search);
  const others = [
    pathname.replace(".jpg", ".jpeg") + search,
    pathname.replace(".jpg", ".JPG") + search,
    pathname.replace(".jpg", ".Jpeg") + search,
    "/fox/Ada.JPEG?size=64",
    "/fox/Ada.jpg?size=64",
    "/api/v2/random/animal/fox?seed=Ada&format=image&type=jpg&size=64",
  ];
  for (const path of others) assertEquals(await read(path), bytes, path);
});

Deno.test("GET /api/v2/filter/{steps} of a JPEG drawing is a JPEG, and a PNG with radius", async () => {
  for (const image of ["/cat/Ada.jpg?size=64", "/images/animals/cat/io1dwf90.JPEG?size=64", "/cat/Ada.jpg?size=card"]) {
    for (const [query, type] of [["", "image/jpeg"], ["&radius=8", "image/png"]]) {
      const response = await call(`/api/v2/filter/sepia?image=${encodeURIComponent(image)}${query}`);
      await response.body?.cancel();
      assertEquals([response.status, response.headers.get("content-type")], [200, type], image);
    }
  }
});

Deno.test("GET of a picture by its id accepts its extension in capitals, also for a filter", async () => {
  for (const [capitals, file] of [["io1dwf90.PNG?size=64", "io1dwf90.png?size=64"], ["io1dwf90.Svg", "io1dwf90.svg"]]) {
    const [path, same] = [`/images/animals/cat/${capitals}`, `/images/animals/cat/${file}`];
    for (const address of ["", "/api/v2/filter/sepia?image="]) {
      const toAddress = (each: string) => address === "" ? each : address + encodeURIComponent(each);
      const [response, expected] = [await call(toAddress(path)), await call(toAddress(same))];
      const types = [response, expected].map(({ headers }) => headers.get("content-type"));
      assertEquals([response.status, types[0]], [200, types[1]!], path);
      assertEquals(await response.bytes(), await expected.bytes(), path);
    }
  }
});

import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { join } from "@std/path";
import { probe } from "@pawkit/images/probe";
import { startApp } from "@/tests/app.ts";
import { fromFile } from "@/lib/images/tests/pictures.ts";

const call = await startApp();
const CAT = "/api/v2/random/animal/cat";
const LIMITS = { maxPixels: 1e9, maxTotalPixels: 1e9, maxFrames: 1 };

async function sizeOf(response: Response): Promise<[string | null, string, number, number]> {
  const { format, width, height } = probe(await response.bytes(), LIMITS);
  return [response.headers.get("content-type"), format, width, height];
}

Deno.test("GET /api/v2/random/animal/{kind}?format=image returns the picture itself, not cacheable without a seed", async () => {
  const response = await call(`${CAT}?format=image`);
  assertEquals([response.status, response.headers.get("cache-control")], [200, "no-store"]);
  assertEquals([response.headers.get("etag"), response.headers.get("vary")], [null, null]);
  assertEquals(await sizeOf(response), ["image/png", "png", 512, 512]);
});

Deno.test("GET /api/v2/random/animal/{kind}?format=image&seed= returns the picture that the JSON names, for a day", async () => {
  const { item } = await (await call(`${CAT}?seed=Ada&type=webp&size=64`)).json();
  assertMatch(item.url, /\/images\/animals\/cat\/[0-9a-z]{8}\.webp\?size=64$/);
  assertEquals([item.width, item.height, item.mediaType], [64, 64, "image/webp"]);
  const response = await call(`${CAT}?seed=Ada&type=webp&size=64&format=image`);
  assertEquals(response.headers.get("cache-control"), "public, max-age=86400");
  const tag = response.headers.get("etag") ?? "";
  const bytes = await response.bytes();
  assertEquals(await (await call(new URL(item.url).pathname + "?size=64")).bytes(), bytes);
  const { format, width } = probe(bytes, LIMITS);
  assertEquals([format, width], ["webp", 64]);
  assertEquals(
    (await call(`${CAT}?seed=Ada&type=webp&size=64&format=image`, { headers: { "if-none-match": tag } })).status,
    304,
  );
  const redirect = await call(`${CAT}?seed=Ada&type=webp&size=64&format=redirect`);
  assertEquals(redirect.headers.get("location"), new URL(item.url).pathname + "?size=64", "relative, for any host");
});

Deno.test("GET /api/v2/random/animal/{kind} honours accept if there is no format, and says that it does", async () => {
  const get = (accept: string, query = "") => call(`${CAT}${query}`, { headers: { accept } });
  const image = await get("image/webp,image/*,*/*;q=0.8");
  assertEquals([image.headers.get("content-type"), image.headers.get("vary")], ["image/png", "accept"]);
  await image.body?.cancel();
  for (const type of ["image/webp", "image/svg+xml", "image/jpeg"]) {
    for (const accept of [type, `${type},image/*;q=0.8,*/*;q=0.5`]) {
      const alone = await get(accept, "?seed=a");
      assertEquals([alone.headers.get("content-type"), alone.headers.get("vary")?.split(",")[0]], [type, "accept"]);
      await alone.body?.cancel();
    }
  }
  const chosen = await get("image/webp", "?type=png&size=16");
  assertEquals(chosen.headers.get("content-type"), "image/png");
  await chosen.body?.cancel();
  const text = await get("text/plain");
  assertEquals([text.headers.get("content-type"), text.headers.get("vary")], ["text/plain; charset=utf-8", "accept"]);
  assertMatch(await text.text(), /^http:\/\/paw\.example\/images/);
  const json = await get("image/*", "?format=json");
  assertEquals([json.headers.get("content-type"), json.headers.get("vary")], ["application/json", null]);
  await json.body?.cancel();
  // A cache must know that the JSON of a seed is not what `<img>` gets.
  const seeded = await get("*/*", "?seed=a");
  assertEquals([seeded.headers.get("content-type"), seeded.headers.get("vary")], ["application/json", "accept"]);
  await seeded.body?.cancel();
});

Deno.test("GET of texts honours text/plain, and a picture is a 400 or JSON because there is none", async () => {
  const text = await call("/api/v1/kaomoji/cat", { headers: { accept: "text/plain" } });
  assertEquals(text.headers.get("content-type"), "text/plain; charset=utf-8");
  await text.body?.cancel();
  const image = await call("/api/v2/random/string/8ball", { headers: { accept: "image/*" } });
  assertEquals(image.headers.get("content-type"), "application/json");
  await image.body?.cancel();
  for (const path of ["/api/v2/random/kaomoji/cat?format=image", "/api/v2/random/yt-video/hl-cats?format=image"]) {
    const { code, details } = await (await call(path)).json();
    assertEquals([code, details.allowed.includes("image")], ["invalid_parameter", false]);
  }
});

Deno.test("GET of animals draws any size from 16 to 1024", async () => {
  for (const size of [16, 17, 100, 999]) {
    assertEquals((await sizeOf(await call(`${CAT}?seed=a&format=image&size=${size}`))).slice(2), [size, size]);
  }
  const { details } = await (await call(`${CAT}?type=gif`)).json();
  assertEquals(details.allowed, ["png", "webp", "svg", "jpg"]);
});

Deno.test("view=face and radius change the picture, its description and its URL", async () => {
  const { item } = await (await call(`${CAT}?seed=Ada&size=64&view=face&radius=max`)).json();
  assertMatch(item.alt, /^the face of a .* cat/);
  const { pathname, search } = new URL(item.url);
  assertEquals(search, "?size=64&view=face&radius=max");
  const { data } = await fromFile(await (await call(pathname + search)).bytes());
  const alphaAt = (x: number, y: number) => data[4 * (64 * y + x) + 3];
  assertEquals([alphaAt(0, 0), alphaAt(63, 63), alphaAt(32, 32), alphaAt(32, 2)], [0, 0, 255, 255]);
  const etags = ["", "&view=face", "&radius=8", "&radius=9", "&radius=32", "&radius=33", "&radius=max"].map(
    async (query) => (await call(`${CAT}?seed=Ada&format=image&size=64${query}`)).headers.get("etag"),
  );
  // From half of the side on, it is the same circle.
  const [plain, face, round, rounder, circle, ...circles] = await Promise.all(etags);
  assertEquals(new Set([plain, face, round, rounder, circle]).size, 5);
  assertEquals(circles, [circle, circle]);
});

Deno.test("an SVG has round corners in units of its side of 512", async () => {
  const read = async (query: string) => await (await call(`/images/animals/fox/io1dwf90.svg?${query}`)).text();
  assertMatch(await read("radius=40"), /<rect width="512" height="512" rx="40"\/>/);
  assertMatch(await read("radius=max&size=32"), /rx="256"/);
  assertMatch(await read("view=face"), /<title>the face of a /);
});

Deno.test("GET /images/animals/{kind}/{file} draws each size, and an SVG scales by itself", async () => {
  const small = await call("/images/animals/fox/io1dwf90.png?size=32");
  const tag = small.headers.get("etag");
  assertEquals(await sizeOf(small), ["image/png", "png", 32, 32]);
  const large = await call("/images/animals/fox/io1dwf90.webp?size=1024");
  assertNotEquals(large.headers.get("etag"), tag);
  assertEquals(await sizeOf(large), ["image/webp", "webp", 1024, 1024]);
  const svg = await (await call("/images/animals/fox/io1dwf90.svg?size=32")).text();
  assertEquals(svg, await (await call("/images/animals/fox/io1dwf90.svg")).text());
});

Deno.test("GET /images/animals/{kind}/{file}.svg is compressed for callers that accept it", async () => {
  const response = await call("/images/animals/fox/io1dwf90.svg", { headers: { "accept-encoding": "gzip, br" } });
  assertEquals([response.headers.get("content-encoding"), response.headers.get("vary")], ["br", "accept-encoding"]);
  await response.body?.cancel();
});

Deno.test("GET of an SVG by its name or seed is compressed, too, and varies by all that it depends on", async () => {
  const toHeaders = async (path: string, accept = "*/*") => {
    const { headers, body } = await call(path, { headers: { "accept-encoding": "br", accept } });
    await body?.cancel();
    return ["content-encoding", "vary"].map((name) => headers.get(name));
  };
  assertEquals(await toHeaders("/cat/Ada.svg"), ["br", "accept-encoding"]);
  assertEquals(await toHeaders("/api/v2/random/animal?type=svg&format=image"), ["br", "accept-encoding"]);
  const negotiated = await toHeaders("/api/v2/random/animal?type=svg&seed=a", "image/*");
  assertEquals(negotiated, ["br", "accept, accept-encoding"]);
  assertEquals(await toHeaders("/cat/Ada.png"), [null, null]);
});

Deno.test("GET /api/v2/filter/{steps} filters a picture of this service in its size", async () => {
  const response = await call("/api/v2/filter/invert?image=/images/animals/cat/io1dwf90.png%3Fsize%3D64");
  assertEquals(await sizeOf(response), ["image/png", "png", 64, 64]);
});

Deno.test("GET ?format=image redirects to an operator picture on another server", async () => {
  const directory = await Deno.makeTempDir();
  await Deno.mkdir(join(directory, "animals"));
  await Deno.writeTextFile(join(directory, "animals", "cat.json"), '["https://pictures.example/mia.jpg?size=800"]');
  await using own = await startApp({ CONTENT_DIR: directory });
  const response = await own(`${CAT}?format=image`);
  assertEquals([response.status, response.headers.get("location")], [302, "https://pictures.example/mia.jpg?size=800"]);
  await Deno.remove(directory, { recursive: true });
});

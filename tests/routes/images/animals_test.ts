import { assertEquals, assertMatch } from "@std/assert";
import { startApp, type StartedApp } from "@/tests/app.ts";
import { paintPhoto, toSharp } from "@/lib/images/tests/pictures.ts";
import { startWithPictures } from "@/tests/routes/operator_pictures.ts";

const call = await startApp();

Deno.test("GET /images/animals/{kind}/{file} serves pictures for any site, and SVG that cannot run scripts", async () => {
  for (const type of ["png", "webp", "svg", "jpg"]) {
    const response = await call(`/images/animals/bird/io1dwf90.${type}`);
    await response.body?.cancel();
    assertEquals(response.headers.get("cross-origin-resource-policy"), "cross-origin");
    const policy = response.headers.get("content-security-policy") ?? "";
    assertEquals(policy.includes("default-src 'none'"), type === "svg");
  }
});

Deno.test("GET /images/animals/{kind}/{file} returns 404 for names that no picture can have", async () => {
  const files = ".png !!.png io1dwf90 io1dwf90. io1dwf90.gif io1dwf90.png.svg io1dwf90.constructor IO1DWF90.png";
  const names = [...files.split(" "), "..%2Fio1dwf90.png", `${"9".repeat(5000)}.png`].map((file) => `cat/${file}`);
  const kinds = ["no-such-kind", "__proto__", "constructor"].map((kind) => `${kind}/io1dwf90.png`);
  for (const name of [...names, ...kinds]) {
    const response = await call(`/images/animals/${name}`);
    const { code, status } = await response.json();
    assertEquals([response.status, status, code], [404, 404, "not_found"], name.slice(0, 40));
    assertEquals(response.headers.get("cache-control"), "no-store");
  }
});

Deno.test("CONTENT_DIR replaces the drawn pictures with those of the operator", async () => {
  const { call: started, picture, directory } = await startWithPictures();
  await using call = started;
  const { message, item } = await (await call("/api/v1/animals/cat")).json();
  assertEquals([item.alt, item.width, item.height, item.mediaType], ["our cat", 4, 4, "image/png"]);
  const response = await call(new URL(message).pathname);
  assertEquals(response.headers.get("content-type"), "image/png");
  assertEquals(new Uint8Array(await response.arrayBuffer()), picture);
  assertEquals((await (await call("/api/v2/random/animal/fox?count=3")).json()).items.length, 3);
  assertMatch(
    (await (await call("/api/v2/random/animal/dog")).json()).message,
    /\/images\/animals\/dog\/[0-9a-z]{8}\.png$/,
  );
  await Deno.remove(directory, { recursive: true });
});

Deno.test("GET /images/animals/{kind}/{file} notices that a file of the operator was replaced, although it is cached", async () => {
  const { call: started, directory } = await startWithPictures();
  await using call = started;
  const path = `${directory}/animals/cat/our-cat.png`;
  // A file that has just been written is not cached.
  await Deno.utime(path, 1, 1);
  const { pathname } = new URL((await (await call("/api/v1/animals/cat")).json()).message);
  const read = async () => {
    const response = await call(pathname);
    await response.body?.cancel();
    return response.status;
  };
  assertEquals([await read(), await read(), call.services.content.pictures.counts], [200, 200, { hit: 1, miss: 1 }]);
  await Deno.writeTextFile(path, "another picture");
  await Deno.utime(path, 2, 2);
  assertEquals(await read(), 404);
  await Deno.remove(directory, { recursive: true });
});

/** Sends requests one after the other; returns how many pieces of work each started. */
async function countWork(call: StartedApp, ...paths: string[]): Promise<number[]> {
  const { work } = call.services;
  const { start } = work;
  let started = 0;
  work.start = (ctx, request) => {
    started++;
    return start.call(work, ctx, request) as ReturnType<typeof work.start<never>>;
  };
  const counts: number[] = [];
  for (const path of paths) {
    started = 0;
    const response = await call(path);
    await response.body?.cancel();
    assertEquals(response.status, 200, path);
    counts.push(started);
  }
  return counts;
}

Deno.test("GET /images/animals/{kind}/{file} is work for a PNG or WebP that is not cached, an SVG never", async () => {
  await using call = await startApp();
  const cat = "/images/animals/cat/io1dwf90";
  assertEquals(await countWork(call, `${cat}.png`, `${cat}.png`, `${cat}.webp`, `${cat}.svg`), [1, 0, 1, 0]);
});

Deno.test("GET /api/v2/filter/{steps} of a drawn picture is one job, and works with a single worker", async () => {
  await using call = await startApp({ FILTER_WORKERS: "1" });
  const toPath = (filter: string, id: string) =>
    `/api/v2/filter/${filter}?image=/images/animals/cat/${id}.png%3Fsize=64`;
  assertEquals(await countWork(call, toPath("invert", "io1dwf90"), toPath("greyscale", "io1dwf90")), [1, 1]);
  const together = await Promise.all(["00000001", "00000002", "00000003"].map((id) => call(toPath("invert", id))));
  for (const response of together) assertEquals([response.status, (await response.bytes()).length > 0], [200, true]);
});

Deno.test("GET /images/animals/{kind}/{file} lets as many pictures of a page wait as can be drawn in time", async () => {
  await using call = await startApp({ FILTER_WORKERS: "1" });
  const load = async (id: number) => {
    // As small as possible, because only their number matters.
    const response = await call(`/images/animals/fox/${String(id).padStart(8, "0")}.png?size=32`);
    return [response.status, (await response.bytes()).length > 0];
  };
  const results = await Promise.all(Array.from({ length: 40 }, (_, id) => load(id)));
  assertEquals(results, Array(40).fill([200, true]));
});

Deno.test("photographs name their author and licence in v1, v2 and the link header, and can be filtered", async () => {
  const directory = await Deno.makeTempDir();
  const folder = `${directory}/animals/fox`;
  await Deno.mkdir(folder, { recursive: true });
  const jpeg = new Uint8Array(await toSharp(paintPhoto(640, 640)).jpeg().toBuffer());
  await Deno.writeFile(`${folder}/a.jpg`, jpeg);
  const credit = {
    author: "Alice <b>Example</b>",
    license: "CC BY-SA 4.0",
    licenseUrl: "https://creativecommons.org/licenses/by-sa/4.0/",
    source: "https://commons.wikimedia.org/wiki/File:Fox.jpg",
  };
  const pictures = { "a.jpg": { title: "IMG_1234 Red fox in the snow", ...credit } };
  await Deno.writeTextFile(`${folder}/credits.json`, JSON.stringify({ pictures }));
  await using call = await startApp({ CONTENT_DIR: directory });
  for (const path of ["/api/v1/animals/fox", "/api/v2/random/animal/fox?count=1"]) {
    const { item } = await (await call(path)).json();
    assertEquals([item.alt, item.credit], ["Red fox in the snow", credit]);
  }
  const { item } = await (await call("/api/v1/animals/fox")).json();
  const { pathname } = new URL(item.url);
  for (const path of [pathname, "/api/v2/random/animal/fox?format=image"]) {
    const response = await call(path);
    assertEquals(response.headers.get("link"), `<${credit.licenseUrl}>; rel="license"`);
    assertEquals(await response.bytes(), jpeg);
  }
  const filtered = await call(`/api/v2/filter/blur?image=${pathname}`);
  assertEquals([filtered.status, filtered.headers.get("content-type")], [200, "image/jpeg"]);
  await filtered.body?.cancel();
  await Deno.remove(directory, { recursive: true });
});

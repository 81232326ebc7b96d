import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { readHeader } from "@pawkit/images/probe";
import { paintPhoto, toSharp } from "@/lib/images/tests/pictures.ts";
import { hashFolder, withWiki } from "./fixture.ts";
import { createFile, type Fault, METADATA } from "./wiki.ts";

const files = await Promise.all(Array.from({ length: 7 }, (_, i) => createFile(i + 1)));

Deno.test("fillGallery() stores photographs with author, licence, source, title and date", () =>
  withWiki(files, async ({ wiki, folder, fill, readCredits }) => {
    assertEquals(await fill({ count: 3 }), { total: 3, reasons: [] });
    const { id, bytes, ...credit } = (await readCredits())[1]!;
    assertEquals(credit, {
      title: "Cat no 1",
      author: "Alice & Bob",
      license: "CC BY-SA 4.0",
      licenseUrl: "https://creativecommons.org/licenses/by-sa/4.0/",
      source: new URL("/wiki/File%3ACat%20no%201.jpg", wiki.api).href,
      date: "2015-06-12 10:11:12",
      pageId: 1,
      sha1: files[0]!.sha1,
      thumbnail: new URL(`/thumb/${files[0]!.sha1}`, wiki.api).href,
      width: 640,
      height: 640,
    });
    const stored = await Deno.readFile(join(folder, `${files[0]!.sha1}.jpg`));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", stored)).toHex();
    assertEquals([id, bytes], [hash.slice(0, 16), stored.length]);
    assertEquals(wiki.requests.every(({ userAgent }) => userAgent.includes("(mailto:me@paw.example)")), true);
  }));

Deno.test("fillGallery() continues where it stopped, and changes and asks nothing once it is complete", () =>
  withWiki(files, async ({ wiki, folder, fill }) => {
    await fill({ count: 3 });
    assertEquals((await fill({ count: 5 })).total, 5);
    const before = await hashFolder(folder);
    const modified = (await Deno.stat(join(folder, "credits.json"))).mtime;
    const { length } = wiki.requests;
    assertEquals((await fill({ count: 5 })).total, 5);
    assertEquals(wiki.requests.length, length);
    assertEquals(await hashFolder(folder), before);
    assertEquals((await Deno.stat(join(folder, "credits.json"))).mtime, modified);
  }));

Deno.test("fillGallery() retries after temporary errors and damaged downloads, with the pause of retry-after", () =>
  withWiki(files, async ({ wiki, folder, fill, pauses }) => {
    await fill();
    const expected = await hashFolder(folder);
    await Deno.remove(folder, { recursive: true });
    const queries: Record<number, Fault> = { 1: "maxlag", 2: "internal_api_error_x" };
    const faults: Record<number, Fault> = { ...queries, 4: "429", 5: "503", 7: "truncated", 9: "damaged" };
    const start = wiki.requests.length;
    wiki.retryAfter = "7";
    wiki.fault = (serial) => faults[serial - start];
    await fill();
    assertEquals(await hashFolder(folder), expected);
    assertEquals(pauses, [7000, 7000, 7000, 7000, 2000, 2000]);
  }));

Deno.test("fillGallery() ends the run if the wiki stays unreachable or asks for a long pause", () =>
  withWiki(files, async ({ wiki, folder, fill }) => {
    wiki.fault = (serial) => serial > 4 ? "503" : undefined;
    await assertRejects(() => fill(), Error, "status 503");
    // What was downloaded before is stored.
    assertEquals(Object.keys(await hashFolder(folder)).filter((name) => name.endsWith(".jpg")).length, 3);
    wiki.retryAfter = "3600";
    const { length } = wiki.requests;
    await assertRejects(() => fill(), Error, "run again in 3600 s");
    assertEquals(wiki.requests.length, length + 1);
  }));

Deno.test("fillGallery() skips a file that is missing, moved or stays damaged, and stores the others", () =>
  withWiki(files.slice(0, 4), async ({ wiki, fill }) => {
    const faults = new Map<string, Fault>([[files[0]!.sha1, "404"], [files[1]!.sha1, "truncated"], [
      files[2]!.sha1,
      "redirect",
    ]]);
    wiki.fault = (_, url) => faults.get(url.pathname.split("/").at(-1)!);
    const { total, reasons } = await fill();
    assertEquals(total, 1);
    assertMatch(reasons.join("\n"), /status 404.*\n.*did not arrive completely.*\n.*status 302/);
    wiki.fault = () => undefined;
    assertEquals((await fill()).total, 4);
  }));

Deno.test("fillGallery() refuses by type, size, licence, author and duplicate", async () => {
  const refused = await Promise.all([
    createFile(11, { mime: "image/svg+xml" }),
    createFile(12, { width: 1000, height: 639 }),
    createFile(13, { metadata: { ...METADATA, License: "cc-by-nc-4.0", LicenseShortName: "CC BY-NC 4.0" } }),
    createFile(14, { metadata: { ...METADATA, License: "gfdl", LicenseShortName: "GFDL" } }),
    createFile(15, { metadata: { ...METADATA, Artist: "<span style='display:none'>x</span>" } }),
    createFile(16, { metadata: {} }),
    createFile(17, { sha1: files[0]!.sha1 }),
    createFile(18, { thumbnail: new Uint8Array() }),
  ]);
  await withWiki([files[0]!, ...refused], async ({ wiki, fill }) => {
    const { total, reasons } = await fill();
    assertEquals(total, 1);
    assertEquals(reasons, [
      "1 not used: not a photograph: image/svg+xml",
      "1 not used: a side is shorter than 640 px",
      "1 not used: licence: CC BY-NC 4.0",
      "1 not used: licence: GFDL",
      "1 not used: no author to credit",
      "1 not used: no licence is stated",
      "1 not used: in the folder already, or removed from it",
      "1 not used: the wiki cannot scale it",
    ]);
    assertEquals(wiki.requests.filter(({ url }) => url.pathname !== "/w/api.php").length, 1);
  });
});

Deno.test("fillGallery() refuses a thumbnail that does not decode, or has another size than stated", async () => {
  const thumbnail = files[0]!.thumbnail.slice(0, 3000);
  const broken = await Promise.all([{ thumbnail }, { thumbnail: new Uint8Array(99) }, { width: 641 }]
    .map((changes, i) => createFile(21 + i, changes)));
  await withWiki([...broken, files[1]!], async ({ fill }) => {
    const { total, reasons } = await fill();
    assertEquals([total, reasons.length], [1, 3]);
    assertStringIncludes(reasons[2]!, "must have 641 x 640 pixels, got 640 x 640");
  });
});

Deno.test("fillGallery() never uses a name of the wiki as the name of a file", async () => {
  const titles = ["../../../etc/passwd.jpg", "a\0b.jpg", `${"x".repeat(5000)}.jpg`, "\u202egpj.exe"];
  const hostile = await Promise.all(titles.map((title, i) => createFile(31 + i, { title: `File:${title}` })));
  await withWiki(hostile, async ({ folder, fill, readCredits }) => {
    assertEquals((await fill()).total, 4);
    const names = Object.keys(await hashFolder(folder)).sort();
    assertEquals(names, [".lock", "credits.json", ...hostile.map(({ sha1 }) => `${sha1}.jpg`)].sort());
    const credits = Object.values(await readCredits()).map(({ title }) => String(title));
    assertEquals(credits.map((title) => title.length <= 300 && !/[\p{Cc}\p{Cf}]/u.test(title)), Array(4).fill(true));
  });
});

Deno.test("fillGallery() stores an upright JPEG with the colour profile and no EXIF data, whatever the server sends", async () => {
  const photo = toSharp(paintPhoto(800, 700)).withIccProfile("p3").withExifMerge({ IFD0: { Artist: "secret" } })
    .withMetadata({ orientation: 6 });
  // A picture that is not wider than the thumbnail is sent as it is; the thumbnails of WebP files are PNG files.
  const files = await Promise.all(
    [photo.clone().jpeg(), photo.clone().png()].map(async (each, i) => {
      const thumbnail = new Uint8Array(await each.toBuffer());
      return await createFile(41 + i, { thumbnail, width: 700, height: 800, mime: ["image/jpeg", "image/webp"][i]! });
    }),
  );
  await withWiki(files, async ({ folder, fill, readCredits }) => {
    await fill();
    for (const { width, height, sha1 } of Object.values(await readCredits())) {
      const stored = await Deno.readFile(join(folder, `${sha1}.jpg`));
      const { format, orientation } = readHeader(stored);
      assertEquals([width, height, format, orientation], [700, 800, "jpeg", 1]);
      const text = new TextDecoder("latin1").decode(stored);
      assertEquals([text.includes("ICC_PROFILE"), text.includes("Exif")], [true, false]);
    }
  });
});

Deno.test("fillGallery() visits subcategories once, without the excluded ones", () =>
  withWiki(files, async ({ wiki, fill }) => {
    wiki.category = "Sleeping cats";
    const names = ["Cats in art", "Sleeping cats", "Cats", "Sleeping cats"];
    wiki.subcategories.set("Category:Cats", names.map((name) => `Category:${name}`));
    assertEquals((await fill()).total, 7);
    const titles = wiki.requests.map(({ url }) => url.searchParams.get("gcmtitle")).filter((title) => title !== null);
    assertEquals([...new Set(titles)], ["Category:Cats", "Category:Sleeping cats"]);
    wiki.category = "nothing";
    assertEquals((await fill({ categories: ["Renamed"] })).reasons, ["1 not used: no files in Category:Renamed"]);
  }));

Deno.test("fillGallery() does not bring back a picture that the operator removed", () =>
  withWiki(files, async ({ folder, fill }) => {
    await fill({ count: 3 });
    await Deno.remove(join(folder, `${files[1]!.sha1}.jpg`));
    const { total, reasons } = await fill({ count: 3 });
    assertEquals(total, 3);
    assertStringIncludes(reasons.join(), "removed from it");
    assertEquals(Object.keys(await hashFolder(folder)).includes(`${files[1]!.sha1}.jpg`), false);
  }));

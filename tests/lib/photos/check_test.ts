import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { checkGallery } from "@/lib/photos/check.ts";
import { Gallery } from "@/lib/photos/gallery.ts";
import { hashFolder, toText, withWiki, type Workshop } from "./fixture.ts";
import { createFile, METADATA } from "./wiki.ts";

const files = await Promise.all(Array.from({ length: 5 }, (_, i) => createFile(i + 1)));

async function check({ folder, client }: Workshop): Promise<string[]> {
  using gallery = await Gallery.open(folder);
  return (await checkGallery(gallery, client)).map(toText);
}

Deno.test("checkGallery() removes pictures that disappeared or changed their licence, and updates authors", () =>
  withWiki(files.map((file) => ({ ...file })), async (workshop) => {
    const { wiki, fill, folder, readCredits } = workshop;
    await fill();
    wiki.files[0]!.isMissing = true;
    wiki.files[1]!.metadata = { ...METADATA, License: "cc-by-nc-2.0", LicenseShortName: "CC BY-NC 2.0" };
    wiki.files[2]!.metadata = { ...METADATA, License: "cc-by-sa-3.0", LicenseShortName: "CC BY-SA 3.0" };
    wiki.files[3]!.metadata = { ...METADATA, Artist: "Carol" };
    assertEquals((await check(workshop)).sort(), [
      "licence: CC BY-NC 2.0 (Cat no 2)",
      "licence: CC BY-SA 3.0 instead of CC BY-SA 4.0 (Cat no 3)",
      "the wiki has no such file any more (Cat no 1)",
    ]);
    const credits = await readCredits();
    assertEquals(Object.values(credits).map(({ author }) => author), ["Carol", "Alice & Bob"]);
    const names = Object.keys(await hashFolder(folder)).filter((name) => name.endsWith(".jpg")).sort();
    assertEquals(names, files.slice(3).map(({ sha1 }) => `${sha1}.jpg`).sort());
    // A picture whose licence changed to another free one comes back with the next run.
    assertEquals((await fill()).total, 3);
  }));

Deno.test("checkGallery() changes nothing if nothing has changed, or if the wiki does not respond", () =>
  withWiki(files.map((file) => ({ ...file })), async (workshop) => {
    await workshop.fill();
    const before = await hashFolder(workshop.folder);
    assertEquals(await check(workshop), []);
    // A description that is not in the expected form says nothing about the file.
    Object.assign(workshop.wiki.files[0]!, { mime: 7 });
    Object.assign(workshop.wiki.files[1]!, { metadata: {} });
    assertEquals(await check(workshop), []);
    workshop.wiki.fault = () => "503";
    await assertRejects(() => check(workshop), Error, "503");
    assertEquals(await hashFolder(workshop.folder), before);
  }));

Deno.test("Gallery.open() completes a batch of a killed run, and removes what has no credit", () =>
  withWiki(files, async ({ folder, fill }) => {
    await fill();
    const before = await hashFolder(folder);
    const name = `${files[0]!.sha1}.jpg`;
    await Deno.rename(join(folder, name), join(folder, `.${name}.new`));
    await Deno.writeTextFile(join(folder, ".0123.jpg.new"), "half of a picture");
    for (const draft of [".credits.json.tmp-1", "..0123.jpg.new.tmp-1"]) {
      await Deno.writeTextFile(join(folder, draft), "half of a file");
    }
    (await Gallery.open(folder))[Symbol.dispose]();
    assertEquals(await hashFolder(folder), before);
  }));

Deno.test("Gallery.open() reports broken credits, and keeps entries that the operator wrote", () =>
  withWiki(files, async ({ folder, fill }) => {
    const path = join(folder, "credits.json");
    await Deno.writeTextFile(path, '{ "pictures": ');
    await assertRejects(() => fill(), Error, `Cannot read "${path}"`);
    const own = { author: "Me", license: "CC BY 4.0" };
    await Deno.writeTextFile(path, JSON.stringify({ pictures: { "mia.jpg": own } }));
    await fill({ count: 2 });
    const { pictures } = JSON.parse(await Deno.readTextFile(path));
    assertEquals([pictures["mia.jpg"], Object.keys(pictures).length], [own, 3]);
  }));

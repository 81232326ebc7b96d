import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { checkGallery, checkUrls } from "@/lib/photos/check.ts";
import { withGallery } from "@/lib/photos/gallery.ts";
import { hashFolder, withWiki, type Workshop } from "./fixture.ts";
import { paint, toPng } from "@/lib/images/tests/pictures.ts";
import { createFile, METADATA } from "./wiki.ts";

const files = await Promise.all(Array.from({ length: 5 }, (_, i) => createFile(i + 1)));

function check({ folder, get }: Workshop): Promise<string[]> {
  return withGallery(folder, (gallery) => checkGallery(gallery, get));
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
      "Cat no 1: the wiki has no such file any more",
      "Cat no 2: licence: CC BY-NC 2.0",
      "Cat no 3: licence: CC BY-SA 3.0 instead of CC BY-SA 4.0",
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

Deno.test("withGallery() completes a batch of a killed run, and removes what has no credit", () =>
  withWiki(files, async ({ folder, fill }) => {
    await fill();
    const before = await hashFolder(folder);
    const name = `${files[0]!.sha1}.jpg`;
    await Deno.rename(join(folder, name), join(folder, `.${name}.new`));
    await Deno.writeTextFile(join(folder, ".0123.jpg.new"), "half of a picture");
    for (const draft of [".credits.json.tmp-1", "..0123.jpg.new.tmp-1"]) {
      await Deno.writeTextFile(join(folder, draft), "half of a file");
    }
    await withGallery(folder, () => Promise.resolve());
    assertEquals(await hashFolder(folder), before);
  }));

Deno.test("withGallery() reports broken credits, and keeps entries that the operator wrote", () =>
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

const PNG = await toPng(paint(3, 3, () => [255, 255, 255, 255]));

async function checkList(entries: unknown, allowPrivateHosts: readonly string[]) {
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, JSON.stringify(entries));
  return await checkUrls(path, allowPrivateHosts).finally(() => Deno.remove(path));
}

Deno.test("checkUrls() fetches each URL once and reports those that are no image", async () => {
  const paths: string[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
    const { pathname } = new URL(url);
    paths.push(pathname);
    if (pathname === "/moved") return new Response(null, { status: 302, headers: { location: "/good" } });
    return pathname === "/good"
      ? new Response(PNG)
      : new Response("<html>", { status: pathname === "/page" ? 200 : 410 });
  });
  const base = `http://127.0.0.1:${server.addr.port}`;
  const urls = ["gone", "page", "gone"].map((path) => `${base}/${path}`);
  const list = [`${base}/good`, { url: `${base}/moved`, alt: "x" }, ...urls, "no"];
  const dead = await checkList(list, ["127.0.0.1"]);
  assertMatch(dead.join("\n"), /^Cannot use an entry .*"no"\nhttp:\S+\/gone: .*410.*\nhttp:\S+\/page: .*got an HTML/);
  assertEquals(paths, ["/good", "/moved", "/good", "/gone", "/page"]);
});

Deno.test("checkUrls() sends no request to a private address", async () => {
  const dead = await checkList(["http://127.0.0.1:80/x.png", "http://localhost/x.png"], []);
  assertMatch(dead.join("\n"), /^\S+\/x\.png: .*not a public address.*\n\S+\/x\.png: .*private name.*$/);
});

Deno.test("checkUrls() accepts a missing list and reports a broken one by name", async () => {
  assertEquals(await checkUrls("/nowhere/cat.json", []), []);
  const error = await assertRejects(() => checkList({ a: 1 }, []), Error, "must be a JSON array");
  assertMatch(error.message, /^Cannot read "\/.+": /);
});

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describeOwnPicture, loadOwnPictures, type OperatorPictures } from "@/lib/content/operator_pictures.ts";
import { MAX_OWN_BYTES } from "@/lib/content/operator_files.ts";
import { encodePng } from "@/lib/content/png.ts";

const PNG = await encodePng(new Uint8Array(3 * 3 * 4).fill(255), 3);
// The smallest GIF there is: one transparent pixel.
const GIF = Uint8Array.from(atob("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="), (c) => c.charCodeAt(0));

interface Loaded {
  readonly own: OperatorPictures;
  readonly warnings: readonly string[];
  readonly directory: string;
}

/** Makes a folder of these files, reads it, hands over what was found, and removes it. */
async function withOwn(
  files: Record<string, Uint8Array | string>,
  test: (loaded: Loaded) => void | Promise<void>,
): Promise<void> {
  const directory = await Deno.makeTempDir();
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = `${directory}/animals/${name}`;
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      await (typeof content === "string" ? Deno.writeTextFile(path, content) : Deno.writeFile(path, content));
    }
    const warnings: string[] = [];
    const own = await loadOwnPictures(directory, (message) => warnings.push(message));
    await test({ own, warnings, directory });
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("loadOwnPictures() knows size, type and text of every picture", async () => {
  await withOwn({ "cat/Mia_on-the roof.png": PNG, "cat/b.GIF": GIF }, ({ own, warnings }) => {
    assertEquals(warnings, []);
    assertEquals(Object.keys(own), ["cat"]);
    const seen = own.cat!.map(({ alt, width, height, mediaType }) => ({ alt, width, height, mediaType }));
    assertEquals(seen, [
      { alt: "Mia on the roof", width: 3, height: 3, mediaType: "image/png" },
      { alt: "b", width: 1, height: 1, mediaType: "image/gif" },
    ]);
    for (const { id, file } of own.cat!) assertMatch(file!, new RegExp(`^${id}\\.(png|gif)$`));
  });
});

Deno.test("loadOwnPictures() goes by what a file is, not by what it is called", async () => {
  await withOwn({ "dog/really-a-gif.jpg": GIF }, ({ own }) => {
    assertEquals(own.dog!.map(({ mediaType, file }) => [mediaType, file!.slice(-4)]), [["image/gif", ".gif"]]);
  });
});

Deno.test("loadOwnPictures() names what it cannot use and keeps the rest", async () => {
  const files = {
    "fox/good.png": PNG,
    "fox/cut.png": PNG.slice(0, -20),
    "fox/empty.png": new Uint8Array(),
    "fox/noise.jpg": crypto.getRandomValues(new Uint8Array(500)).fill(7, 0, 20),
    "fox/notes.txt": "hello",
    "fox/.hidden.png": PNG,
    "fox/page.webp": "<html>",
  };
  await withOwn(files, ({ own, warnings }) => {
    assertEquals(own.fox!.map(({ alt }) => alt), ["good"]);
    const named = warnings.map((message) => /fox\/(\w+\.\w+)"/.exec(message)?.[1]).sort();
    assertEquals(named, ["cut.png", "empty.png", "noise.jpg", "notes.txt", "page.webp"]);
    assertStringIncludes(warnings.find((message) => message.includes("cut.png"))!, "its end is missing");
  });
});

Deno.test("loadOwnPictures() leaves out links that lead away and files that are too large", async () => {
  const outside = await Deno.makeTempFile({ suffix: ".png" });
  await Deno.writeFile(outside, PNG);
  await withOwn({ "bird/good.png": PNG }, async ({ directory }) => {
    const folder = `${directory}/animals/bird`;
    await Deno.symlink(outside, `${folder}/away.png`);
    await Deno.symlink(`${folder}/gone.png`, `${folder}/dangling.png`);
    await Deno.writeFile(`${folder}/huge.png`, PNG);
    await Deno.truncate(`${folder}/huge.png`, MAX_OWN_BYTES + 1);
    const warnings: string[] = [];
    const own = await loadOwnPictures(directory, (message) => warnings.push(message));
    assertEquals(own.bird!.map(({ alt }) => alt), ["good"]);
    assertEquals(warnings.length, 3);
  });
  await Deno.remove(outside);
});

Deno.test("loadOwnPictures() takes lists of addresses and names the entries that are none", async () => {
  const list = ["https://x.example/a%20fox.webp", "ftp://x.example/b.png", 7, "nonsense", "http://x.example/c"];
  await withOwn({ "fish.json": JSON.stringify(list) }, ({ own, warnings }) => {
    assertEquals(warnings.length, 3);
    const items = own.fish!.map((picture) => JSON.parse(describeOwnPicture("fish", picture, "http://base").json));
    assertEquals(items.map(({ url, alt, mediaType }) => [url, alt, mediaType]), [
      ["https://x.example/a%20fox.webp", "a fox", "image/webp"],
      ["http://x.example/c", "c", undefined],
    ]);
  });
});

Deno.test("describeOwnPicture() names the kind where a name tells nothing", async () => {
  await withOwn({ "alpaca/__.png": PNG, "cat.json": '["https://x.example/"]' }, ({ own }) => {
    const texts = (["alpaca", "cat"] as const).map((kind) => {
      return JSON.parse(describeOwnPicture(kind, own[kind]![0]!, "http://base").json).alt;
    });
    assertEquals(texts, ["an alpaca", "a cat"]);
  });
});

Deno.test("loadOwnPictures() names a list that is no list and draws that kind", async () => {
  await withOwn({ "cat.json": "{ broken", "dog.json": '{"a":1}' }, ({ own, warnings }) => {
    assertEquals(own, {});
    assertEquals(warnings.map((message) => /(\w+\.json)"/.exec(message)?.[1]), ["cat.json", "dog.json", undefined]);
    assertStringIncludes(warnings[2]!, "all are drawn");
  });
});

Deno.test("loadOwnPictures() tells of a folder that is not there, or is none", async () => {
  const file = await Deno.makeTempFile();
  for (const path of ["/nowhere/at/all", file]) {
    const warnings: string[] = [];
    assertEquals(await loadOwnPictures(path, (message) => warnings.push(message)), {});
    assertStringIncludes(warnings.at(-1)!, path);
  }
  await Deno.remove(file);
});

Deno.test("OperatorPicture.load() gives the file, and nothing once it is another or gone", async () => {
  await withOwn({ "alpaca/a.png": PNG }, async ({ own, directory }) => {
    const { load } = own.alpaca![0]!;
    assertEquals(await load!(), PNG);
    await Deno.writeFile(`${directory}/animals/alpaca/a.png`, GIF);
    assertEquals(await load!(), undefined);
    await Deno.remove(`${directory}/animals/alpaca/a.png`);
    assertEquals(await load!(), undefined);
  });
});

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { MAX_FILE_BYTES } from "@/lib/content/operator_files.ts";
import {
  describeOperatorPicture,
  type FilePicture,
  type OperatorPicture,
  type OperatorPictures,
} from "@/lib/content/operator_picture.ts";
import { loadOperatorPictures } from "@/lib/content/operator_pictures.ts";
import type { AnimalKind } from "@/lib/content/pools.ts";
import { paint, paintPhoto, toPng, toSharp } from "@/tests/lib/images/pictures.ts";

const PNG = await toPng(paint(3, 3, () => [255, 255, 255, 255]));
// The smallest GIF: one transparent pixel.
const GIF = Uint8Array.from(atob("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="), (c) => c.charCodeAt(0));

interface Loaded {
  readonly pictures: OperatorPictures;
  readonly warnings: readonly string[];
  readonly directory: string;
}

/** Writes the files to a temporary folder, loads them, runs the test, and removes the folder. */
async function withPictures(
  files: Record<string, Uint8Array | string>,
  test: (loaded: Loaded) => void | Promise<void>,
): Promise<void> {
  const directory = await Deno.makeTempDir();
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = `${directory}/animals/${name}`;
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }
    await test(await load(directory));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

async function load(directory: string): Promise<Loaded> {
  const warnings: string[] = [];
  return { pictures: await loadOperatorPictures(directory, (message) => warnings.push(message)), warnings, directory };
}

function filesOf(pictures: readonly OperatorPicture[] = []): FilePicture[] {
  return pictures.filter((picture) => "servedName" in picture);
}

/** Returns the items of a response. */
function itemsOf(kind: AnimalKind, pictures: OperatorPictures) {
  return pictures[kind]!.map((picture) => JSON.parse(describeOperatorPicture(kind, picture, "http://base").json));
}

Deno.test("loadOperatorPictures() reads the size, type and text of every picture", async () => {
  await withPictures({ "cat/Mia_on-the roof.png": PNG, "cat/b.GIF": GIF }, ({ pictures, warnings }) => {
    assertEquals(warnings, []);
    assertEquals(Object.keys(pictures), ["cat"]);
    const seen = filesOf(pictures.cat).map(({ alt, width, height, mediaType }) => ({ alt, width, height, mediaType }));
    assertEquals(seen, [
      { alt: "Mia on the roof", width: 3, height: 3, mediaType: "image/png" },
      { alt: "b", width: 1, height: 1, mediaType: "image/gif" },
    ]);
    for (const { id, servedName } of filesOf(pictures.cat)) assertMatch(servedName, new RegExp(`^${id}\\.(png|gif)$`));
  });
});

Deno.test("loadOperatorPictures() detects the type by content, not by name", async () => {
  await withPictures({ "dog/really-a-gif.jpg": GIF }, ({ pictures }) => {
    const [{ mediaType, servedName }] = filesOf(pictures.dog) as [FilePicture];
    assertEquals([mediaType, servedName.slice(-4)], ["image/gif", ".gif"]);
  });
});

Deno.test("loadOperatorPictures() reports files that it cannot use and loads the others", async () => {
  const files = {
    "fox/good.png": PNG,
    "fox/cut.png": PNG.slice(0, -20),
    "fox/empty.png": new Uint8Array(),
    "fox/noise.jpg": crypto.getRandomValues(new Uint8Array(500)).fill(7, 0, 20),
    "fox/notes.txt": "hello",
    "fox/.hidden.png": PNG,
    "fox/page.webp": "<html>",
  };
  await withPictures(files, ({ pictures, warnings }) => {
    assertEquals(pictures.fox!.map(({ alt }) => alt), ["good"]);
    const named = warnings.map((message) => /fox\/(\w+\.\w+)"/.exec(message)?.[1]).sort();
    assertEquals(named, ["cut.png", "empty.png", "noise.jpg", "notes.txt", "page.webp"]);
    assertStringIncludes(warnings.find((message) => message.includes("cut.png"))!, "it is cut off");
  });
});

Deno.test("loadOperatorPictures() skips links to other folders and files that are too large", async () => {
  const outside = await Deno.makeTempFile({ suffix: ".png" });
  await Deno.writeFile(outside, PNG);
  await withPictures({ "bird/good.png": PNG }, async ({ directory }) => {
    const folder = `${directory}/animals/bird`;
    await Deno.symlink(outside, `${folder}/away.png`);
    await Deno.symlink(`${folder}/gone.png`, `${folder}/dangling.png`);
    await Deno.writeFile(`${folder}/huge.png`, PNG);
    await Deno.truncate(`${folder}/huge.png`, MAX_FILE_BYTES + 1);
    const { pictures, warnings } = await load(directory);
    assertEquals(pictures.bird!.map(({ alt }) => alt), ["good"]);
    assertEquals(warnings.length, 3);
  });
  await Deno.remove(outside);
});

Deno.test("loadOperatorPictures() skips a link into a folder whose name begins like its own", async () => {
  const files = { "cat/good.png": PNG, "cat-private/secret.gif": GIF };
  await withPictures(files, async ({ directory }) => {
    await Deno.symlink(`${directory}/animals/cat-private/secret.gif`, `${directory}/animals/cat/secret.gif`);
    const { pictures, warnings } = await load(directory);
    assertEquals(pictures.cat!.map(({ alt }) => alt), ["good"]);
    assertEquals(warnings.length, 1);
    assertStringIncludes(warnings[0]!, "outside its folder");
  });
});

Deno.test("loadOperatorPictures() swaps width and height if the EXIF orientation turns the picture", async () => {
  const sideways = new Uint8Array(await toSharp(paintPhoto(30, 20)).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  await withPictures({ "cat/a.jpg": sideways, "cat/b.bmp.png": new TextEncoder().encode("BM") }, ({ pictures }) => {
    const seen = filesOf(pictures.cat).map(({ width, height, servedName }) => [width, height, servedName.slice(-4)]);
    assertEquals(seen, [[20, 30, ".jpg"]]);
  });
});

Deno.test("loadOperatorPictures() reads lists of URLs and reports invalid entries", async () => {
  const list = ["https://x.example/a%20fox.webp", "ftp://x.example/b.png", 7, "nonsense", "http://x.example/c"];
  await withPictures({ "fish.json": JSON.stringify(list) }, ({ pictures, warnings }) => {
    assertEquals(warnings.length, 3);
    assertEquals(itemsOf("fish", pictures).map(({ url, alt, mediaType }) => [url, alt, mediaType]), [
      ["https://x.example/a%20fox.webp", "a fox", "image/webp"],
      ["http://x.example/c", "c", undefined],
    ]);
  });
});

Deno.test("loadOperatorPictures() reads the text and credit of an entry in a list", async () => {
  const credit = { author: "Alice", license: "CC BY 4.0", licenseUrl: "https://x.example/by" };
  const list = [
    { url: "https://x.example/IMG_1.jpg", alt: " A fox ", credit },
    { url: "https://x.example/2.jpg", credit: {} },
    { url: "https://x.example/3.jpg", alt: 3 },
    { alt: "no URL" },
  ];
  await withPictures({ "fox.json": JSON.stringify(list) }, ({ pictures, warnings }) => {
    assertEquals(warnings.length, 3);
    assertEquals(itemsOf("fox", pictures).map(({ alt, credit }) => [alt, credit]), [["A fox", credit]]);
  });
});

Deno.test("describeOperatorPicture() names the kind if the file name contains no words", async () => {
  await withPictures({ "alpaca/__.png": PNG, "cat.json": '["https://x.example/"]' }, ({ pictures }) => {
    const texts = (["alpaca", "cat"] as const).flatMap((kind) => itemsOf(kind, pictures).map(({ alt }) => alt));
    assertEquals(texts, ["an alpaca", "a cat"]);
  });
});

Deno.test("loadOperatorPictures() reports an invalid list and draws that kind", async () => {
  await withPictures({ "cat.json": "{ broken", "dog.json": '{"a":1}' }, ({ pictures, warnings }) => {
    assertEquals(pictures, {});
    assertEquals(warnings.map((message) => /(\w+\.json)"/.exec(message)?.[1]), ["cat.json", "dog.json", undefined]);
    assertStringIncludes(warnings[2]!, "every kind uses generated drawings");
  });
});

Deno.test("loadOperatorPictures() reports a folder that is missing or is a file", async () => {
  const file = await Deno.makeTempFile();
  for (const path of ["/nowhere/at/all", file]) {
    const { pictures, warnings } = await load(path);
    assertEquals(pictures, {});
    assertStringIncludes(warnings.at(-1)!, path);
  }
  await Deno.remove(file);
});

Deno.test("FilePicture.load() returns the file, and undefined once it was changed or removed", async () => {
  await withPictures({ "alpaca/a.png": PNG }, async ({ pictures, directory }) => {
    const { load } = filesOf(pictures.alpaca)[0]!;
    assertEquals(await load(), PNG);
    await Deno.writeFile(`${directory}/animals/alpaca/a.png`, GIF);
    assertEquals(await load(), undefined);
    await Deno.remove(`${directory}/animals/alpaca/a.png`);
    assertEquals(await load(), undefined);
  });
});

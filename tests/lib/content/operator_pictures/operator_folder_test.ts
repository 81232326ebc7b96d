import { assertEquals, assertStringIncludes } from "@std/assert";
import type { AnimalKind } from "@pawkit/animals";
import { OperatorFolder, type OperatorPictures } from "@/lib/content/operator_pictures/operator_folder.ts";
import type { FilePicture } from "@/lib/content/operator_pictures/operator_picture.ts";
import { toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";
import { paint, paintPhoto, toPng, toSharp } from "@/lib/images/tests/pictures.ts";

const PNG = await toPng(paint(3, 3, () => [255, 255, 255, 255]));
// The smallest GIF: one transparent pixel.
const GIF = Uint8Array.from(atob("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="), (c) => c.charCodeAt(0));

/** Another file with the same picture. */
const SECOND_GIF = new Uint8Array([...GIF, 0]);

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
  const { promise, resolve: onChange } = Promise.withResolvers<OperatorPictures>();
  await new OperatorFolder({ folder: directory, warn: (message) => warnings.push(message), onChange }).refresh();
  return { pictures: await promise, warnings, directory };
}

function filesOf(kind: AnimalKind, pictures: OperatorPictures): FilePicture[] {
  return [...pictures[kind]!.values()].filter((picture) => "servedName" in picture);
}

/** Returns the items of a response. */
function itemsOf(kind: AnimalKind, pictures: OperatorPictures) {
  return Array.from(
    pictures[kind]!.values(),
    (picture) => toAnimalItem({ kind, picture }, { origin: "http://base" }),
  );
}

Deno.test("OperatorFolder reads the text of a picture from its name, type and displayed size from its content", async () => {
  const sideways = new Uint8Array(await toSharp(paintPhoto(30, 20)).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  const files = {
    "cat/Mia_on-the roof.png": PNG,
    "cat/b.GIF": GIF,
    "cat/really a gif.jpg": SECOND_GIF,
    "cat/z.jpg": sideways,
  };
  await withPictures(files, ({ pictures, warnings }) => {
    assertEquals([warnings, Object.keys(pictures)], [[], ["cat"]]);
    const seen = filesOf("cat", pictures).map(({ id, alt, width, height, mediaType, servedName }) => {
      return [alt, width, height, mediaType, servedName.replace(id, "id")];
    });
    assertEquals(seen, [
      ["Mia on the roof", 3, 3, "image/png", "id.png"],
      ["b", 1, 1, "image/gif", "id.gif"],
      ["really a gif", 1, 1, "image/gif", "id.gif"],
      ["z", 20, 30, "image/jpeg", "id.jpg"],
    ]);
  });
});

Deno.test("OperatorFolder reports files that it cannot use and loads the others", async () => {
  const outside = await Deno.makeTempFile({ suffix: ".png" });
  await Deno.writeFile(outside, PNG);
  const files = {
    "fox/good.png": PNG,
    "fox/cut.png": PNG.slice(0, -20),
    "fox/empty.png": new Uint8Array(),
    "fox/noise.jpg": crypto.getRandomValues(new Uint8Array(500)).fill(7, 0, 20),
    "fox/notes.txt": "hello",
    "fox/.hidden.png": PNG,
    "fox/page.webp": "<html>",
    "fox/huge.png": PNG,
    "fox-private/secret.gif": GIF,
  };
  await withPictures(files, async ({ directory }) => {
    const folder = `${directory}/animals/fox`;
    await Deno.truncate(`${folder}/huge.png`, 20 * 1024 * 1024 + 1);
    await Deno.symlink(outside, `${folder}/away.png`);
    await Deno.symlink(`${folder}/gone.png`, `${folder}/dangling.png`);
    await Deno.symlink(`${folder}-private/secret.gif`, `${folder}/secret.gif`);
    const { pictures, warnings } = await load(directory);
    assertEquals(filesOf("fox", pictures).map(({ alt }) => alt), ["good"]);
    const reasons = new Map(
      warnings.map((message) => /fox\/(\w+)\.\w+": (.*)/.exec(message)!.slice(1) as [string, string]),
    );
    const names = ["away", "cut", "dangling", "empty", "huge", "noise", "notes", "page", "secret"];
    assertEquals([...reasons.keys()].sort(), names);
    assertStringIncludes(reasons.get("cut")!, "it is cut off");
    for (const name of ["away", "secret"]) assertStringIncludes(reasons.get(name)!, "outside its folder");
  });
  await Deno.remove(outside);
});

Deno.test("OperatorFolder reads lists of URLs, with texts and credits, and reports invalid entries", async () => {
  const credit = { author: "Alice", license: "CC BY 4.0", licenseUrl: "https://x.example/by" };
  const list = [
    "https://x.example/a%20fox.webp",
    { url: "http://x.example/IMG_1", alt: " A fox ", credit },
    "ftp://x.example/b.png",
    7,
    "nonsense",
    { url: "https://x.example/2.jpg", credit: {} },
    { url: "https://x.example/3.jpg", alt: 3 },
    { alt: "no URL" },
  ];
  // As an editor on Windows saves it.
  await withPictures({ "fox.json": `\uFEFF${JSON.stringify(list)}` }, ({ pictures, warnings }) => {
    assertEquals(warnings.length, 6);
    assertEquals(itemsOf("fox", pictures).map(({ url, alt, mediaType, credit }) => [url, alt, mediaType, credit]), [
      ["https://x.example/a%20fox.webp", "a fox", "image/webp", undefined],
      ["http://x.example/IMG_1", "A fox", undefined, credit],
    ]);
  });
});

Deno.test("OperatorFolder leaves the text of a picture to its kind if its name contains no words", async () => {
  await withPictures({ "alpaca/__.png": PNG, "cat.json": '["https://x.example/"]' }, ({ pictures }) => {
    const texts = (["alpaca", "cat"] as const).flatMap((kind) => itemsOf(kind, pictures).map(({ alt }) => alt));
    assertEquals(texts, ["an alpaca", "a cat"]);
  });
});

Deno.test("OperatorFolder reports an invalid list and draws that kind", async () => {
  await withPictures({ "cat.json": "{ broken", "dog.json": '{"a":1}' }, ({ pictures, warnings }) => {
    assertEquals(pictures, {});
    assertEquals(warnings.map((message) => /(\w+\.json)"/.exec(message)?.[1]), ["cat.json", "dog.json", undefined]);
    assertStringIncludes(warnings[2]!, "every kind uses generated drawings");
  });
});

Deno.test("OperatorFolder reports a folder that is missing or is a file", async () => {
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
    const { load } = filesOf("alpaca", pictures)[0]!;
    assertEquals(await load(), PNG);
    await Deno.writeFile(`${directory}/animals/alpaca/a.png`, GIF);
    assertEquals(await load(), undefined);
    await Deno.remove(`${directory}/animals/alpaca/a.png`);
    assertEquals(await load(), undefined);
  });
});

import { assertEquals, assertMatch } from "@std/assert";
import { startApp, type TestApp } from "@/tests/support/app.ts";

/** The smallest GIF. */
const GIF = Uint8Array.fromBase64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
const PNG = Deno.readFileSync(new URL("../../static/apple-touch-icon.png", import.meta.url));

const NAMES = ["plain.gif", "My%20Cat.GIF", "a b.gif", "50%.gif", "what?#&+,.gif", "Käthe 🐱.gif", "%2e.gif"];

async function prepare(dataFolder: string): Promise<void> {
  const folder = `${dataFolder}/pictures/cat`;
  await Deno.mkdir(`${folder}/inner.png`, { recursive: true });
  for (const name of NAMES) await Deno.writeFile(`${folder}/${name}`, GIF);
  for (const name of ["note.txt", ".hidden.gif", "broken.png"]) {
    await Deno.writeTextFile(`${folder}/${name}`, "no picture");
  }
  await Deno.writeFile(`${dataFolder}/outside.gif`, GIF);
  await Deno.symlink(`${dataFolder}/outside.gif`, `${folder}/link.gif`);
  await Deno.mkdir(`${dataFolder}/pictures/dog`);
  // Its name does not say what it is.
  await Deno.writeFile(`${dataFolder}/pictures/dog/rex.jpg`, PNG);
}

const start = () => startApp({ BASE_URL: "https://pawkit.example" }, { prepare });

async function read(app: TestApp, path: string) {
  const response = await app.fetch(path);
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

async function list(app: TestApp, kind: string) {
  return (await (await app.fetch(`/api/v2/random/animal/${kind}?count=${NAMES.length}`)).json()).items;
}

Deno.test("random cats are the operator's pictures, whatever their names, and nothing else in the folder", async () => {
  await using app = await start();
  const items = await list(app, "cat");
  const files = items.map(({ url }: { url: string }) => decodeURIComponent(url.split("/").at(-1)!));
  assertEquals(files.sort(), [...NAMES].sort());
  for (const { url, ...item } of items) {
    assertEquals(item, { alt: "a cat", width: 1, height: 1, mediaType: "image/gif" });
    const { status, headers, bytes } = await read(app, new URL(url).pathname);
    assertEquals([url, status, bytes, headers.get("content-type")], [url, 200, GIF, "image/gif"]);
    assertEquals([headers.get("cache-control"), headers.has("etag")], ["public, max-age=86400", true]);
  }
});

Deno.test("what is not one of the pictures is a 404", async () => {
  await using app = await start();
  const wrong = "link.gif note.txt .hidden.gif broken.png inner.png ..%2f..%2foutside.gif ..%252foutside.gif";
  for (const name of wrong.split(" ")) {
    const response = await app.fetch(`/pictures/cat/${name}`);
    assertEquals([name, response.status, (await response.json()).code], [name, 404, "not_found"]);
  }
  await Deno.remove(`${app.dataFolder}/pictures/cat/plain.gif`);
  const gone = await app.fetch("/pictures/cat/plain.gif");
  assertEquals([gone.status, (await gone.json()).code], [404, "not_found"]);
});

Deno.test("an own picture has the type that its bytes say, also in <img>, and ignores looks", async () => {
  await using app = await start();
  const [item] = await list(app, "dog");
  assertEquals([item.mediaType, item.width, item.height], ["image/png", 180, 180]);
  const image = "/api/v1/animals/dog?format=image";
  for (const path of [new URL(item.url).pathname, `${image}&seed=a`, `${image}&wears=zzz`]) {
    const { headers, ...response } = await read(app, path);
    assertEquals([path, headers.get("content-type")], [path, "image/png"]);
    assertEquals(response.bytes, PNG);
    assertEquals(headers.get("cache-control"), path.includes("wears") ? "no-store" : "public, max-age=86400");
  }
});

Deno.test("names stay drawn, and so do kinds without own pictures", async () => {
  await using app = await start();
  assertEquals((await (await app.fetch("/cat/Ada.json")).json()).item.name, "Ada");
  const [item] = await list(app, "bird");
  assertMatch(item.url, /\/bird\/[\w-]+\.png$/);
});

Deno.test("a folder of pictures that may not be read counts as empty", async () => {
  const close = async (dataFolder: string) => {
    await Deno.mkdir(`${dataFolder}/pictures/cat`, { recursive: true });
    await Deno.chmod(`${dataFolder}/pictures/cat`, 0o000);
  };
  await using app = await startApp({}, { prepare: close });
  const { items } = await (await app.fetch("/api/v2/random/animal/cat?count=2")).json();
  assertEquals(items.length, 2);
  // The folder is removed after the test.
  await Deno.chmod(`${app.dataFolder}/pictures/cat`, 0o700);
});

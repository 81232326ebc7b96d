import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { toId } from "@/lib/content/operator_pictures/operator_picture.ts";
import { OperatorFolder } from "@/lib/content/operator_pictures/operator_folder.ts";
import { paint, toPng } from "@/lib/images/tests/pictures.ts";

const [RED, GREEN, BLUE] = await Promise.all([
  toPng(paint(3, 3, () => [255, 0, 0, 255])),
  toPng(paint(30, 3, () => [0, 255, 0, 255])),
  toPng(paint(3, 3, () => [0, 0, 255, 255])),
]);

const CREDIT = { author: "Alice", license: "CC BY 4.0" };

interface Watched {
  readonly cats: string;
  readonly folder: OperatorFolder;
  readonly warnings: string[];
  /** The alternative texts of the cats after each change. */
  readonly changes: (readonly (string | undefined)[])[];
  /** The regular check of an open folder, which only the test runs. */
  readonly timer: { ms: number; work: () => Promise<void>; isStopped: boolean };
}

async function withFolder(test: (watched: Watched) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir();
  const cats = join(directory, "animals/cat");
  await Deno.mkdir(cats, { recursive: true });
  const warnings: string[] = [];
  const changes: Watched["changes"] = [];
  const timer: Watched["timer"] = { ms: 0, work: () => Promise.resolve(), isStopped: false };
  const folder = new OperatorFolder({
    folder: directory,
    warn: (message) => warnings.push(message),
    onChange: (pictures) => changes.push(Array.from(pictures.cat?.values() ?? [], ({ alt }) => alt)),
    repeat: (ms, work) => {
      Object.assign(timer, { ms, work });
      return () => void (timer.isStopped = true);
    },
  });
  await test({ cats, folder, warnings, changes, timer });
  await Deno.remove(directory, { recursive: true });
}

/** Sets the modification times of a folder far into the past, so that only later changes are new. */
async function settle(...paths: readonly string[]): Promise<void> {
  for (const path of paths) await Deno.utime(path, 1_600_000_000, 1_600_000_000);
}

/** Sets the modification time of a folder into the future, so that it can change again unseen, however long a test takes. */
async function unsettle(path: string): Promise<void> {
  const time = new Date("2100-01-01");
  await Deno.utime(path, time, time);
}

Deno.test("OperatorFolder notices new, replaced and removed pictures", () =>
  withFolder(async ({ cats, folder, changes }) => {
    await Deno.writeFile(join(cats, "red.png"), RED);
    await folder.refresh();
    const name = `${await toId(RED)}.png`;
    assertEquals(await folder.find("cat", name)?.load(), RED);
    await Deno.writeFile(join(cats, "blue.png"), BLUE);
    await folder.refresh();
    await Deno.remove(join(cats, "red.png"));
    await folder.refresh();
    assertEquals(changes, [["red"], ["blue", "red"], ["blue"]]);
    assertEquals(folder.find("cat", name), undefined);
  }));

Deno.test("OperatorFolder.open() checks for changes every five seconds until it is closed", () =>
  withFolder(async ({ cats, folder, changes, timer }) => {
    await folder.open();
    await timer.work();
    assertEquals(changes.at(-1), []);
    await Deno.writeFile(join(cats, "red.png"), RED);
    await timer.work();
    assertEquals([changes.at(-1), timer.ms, timer.isStopped], [["red"], 5000, false]);
    folder.close();
    assertEquals(timer.isStopped, true);
  }));

Deno.test("OperatorFolder.open() checks for changes only after the first reading has ended", () =>
  withFolder(async ({ cats, folder, changes, timer }) => {
    // So many that a check at the same time would begin before the first reading ends, and read all of them, too.
    for (let i = 0; i < 100; i++) {
      await Deno.writeFile(join(cats, `${i}.png`), RED);
      await settle(join(cats, `${i}.png`));
    }
    await settle(cats, join(cats, ".."));
    const opening = folder.open();
    await timer.work();
    await opening;
    assertEquals(changes.length, 1);
  }));

Deno.test("OperatorFolder reads nothing again while nothing changes, but twice what changed just now", () =>
  withFolder(async ({ cats, folder, changes }) => {
    await Deno.writeFile(join(cats, "red.png"), RED);
    await unsettle(cats);
    await folder.refresh();
    await folder.refresh();
    assertEquals(changes.length, 2);
    await settle(cats, join(cats, ".."));
    await folder.refresh();
    await folder.refresh();
    assertEquals(changes.length, 3);
  }));

Deno.test("OperatorFolder notices a file that was overwritten once it is asked for", () =>
  withFolder(async ({ cats, folder }) => {
    const path = join(cats, "cat.png");
    const id = await toId(RED);
    await Deno.writeFile(path, RED);
    await settle(path, cats, join(cats, ".."));
    await folder.refresh();
    await Deno.writeFile(path, BLUE);
    assertEquals(await folder.find("cat", `${id}.png`)!.load(), undefined);
    await folder.refresh();
    const blue = folder.find("cat", `${await toId(BLUE)}.png`)!;
    assertEquals(await blue.load(), BLUE);
    await Deno.writeFile(path, GREEN);
    assertEquals(await blue.load(), undefined);
    await folder.refresh();
    assertEquals(await folder.find("cat", `${await toId(GREEN)}.png`)?.load(), GREEN);
  }));

Deno.test("OperatorFolder reads a file again that could change without a new time", () =>
  withFolder(async ({ cats, folder }) => {
    const path = join(cats, "cat.png");
    // A time that is not yet over, on a machine of any speed.
    const write = async (bytes: Uint8Array<ArrayBuffer>) => {
      await Deno.writeFile(path, bytes);
      for (const changed of [path, cats]) await Deno.utime(changed, 4_000_000_000, 4_000_000_000);
    };
    await write(RED);
    await folder.refresh();
    await write(BLUE);
    await folder.refresh();
    assertEquals(await folder.find("cat", `${await toId(BLUE)}.png`)?.load(), BLUE);
    assertEquals(folder.find("cat", `${await toId(RED)}.png`), undefined);
    await folder.refresh();
    // It was the same twice, so it is not read for years although its time is in the future.
    await write(RED);
    await folder.refresh();
    assertEquals(folder.find("cat", `${await toId(RED)}.png`), undefined);
  }));

Deno.test("OperatorFolder uses a file whose copying ends after a check, and reads it only when it has grown", () =>
  withFolder(async ({ cats, folder, changes, warnings }) => {
    const path = join(cats, "red.png");
    const write = async (bytes: Uint8Array<ArrayBuffer>) => {
      await Deno.writeFile(path, bytes);
      await settle(path, cats, join(cats, ".."));
    };
    await write(RED.slice(0, -20));
    await folder.refresh();
    await folder.refresh();
    assertEquals(changes, [[]]);
    assertStringIncludes(warnings[0]!, "it is cut off");
    // As long as before, and broken in another way, which only reading would show.
    await write(RED.slice(0, -20).fill(0));
    await folder.refresh();
    assertEquals([changes, warnings.length], [[[]], 2]);
    await write(RED);
    await folder.refresh();
    assertEquals(changes, [[], ["red"]]);
  }));

Deno.test("OperatorFolder uses a file as soon as it can be read", () =>
  withFolder(async ({ cats, folder, changes }) => {
    const target = join(cats, ".red.png");
    await Deno.symlink(target, join(cats, "red.png"));
    await settle(cats, join(cats, ".."));
    await folder.refresh();
    await Deno.writeFile(target, RED);
    await settle(cats);
    await folder.refresh();
    assertEquals(changes, [[], ["red"]]);
  }));

Deno.test("OperatorFolder keeps the pictures of a folder, credits or list that cannot be read", () =>
  withFolder(async ({ cats, folder, changes, warnings }) => {
    const animals = join(cats, "..");
    const list = join(animals, "cat.json");
    const credits = join(cats, "credits.json");
    await Deno.writeFile(join(cats, "red.png"), RED);
    await Deno.writeTextFile(list, '["https://x.example/fox.png"]');
    await settle(join(cats, "red.png"), list, cats, animals);
    await folder.refresh();
    // Errors that a superuser gets, too: a folder instead of a file, and a link to itself.
    await Deno.mkdir(credits);
    await Deno.remove(list);
    await Deno.mkdir(list);
    await folder.refresh();
    await Deno.remove(credits);
    await Deno.rename(cats, `${cats}.away`);
    await Deno.symlink(cats, cats);
    await folder.refresh();
    assertEquals([changes, warnings.length], [[["red", "fox"]], 3]);
    await Deno.remove(cats);
    await Deno.remove(list);
    await folder.refresh();
    assertEquals(changes, [["red", "fox"], []]);
  }));

Deno.test("OperatorFolder does not look at known files again when one is added", () =>
  withFolder(async ({ cats, folder, changes }) => {
    const path = join(cats, "cat.png");
    await Deno.writeFile(path, RED);
    await settle(path);
    await folder.refresh();
    await Deno.writeFile(path, BLUE);
    await Deno.writeFile(join(cats, "green.png"), GREEN);
    await folder.refresh();
    assertEquals(changes.at(-1), ["cat", "green"]);
    const red = folder.find("cat", `${await toId(RED)}.png`)!;
    assertEquals(await red.load(), undefined);
    await folder.refresh();
    assertEquals(await folder.find("cat", `${await toId(BLUE)}.png`)?.load(), BLUE);
  }));

Deno.test("OperatorFolder does not read the other pictures again when the credit of one changes", () =>
  withFolder(async ({ cats, folder, changes }) => {
    const [green, red] = [join(cats, "green.png"), join(cats, "red.png")];
    const writeCredits = async (title: string) => {
      const pictures = { "green.png": { ...CREDIT, title }, "red.png": { ...CREDIT, title: "A red cat" } };
      await Deno.writeTextFile(join(cats, "credits.json"), JSON.stringify({ pictures }));
      await unsettle(cats);
    };
    await Deno.writeFile(green, GREEN);
    await Deno.writeFile(red, RED);
    await settle(green, red);
    await writeCredits("A green cat");
    await folder.refresh();
    await Deno.writeFile(red, BLUE);
    await writeCredits("A green cat on a tree");
    await folder.refresh();
    assertEquals(changes.at(-1), ["A green cat on a tree", "A red cat"]);
    assertEquals(folder.find("cat", `${await toId(BLUE)}.png`), undefined);
  }));

Deno.test("OperatorFolder leaves out the pictures of broken credits, logs them once, and shows them when repaired", () =>
  withFolder(async ({ cats, folder, warnings, changes }) => {
    const credits = join(cats, "credits.json");
    await Deno.writeFile(join(cats, "red.png"), RED);
    await Deno.writeTextFile(credits, '{ "pictures": ');
    await unsettle(cats);
    await folder.refresh();
    await folder.refresh();
    assertEquals(changes, [[], []]);
    assertEquals(warnings.length, 2);
    assertStringIncludes(warnings[0]!, 'no picture is shown, because of "credits.json": Unexpected end of JSON');
    await Deno.writeTextFile(
      credits,
      JSON.stringify({ pictures: { "red.png": { ...CREDIT, title: "IMG_1234 A red cat" } } }),
    );
    await folder.refresh();
    assertEquals(changes.at(-1), ["A red cat"]);
  }));

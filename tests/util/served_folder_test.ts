import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import fc from "@/tests/support/random.ts";
import { ServedFolder } from "@/lib/util/served_folder.ts";

const MODIFIED = new Date("2026-11-19T12:00:00Z");

/** Uses the served folder `root`, which has these files and links. `outside` is a folder beside it. */
async function serve(use: (served: ServedFolder, folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  for (
    const path of [
      "root/b.txt",
      "root/a/c.txt",
      "root/a/.hidden",
      "root/.git/config",
      "root/ä b%.txt",
      "outside/secret",
    ]
  ) {
    await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
    await Deno.writeTextFile(join(folder, path), path);
    await Deno.utime(join(folder, path), MODIFIED, MODIFIED);
  }
  for (
    const [path, target] of [
      ["root/inside", "a/c.txt"],
      ["root/leaves", "../outside/secret"],
      ["root/parent", ".."],
      ["root/to-hidden", ".git/config"],
      ["root/loop", "loop"],
      ["root/nowhere", "missing"],
      ["link", "root"],
    ] as const
  ) await Deno.symlink(target, join(folder, path));
  await use(new ServedFolder(join(folder, "root")), folder);
  await Deno.remove(folder, { recursive: true });
}

Deno.test("ServedFolder.find() returns a file with its size and time", () =>
  serve(async (served, folder) => {
    const file = join(folder, "root", "a", "c.txt");
    const entry = { type: "file", name: "c.txt", path: "a/c.txt", file, size: 12, modified: MODIFIED } as const;
    assertEquals(await served.find("a/c.txt"), entry);
    assertEquals(await served.find("a/c.txt/"), entry);
    assertEquals((await served.find("ä b%.txt"))?.type, "file");
  }));

Deno.test("ServedFolder.find() returns a folder, and the root for an empty path", () =>
  serve(async (served) => {
    const pick = async (path: string) => {
      const { type, name, path: found, size } = (await served.find(path))!;
      return { type, name, path: found, size };
    };
    assertEquals(await pick("a"), { type: "directory", name: "a", path: "a", size: 0 });
    assertEquals(await pick(""), { type: "directory", name: "", path: "", size: 0 });
  }));

Deno.test("ServedFolder.find() follows links inside of the folder, and one to it", () =>
  serve(async (served, folder) => {
    assertEquals((await served.find("inside"))?.size, 12);
    assertEquals((await new ServedFolder(join(folder, "link")).find("b.txt"))?.size, 10);
  }));

for (
  const path of [
    "missing",
    "b.txt/more",
    "leaves",
    "parent",
    "parent/outside/secret",
    "to-hidden",
    "loop",
    "nowhere",
    "..",
    "../outside/secret",
    "a/../b.txt",
    "./b.txt",
    "a/.hidden",
    ".git/config",
    ".git",
    "/etc/passwd",
    "/b.txt",
    "//",
    "a//c.txt",
    "..\\outside\\secret",
    "b.txt\0",
    "b.txt\n",
    "x".repeat(5000),
  ]
) {
  Deno.test(`ServedFolder.find() returns undefined for ${JSON.stringify(path.slice(0, 30))}`, () =>
    serve(async (served) => assertEquals(await served.find(path), undefined)));
}

Deno.test("ServedFolder.find() finds nothing outside of the folder, whatever the path", () =>
  serve(async (served, folder) => {
    const part = fc.constantFrom(
      "..",
      ".",
      "",
      "a",
      "outside",
      "secret",
      "root",
      "parent",
      "leaves",
      folder,
      "\\",
      "\0",
    );
    const paths = fc.array(part, { maxLength: 6 }).map((parts) => parts.join("/"));
    await fc.assert(fc.asyncProperty(paths, async (path) => {
      const entry = await served.find(path);
      if (entry === undefined) return;
      const realPath = await Deno.realPath(entry.file);
      assertEquals(realPath.startsWith(await Deno.realPath(join(folder, "root"))), true);
    }));
  }));

Deno.test("ServedFolder.list() returns what can be found, sorted by name", () =>
  serve(async (served) => {
    const pathsIn = async (path: string) => (await served.list(path)).map((entry) => entry.path);
    assertEquals(await pathsIn(""), ["a", "b.txt", "inside", "ä b%.txt"]);
    assertEquals(await pathsIn("a"), ["a/c.txt"]);
    assertEquals([await pathsIn("b.txt"), await pathsIn("parent"), await pathsIn("missing")], [[], [], []]);
  }));

Deno.test("ServedFolder treats a missing root as empty", async () => {
  const served = new ServedFolder(join(await Deno.makeTempDir(), "missing"));
  assertEquals([await served.find(""), await served.find("a"), await served.list("")], [undefined, undefined, []]);
});

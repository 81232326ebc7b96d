import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { isBelow, parsePath, ServedFolder } from "@/lib/files/served_folder.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { whileRepeating, withFiles } from "./files_fixture.ts";

async function read(root: ServedFolder, path: string): Promise<string> {
  const found = await root.findFile(path);
  assert(found !== undefined, path);
  return await new Response(found.file.readable).text();
}

async function assertMissing(root: ServedFolder, path: string): Promise<void> {
  assertEquals(await root.find(path), undefined, path);
}

Deno.test("parsePath() accepts plain paths, with or without a final slash", () => {
  assertEquals(parsePath(""), "");
  assertEquals(parsePath("hosts.txt"), "hosts.txt");
  assertEquals(parsePath("ads/hosts.txt/"), "ads/hosts.txt");
  assertEquals(parsePath("a b/ü.log"), "a b/ü.log");
});

Deno.test("parsePath() decodes what decodeURI leaves, and counts an escaped slash as a slash", () => {
  const path = "a;?:@&=+$,#b/c.txt";
  assertEquals(parsePath(decodeURI(encodeURIComponent(path))), path);
  assertEquals(parsePath("all%2fhosts.txt%2F"), "all/hosts.txt");
});

Deno.test("parsePath() rejects every encoding of a path traversal", () => {
  const plain = String.raw`.. ../x a/../../x ./a a/./b /etc/passwd //etc/passwd a//b a/b// ..\x a\..\b C:\x .hidden x~`;
  const escaped =
    "..%2fx %2e%2e/x %2fetc%2fpasswd %2Fetc a%2f%2e%2e%2f%2e%2e%2fx a%2F..%2F..%2Fx a%2F%2Fb a%2F.hidden " +
    "a%252Fb%25 %252e%252e%252fx ..%5cx %00 %c0%ae%c0%ae/x a%b";
  const spellings = [...plain.split(" "), ...escaped.split(" "), "a/.hidden/b", "a\0.txt", "a\n.txt", "a".repeat(1025)];
  for (const spelling of spellings) {
    assertEquals(assertThrows(() => parsePath(spelling), ApiError).code, "not_found", spelling);
  }
});

Deno.test("isBelow() accepts what is in the root and not hidden, with the separator of either system", () => {
  for (const [separator, root] of [["/", "/srv/lists"], ["\\", "C:\\lists"]] as const) {
    const at = (...names: string[]) => isBelow([root, ...names].join(separator), root, separator);
    assertEquals([at(), at("a.txt"), at("ads", "a.txt")], [true, true, true]);
    assertEquals([at(".hidden"), at("ads", ".a"), at(".."), at("")], [false, false, false, false]);
    assertEquals(isBelow(`${root}2${separator}a.txt`, root, separator), false);
  }
  assertEquals([isBelow("/a.txt", "/", "/"), isBelow("D:\\a.txt", "C:\\lists", "\\")], [true, false]);
});

Deno.test("ServedFolder.find() opens files and finds directories", () =>
  withFiles(async ({ generated }) => {
    const root = new ServedFolder(generated);
    await Deno.mkdir(join(generated, "ads"));
    await Deno.writeTextFile(join(generated, "ads/a.txt"), "one");
    assertEquals(await read(root, "ads/a.txt"), "one");
    assertEquals(await root.find("ads"), { type: "directory", path: "ads" });
    assertEquals(await root.find(""), { type: "directory", path: "" });
  }));

Deno.test("ServedFolder.find() follows a link within the root and none that leaves it", () =>
  withFiles(async ({ generated, directory }) => {
    const root = new ServedFolder(generated);
    await Deno.writeTextFile(join(directory, "secret.txt"), "secret");
    await Deno.writeTextFile(join(generated, "real.txt"), "inside");
    await Deno.writeTextFile(join(generated, ".hidden"), "hidden");
    await Deno.symlink("real.txt", join(generated, "alias.txt"));
    await Deno.symlink("../secret.txt", join(generated, "leak.txt"));
    await Deno.symlink("..", join(generated, "up"));
    await Deno.symlink("/etc", join(generated, "etc"));
    await Deno.symlink(".hidden", join(generated, "shown.txt"));
    await Deno.symlink("nowhere", join(generated, "dangling"));
    await Deno.symlink("loop", join(generated, "loop"));
    assertEquals(await read(root, "alias.txt"), "inside");
    for (const path of ["leak.txt", "up", "up/secret.txt", "etc/passwd", "etc", "shown.txt", "dangling", "loop"]) {
      await assertMissing(root, path);
    }
    assertEquals((await root.list("")).map((entry) => entry.name), ["alias.txt", "real.txt"]);
  }));

Deno.test("ServedFolder.find() returns undefined for everything that is missing", () =>
  withFiles(async ({ generated }) => {
    const root = new ServedFolder(generated);
    await Deno.writeTextFile(join(generated, "a.txt"), "one");
    for (const path of ["b.txt", "a.txt/b", "n/o", "x".repeat(300), "ü".repeat(200)]) await assertMissing(root, path);
  }));

Deno.test("ServedFolder.find() opens a complete version of a file that is replaced repeatedly", () =>
  withFiles(async ({ generated }) => {
    const root = new ServedFolder(generated);
    const path = join(generated, "list.txt");
    const versions = ["a".repeat(5000), "b".repeat(7000)];
    await Deno.writeTextFile(path, versions[0]!);
    const replace = async (turn: number) => {
      await Deno.writeTextFile(`${path}.new`, versions[turn % 2]!);
      await Deno.rename(`${path}.new`, path);
    };
    await whileRepeating(replace, async () => {
      for (let turn = 0; turn < 100; turn++) assertEquals(versions.includes(await read(root, "list.txt")), true);
    });
  }));

Deno.test("ServedFolder.find() never opens a file outside the root while a directory turns into a link and back", () =>
  withFiles(async ({ generated, directory }) => {
    const root = new ServedFolder(generated);
    await Deno.mkdir(join(directory, "outside"));
    await Deno.writeTextFile(join(directory, "outside/a.txt"), "secret");
    await Deno.mkdir(join(generated, "real"));
    await Deno.writeTextFile(join(generated, "real/a.txt"), "inside");
    const link = join(generated, "dir");
    const attack = async (turn: number) => {
      await Deno.symlink(turn % 2 === 0 ? "real" : "../outside", `${link}.new`);
      await Deno.rename(`${link}.new`, link);
    };
    const seen = new Set<string>();
    await whileRepeating(attack, async () => {
      for (let turn = 0; turn < 200; turn++) {
        const found = await root.findFile("dir/a.txt");
        if (found !== undefined) seen.add(await new Response(found.file.readable).text());
      }
    });
    assertEquals(seen.has("secret"), false);
  }));

Deno.test("ServedFolder.find() rejects a file if a link took the place of its directory between the check and the opening", () =>
  withFiles(async ({ generated, directory }) => {
    const sub = join(generated, "sub");
    await Deno.mkdir(join(directory, "outside"));
    await Deno.writeTextFile(join(directory, "outside/a.txt"), "secret");
    await Deno.mkdir(sub);
    await Deno.writeTextFile(join(sub, "a.txt"), "inside");
    let opened = 0;
    const open = async (path: string) => {
      await Deno.rename(sub, `${sub}.moved`);
      await Deno.symlink("../outside", sub);
      const file = await Deno.open(path);
      opened++;
      // Restored, so that the check after the opening finds the directory in its place.
      await Deno.remove(sub);
      await Deno.rename(`${sub}.moved`, sub);
      return file;
    };
    await assertMissing(new ServedFolder(generated, open), "sub/a.txt");
    assertEquals(opened > 0, true);
    assertEquals(await read(new ServedFolder(generated), "sub/a.txt"), "inside");
  }));

Deno.test("ServedFolder.find() does not return a directory as a file if it took the place of the file", () =>
  withFiles(async ({ generated }) => {
    await Deno.writeTextFile(join(generated, "a.txt"), "inside");
    const open = async (path: string) => {
      await Deno.remove(path);
      await Deno.mkdir(path);
      return await Deno.open(path);
    };
    assertEquals(await new ServedFolder(generated, open).find("a.txt"), { type: "directory", path: "a.txt" });
  }));

Deno.test("ServedFolder.list() returns names, types, sizes and times, without hidden files and gzip variants", () =>
  withFiles(async ({ generated }) => {
    const root = new ServedFolder(generated);
    const time = new Date("2024-01-02T03:04:05.678Z");
    for (const name of ["b.txt", "b.txt.gz", "only.gz", ".b.txt.tmp", "c%20d", "e~"]) {
      await Deno.writeTextFile(join(generated, name), "12345");
      await Deno.utime(join(generated, name), time, time);
    }
    await Deno.mkdir(join(generated, "a"));
    await Deno.utime(join(generated, "a"), time, time);
    const modified = time.toISOString();
    assertEquals(await root.list(""), [
      { name: "a", path: "a", type: "directory", size: 0, modified },
      { name: "b.txt", path: "b.txt", type: "file", size: 5, modified },
      { name: "only.gz", path: "only.gz", type: "file", size: 5, modified },
    ]);
    assertEquals(await root.list("a"), []);
  }));

Deno.test("ServedFolder treats a missing folder as an empty one, and throws on a file in its place", () =>
  withFiles(async ({ directory }) => {
    const missing = new ServedFolder(join(directory, "missing"));
    assertEquals(await missing.find(""), { type: "directory", path: "" });
    assertEquals(await missing.list(""), []);
    await assertMissing(missing, "a.txt");
    await Deno.writeTextFile(join(directory, "file"), "");
    // The root user can read every folder, so a file in its place is used as an unreadable folder.
    await assertRejects(() => new ServedFolder(join(directory, "file")).list(""), Deno.errors.NotADirectory);
    await assertRejects(() => new ServedFolder(join(directory, "file")).find(""), Error, "must be a folder");
  }));

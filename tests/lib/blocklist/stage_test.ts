import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { type OpenSink, removeLeftovers, Stage } from "@/lib/blocklist/stage.ts";
import { withWorkshop } from "./fixture.ts";

/** Returns a disk with space for `room` bytes. */
function diskOf(room: number): OpenSink {
  return async (path) => {
    const file = await Deno.open(path, { write: true, create: true, truncate: true });
    return {
      write(bytes) {
        if (room === 0) return Promise.reject(new Error("No space left on device (os error 28)"));
        const part = bytes.subarray(0, Math.min(room, bytes.length));
        room -= part.length;
        return file.write(part);
      },
      sync: () => file.sync(),
      [Symbol.dispose]: () => file.close(),
    };
  };
}

async function namesBelow(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) names.push(...(await namesBelow(join(folder, name))).map((below) => `${name}/${below}`));
    else names.push(name);
  }
  return names.sort();
}

async function contents(folder: string): Promise<[string, string][]> {
  const names = (await namesBelow(folder)).filter((name) => !name.startsWith("."));
  return await Promise.all(names.map(async (name): Promise<[string, string]> => [
    name,
    new TextDecoder("latin1").decode(await Deno.readFile(join(folder, name))),
  ]));
}

Deno.test("Stage shows no file before the commit, and all of them after it", () =>
  withWorkshop(async ({ out }) => {
    const stage = new Stage(out);
    await stage.write("a/b.txt", ["one", new TextEncoder().encode("two")]);
    assertEquals(await namesBelow(out), [`a/.b.txt.tmp-${Deno.pid}`]);
    assertEquals(await stage.commit(), ["a/b.txt"]);
    assertEquals(await contents(out), [["a/b.txt", "onetwo"]]);
    assertEquals(await stage.commit(), []);
  }));

Deno.test("Stage.abandon() removes its files, and removeLeftovers() those of a killed run", () =>
  withWorkshop(async ({ out }) => {
    const stage = new Stage(out);
    await stage.write("a.txt", [new Uint8Array(10)]);
    await stage.abandon();
    assertEquals(await namesBelow(out), []);
    await Deno.mkdir(join(out, "x"));
    for (const name of [".a.txt.tmp-123", "x/.b.txt.tmp-9", "x/b.txt", ".keep"]) {
      await Deno.writeTextFile(join(out, name), "");
    }
    await removeLeftovers(out);
    assertEquals(await namesBelow(out), [".keep", "x/b.txt"]);
  }));

Deno.test("Stage.commit() replaces nothing if the disk fails to store one of the files", () =>
  withWorkshop(async ({ out }) => {
    const open: OpenSink = async (path) => {
      const file = await Deno.open(path, { write: true, create: true });
      const sync = () => path.includes("b.txt") ? Promise.reject(new Error("Input/output error")) : file.sync();
      return { write: (bytes) => file.write(bytes), sync, [Symbol.dispose]: () => file.close() };
    };
    const stage = new Stage(out, open);
    await stage.write("a.txt", [new Uint8Array(1)]);
    await stage.write("b.txt", ["b"]);
    await assertRejects(() => stage.commit(), Error, 'Cannot write "b.txt": Input/output error');
    await stage.abandon();
    assertEquals(await namesBelow(out), []);
  }));

Deno.test("build() throws on a full disk, loses nothing and leaves no partial file", () =>
  withWorkshop(async ({ source, run, out }) => {
    await source("a.txt", "a.example.com\nb.example.com\n");
    await source("b.txt", "c.example.com\n");
    await run();
    const before = await contents(out);
    await source("a.txt", "a.example.com\nb.example.com\nd.example.com\n");
    for (const room of [0, 1, 300, 2000, 5000]) {
      await assertRejects(() => run({ open: diskOf(room) }), Error, "No space left on device");
      assertEquals(await contents(out), before);
      assertEquals((await namesBelow(out)).filter((name) => name.includes(".tmp-")), []);
    }
    await run();
    assertEquals(
      (await contents(out)).find(([name]) => name === "one/domains.txt")![1].includes("d.example.com"),
      true,
    );
  }));

Deno.test("build() lets a reader see the old list or the new one, never a part", () =>
  withWorkshop(async ({ source, run, out }) => {
    const versions = [400, 500].map((count) =>
      Array.from({ length: count }, (_, index) => `ad${index}.example.com\n`).join("")
    );
    await source("b.txt", "x.org\n");
    await source("a.txt", versions[0]!);
    await run();
    let isDone = false;
    const seen = new Set<number>();
    const reader = (async () => {
      while (!isDone) {
        const text = await Deno.readTextFile(join(out, "one/domains.txt"));
        const stated = Number(/Entries: (\d+)/.exec(text)![1]);
        assertEquals(text.split("\n").filter((line) => line.startsWith("ad")).length, stated);
        seen.add(stated);
      }
    })();
    for (let turn = 1; turn <= 4; turn++) {
      await source("a.txt", versions[turn % 2]!);
      await run({ force: true });
    }
    isDone = true;
    await reader;
    assertEquals([...seen].every((count) => count === 400 || count === 500), true);
  }));

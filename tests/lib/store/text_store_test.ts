import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { createKvTextStore, createTextStore } from "@/lib/store/text_store.ts";

const KEY = ["test", "text"];

// Random bytes, so that compression does not make them fit into one value.
const LARGE = Array.from({ length: 4 }, () => crypto.getRandomValues(new Uint8Array(60_000)).toHex()).join("ä");

Deno.test("createTextStore() stores the text in the file, or with kv: in Deno KV", async () => {
  const folder = await Deno.makeTempDir();
  const [file, database] = [join(folder, "text"), join(folder, "kv")];
  await createTextStore({ stateUrl: "redis://state.example", file, key: KEY }).save("in a file");
  await createTextStore({ stateUrl: `kv:${database}`, file, key: KEY }).save("in Deno KV");
  assertEquals(await Deno.readTextFile(file), "in a file");
  assertEquals(await createKvTextStore(KEY, () => Deno.openKv(database)).load(), "in Deno KV");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createTextStore() returns the last saved text, from a folder that it creates", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "state", "launcher.json");
  const open = () => createTextStore({ stateUrl: "memory", file: path, key: KEY });
  assertEquals(await open().load(), undefined);
  await open().save("first");
  await open().save("second");
  assertEquals(await open().load(), "second");
  assertEquals((await Array.fromAsync(Deno.readDir(join(folder, "state")))).length, 1);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createTextStore() rejects if the file cannot be written", async () => {
  const file = await Deno.makeTempFile();
  const store = createTextStore({ stateUrl: "memory", file: join(file, "launcher.json"), key: KEY });
  await assertRejects(() => store.save("x"));
  await Deno.remove(file);
});

Deno.test("createKvTextStore() returns the last saved text, larger than one value may be, and stores one edition only", async () => {
  await using database = await makeDatabase();
  const store = createKvTextStore(KEY, database.open);
  assertEquals(await store.load(), undefined);
  await store.save("first");
  await store.save(LARGE);
  assertEquals(await createKvTextStore(KEY, database.open).load(), LARGE);
  assertEquals(await database.countParts(), 5);
});

Deno.test("createKvTextStore() keeps the last text and removes the parts of the new one if it cannot be saved", async () => {
  for (const failing of [3, 6]) {
    await using database = await makeDatabase();
    await createKvTextStore(KEY, database.open).save("first");
    await assertRejects(
      () => createKvTextStore(KEY, () => openFailing(database.open, failing)).save(LARGE),
      Error,
      "disk is full",
    );
    assertEquals(await createKvTextStore(KEY, database.open).load(), "first");
    assertEquals(await database.countParts(), 1);
  }
});

Deno.test("createKvTextStore() throws if a part is missing", async () => {
  await using database = await makeDatabase();
  await createKvTextStore(KEY, database.open).save("first");
  await database.deleteParts();
  await assertRejects(() => createKvTextStore(KEY, database.open).load(), TypeError, "part 0 is missing");
});

Deno.test("createKvTextStore() waits while another process writes to the file", async () => {
  await using database = await makeDatabase();
  const store = createKvTextStore(KEY, makeLocked(database.open));
  await store.save("first");
  await store.save("second");
  assertEquals(await store.load(), "second");
  assertEquals(await database.countParts(), 1);
});

Deno.test("createKvTextStore() returns the new text if it is replaced while the old one is read", async () => {
  await using database = await makeDatabase();
  await createKvTextStore(KEY, database.open).save("first");
  assertEquals(await createKvTextStore(KEY, makeBusy(database.open)).load(), "second");
});

Deno.test("createKvTextStore() stores one edition only if another instance saves at the same time", async () => {
  await using database = await makeDatabase();
  await createKvTextStore(KEY, database.open).save("first");
  await createKvTextStore(KEY, makeBusy(database.open)).save("third");
  assertEquals(await createKvTextStore(KEY, database.open).load(), "third");
  assertEquals(await database.countParts(), 1);
});

Deno.test("createKvTextStore() saves in parallel, and always returns a whole text", async () => {
  await using database = await makeDatabase();
  const store = createKvTextStore(KEY, database.open);
  const texts = ["a", "b", "c", "d"].map((letter) => letter + LARGE);
  await store.save(texts[0]!);
  const saves = texts.map((text) => createKvTextStore(KEY, database.open).save(text));
  const loads = texts.map(() => createKvTextStore(KEY, database.open).load());
  for (const loaded of [...await Promise.all(loads), await Promise.all(saves).then(store.load)]) {
    assert(texts.includes(loaded!));
  }
  assertEquals(await database.countParts(), 5);
});

// A database in which another instance saves "second" after the first `get`.
function makeBusy(open: () => Promise<Deno.Kv>): () => Promise<Deno.Kv> {
  return async () => {
    const kv = await open();
    const get = kv.get.bind(kv);
    let isReplaced = false;
    kv.get = async <T>(key: Deno.KvKey) => {
      const entry = await get<T>(key);
      if (!isReplaced) await createKvTextStore(KEY, open).save("second");
      isReplaced = true;
      return entry;
    };
    return kv;
  };
}

// A database of which every operation fails the first time because another process writes to it.
function makeLocked(open: () => Promise<Deno.Kv>): () => Promise<Deno.Kv> {
  const failed = new Set<string>();
  const failOnce = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (failed.has(name)) return work();
    failed.add(name);
    return Promise.reject(new TypeError("database is locked"));
  };
  return () =>
    failOnce("open", async () => {
      const kv = await open();
      const [get, set, remove] = [kv.get.bind(kv), kv.set.bind(kv), kv.delete.bind(kv)];
      kv.get = <T>(key: Deno.KvKey) => failOnce(`get ${key}`, () => get<T>(key));
      kv.set = (key, value) => failOnce(`set ${key}`, () => set(key, value));
      kv.delete = (key) => failOnce(`delete ${key}`, () => remove(key));
      replaceCommit(kv, (commit) => failOnce("commit", commit));
      return kv;
    });
}

// A database whose nth write fails, like that of a full disk.
async function openFailing(open: () => Promise<Deno.Kv>, nth: number): Promise<Deno.Kv> {
  const kv = await open();
  const set = kv.set.bind(kv);
  let calls = 0;
  const fail = <T>(write: () => Promise<T>) => ++calls === nth ? Promise.reject(new Error("disk is full")) : write();
  kv.set = (...entry) => fail(() => set(...entry));
  replaceCommit(kv, fail);
  return kv;
}

type Commit = Deno.AtomicOperation["commit"];

function replaceCommit(kv: Deno.Kv, replace: (commit: Commit) => ReturnType<Commit>): void {
  const atomic = kv.atomic.bind(kv);
  kv.atomic = () => {
    const operation = atomic();
    const commit = operation.commit.bind(operation);
    return Object.assign(operation, { commit: () => replace(commit) });
  };
}

async function makeDatabase() {
  const folder = await Deno.makeTempDir();
  const open = () => Deno.openKv(join(folder, "kv"));
  const listParts = async (kv: Deno.Kv) => await Array.fromAsync(kv.list({ prefix: KEY }), ({ key }) => key);
  return {
    open,
    async countParts() {
      using kv = await open();
      return (await listParts(kv)).length;
    },
    async deleteParts() {
      using kv = await open();
      for (const key of await listParts(kv)) await kv.delete(key);
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

import { assertEquals, assertRejects } from "@std/assert";
import { LRUCache } from "lru-cache";
import { join } from "@std/path";
import { respondWithChecksums } from "@/lib/files/checksums_response.ts";
import type { Files } from "@/lib/files/files.ts";
import { ServedFolder } from "@/lib/files/served_folder.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { createRequest, sha256Of, withFiles } from "./files_fixture.ts";

const TEXT = "ads.example.com\n";
const SHA256 = await sha256Of(new TextEncoder().encode(TEXT));

Deno.test("respondWithChecksums() returns the checksum of a file, and its entries if it is a list", () =>
  withFiles(async ({ generated, files }) => {
    await Deno.writeTextFile(join(generated, "domains.txt"), TEXT);
    const res = await respondWithChecksums(createRequest(), files, "domains.txt");
    const { path, sha256, size, modified, entries } = await res.json();
    assertEquals([path, sha256, size, entries], ["domains.txt", SHA256, TEXT.length, 1]);
    assertEquals(modified, (await Deno.stat(join(generated, "domains.txt"))).mtime!.toISOString());
    const ctx = createRequest("", { "if-none-match": res.headers.get("etag")! });
    assertEquals((await finishResponse(ctx, await respondWithChecksums(ctx, files, "domains.txt"))).status, 304);
  }, {
    countEntries: (path, sha256) => Promise.resolve(path === "domains.txt" && sha256 === SHA256 ? 1 : undefined),
  }));

Deno.test("respondWithChecksums() returns the checksums of all files in a directory", () =>
  withFiles(async ({ generated, files }) => {
    await Deno.mkdir(join(generated, "ads"));
    for (const name of ["all.txt", "all.txt.gz", "ads/a.txt", ".hidden"]) {
      await Deno.writeTextFile(join(generated, name), TEXT);
    }
    const root = await (await respondWithChecksums(createRequest(), files)).json();
    assertEquals(root.files, { "ads/a.txt": SHA256, "all.txt": SHA256 });
    const ads = await (await respondWithChecksums(createRequest(), files, "ads")).json();
    assertEquals([ads.path, ads.files], ["ads", { "ads/a.txt": SHA256 }]);
    // A gzip variant is not listed but can still be verified.
    assertEquals((await (await respondWithChecksums(createRequest(), files, "all.txt.gz")).json()).sha256, SHA256);
  }));

Deno.test("respondWithChecksums() searches eight levels of folders", () =>
  withFiles(async ({ generated, files }) => {
    const deepest = "1/2/3/4/5/6/7/8";
    await Deno.mkdir(join(generated, deepest, "9"), { recursive: true });
    for (const folder of [deepest, `${deepest}/9`]) await Deno.writeTextFile(join(generated, folder, "a.txt"), TEXT);
    const sums = (await (await respondWithChecksums(createRequest(), files)).json()).files;
    assertEquals(sums, { [`${deepest}/a.txt`]: SHA256 });
  }));

/** Writes a file with a time that cannot change unnoticed; `seconds` tells versions apart. */
async function write(path: string, text: string, seconds = 0): Promise<void> {
  await Deno.writeTextFile(path, text);
  await Deno.utime(path, 1_700_000_000 + seconds, 1_700_000_000 + seconds);
}

/** Returns the sums of all files, and how many files were opened for them. */
async function sumsOf(files: Files, generated: string): Promise<unknown> {
  let opened = 0;
  const folder = new ServedFolder(generated, (path) => {
    opened++;
    return Deno.open(path);
  });
  // As if a second had passed.
  files.folderSums.clear();
  const res = await respondWithChecksums(createRequest(), { ...files, generated: folder });
  return [(await res.json()).files, opened];
}

Deno.test("respondWithChecksums() opens only the changed files of a directory, and notices every change", () =>
  withFiles(async ({ generated, files }) => {
    const [a, b, c] = await Promise.all(["one", "two", "six"].map((text) => sha256Of(new TextEncoder().encode(text))));
    const path = join(generated, "sub/a.txt");
    await Deno.mkdir(join(generated, "sub"));
    await write(path, "one");
    await write(join(generated, "b.txt"), "two");
    await Deno.symlink("sub/a.txt", join(generated, "link.txt"));
    assertEquals(await sumsOf(files, generated), [{ "b.txt": b, "link.txt": a, "sub/a.txt": a }, 3]);
    assertEquals(await sumsOf(files, generated), [{ "b.txt": b, "link.txt": a, "sub/a.txt": a }, 0]);
    // Edited in place, seen also through the link.
    await write(path, "six", 1);
    assertEquals(await sumsOf(files, generated), [{ "b.txt": b, "link.txt": c, "sub/a.txt": c }, 2]);
    // Replaced by a file of the same size and time.
    await write(`${path}.new`, "one", 1);
    await Deno.rename(`${path}.new`, path);
    assertEquals(await sumsOf(files, generated), [{ "b.txt": b, "link.txt": a, "sub/a.txt": a }, 2]);
    // One removed, one added.
    await Deno.remove(join(generated, "link.txt"));
    await write(join(generated, "c.txt"), "six");
    assertEquals(await sumsOf(files, generated), [{ "b.txt": b, "c.txt": c, "sub/a.txt": a }, 1]);
  }));

Deno.test("respondWithChecksums() looks at the files of a directory only once in a while", () =>
  withFiles(async ({ generated, files }) => {
    await write(join(generated, "a.txt"), "one");
    // In the service they end after a second, which may pass in a slow test.
    const folderSums = new LRUCache<string, Promise<Record<string, string>>>({ max: 1 });
    const ask = async () =>
      (await (await respondWithChecksums(createRequest(), { ...files, folderSums })).json()).files;
    const first = await ask();
    await write(join(generated, "a.txt"), "two", 1);
    assertEquals(await ask(), first);
    assertEquals(files.folderSums.ttl, 1000);
  }));

Deno.test("respondWithChecksums() reads a file of a directory again while it may change within its timestamp", () =>
  withFiles(async ({ generated, files }) => {
    // A time in the future, so that the speed of the test does not matter.
    const inFuture = Date.parse("2100-01-01") / 1000 - 1_700_000_000;
    for (const text of ["one", "two"]) {
      await write(join(generated, "a.txt"), text, inFuture);
      const sum = await sha256Of(new TextEncoder().encode(text));
      assertEquals(await sumsOf(files, generated), [{ "a.txt": sum }, 1]);
    }
  }));

Deno.test("respondWithChecksums() looks up a domain in the lists, and rejects an invalid one", () =>
  withFiles(async ({ files }) => {
    const fields = await (await respondWithChecksums(createRequest("?domain=Ads.Example.com"), files)).json();
    const notFound = { blocked: false, lists: [], exceptions: [], sources: [] };
    assertEquals(fields, { success: true, status: 200, path: "", domain: "ads.example.com", ...notFound });
    for (const domain of ["no", "x".repeat(300)]) {
      const error = await assertRejects(
        () => respondWithChecksums(createRequest(`?domain=${domain}`), files),
        ApiError,
      );
      assertEquals([error.code, error.details], ["invalid_parameter", { ...error.details, parameter: "domain" }]);
    }
  }));

Deno.test("respondWithChecksums() gets 304 for the tag of a folder or a domain until the response changes", () => {
  let isBlocked = false;
  return withFiles(async ({ generated, files }) => {
    const statusOf = async (query: string, tag: string) => {
      const ctx = createRequest(query, { "if-none-match": tag });
      return (await finishResponse(ctx, await respondWithChecksums(ctx, files))).status;
    };
    const tagOf = async (query: string) =>
      (await respondWithChecksums(createRequest(query), files)).headers.get("etag") ?? "";
    await write(join(generated, "a.txt"), TEXT);
    const tags = [await tagOf(""), await tagOf("?domain=a.example")] as const;
    assertEquals([await statusOf("", tags[0]), await statusOf("?domain=a.example", tags[1])], [304, 304]);
    await write(join(generated, "a.txt"), "other", 1);
    isBlocked = true;
    files.folderSums.clear();
    assertEquals([await statusOf("", tags[0]), await statusOf("?domain=a.example", tags[1])], [200, 200]);
  }, {
    explain: (domain) => Promise.resolve({ domain, blocked: isBlocked, lists: [], exceptions: [], sources: [] }),
  });
});

import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { ListLookup } from "@/lib/blocklist/lookup.ts";
import { respondWithChecksums } from "@/lib/files/checksums_response.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { createRequest, NO_LISTS, sha256Of, withFiles } from "./files_fixture.ts";

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
    assertEquals(finishResponse(ctx, await respondWithChecksums(ctx, files, "domains.txt")).status, 304);
  }, {
    ...NO_LISTS,
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

Deno.test("respondWithChecksums() looks up a domain in the lists, and rejects an invalid one", () =>
  withFiles(async ({ files }) => {
    const fields = await (await respondWithChecksums(createRequest("?domain=Ads.Example.com"), files)).json();
    const notFound = { blocked: false, lists: [], exceptions: [], sources: [] };
    assertEquals(fields, { success: true, status: 200, path: "", domain: "ads.example.com", ...notFound });
    for (const domain of ["", "no", "x".repeat(300)]) {
      const error = await assertRejects(
        () => respondWithChecksums(createRequest(`?domain=${domain}`), files),
        ApiError,
      );
      assertEquals([error.code, error.details], ["invalid_parameter", { ...error.details, parameter: "domain" }]);
    }
  }, new ListLookup("nowhere")));

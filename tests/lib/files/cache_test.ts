import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { answerCache } from "@/lib/files/mod.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { exchange, NO_LISTS, sha256Of, withFiles } from "./files_fixture.ts";

const TEXT = "ads.example.com\n";
const SHA256 = await sha256Of(new TextEncoder().encode(TEXT));

Deno.test("answerCache() yields the checksum of a file, and its entries when it is a list", () =>
  withFiles(async ({ generated, files }) => {
    await Deno.writeTextFile(join(generated, "domains.txt"), TEXT);
    const res = await answerCache(exchange(), files, "domains.txt");
    const { path, sha256, size, modified, entries } = await res.json();
    assertEquals([path, sha256, size, entries], ["domains.txt", SHA256, TEXT.length, 1]);
    assertEquals(modified, (await Deno.stat(join(generated, "domains.txt"))).mtime!.toISOString());
    const again = await answerCache(exchange("", { "if-none-match": res.headers.get("etag")! }), files, "domains.txt");
    assertEquals(again.status, 304);
  }, {
    ...NO_LISTS,
    countEntries: (path, sha256) => Promise.resolve(path === "domains.txt" && sha256 === SHA256 ? 1 : undefined),
  }));

Deno.test("answerCache() yields the checksums of all files below a folder", () =>
  withFiles(async ({ generated, files }) => {
    await Deno.mkdir(join(generated, "ads"));
    for (const name of ["all.txt", "all.txt.gz", "ads/a.txt", ".hidden"]) {
      await Deno.writeTextFile(join(generated, name), TEXT);
    }
    const root = await (await answerCache(exchange(), files)).json();
    assertEquals(root.files, { "ads/a.txt": SHA256, "all.txt": SHA256 });
    const ads = await (await answerCache(exchange(), files, "ads")).json();
    assertEquals([ads.path, ads.files], ["ads", { "ads/a.txt": SHA256 }]);
    // A twin has no line of its own and can still be verified.
    assertEquals((await (await answerCache(exchange(), files, "all.txt.gz")).json()).sha256, SHA256);
  }));

Deno.test("answerCache() asks the lists about a domain, and refuses what is none", () =>
  withFiles(
    async ({ files }) => {
      const answer = await (await answerCache(exchange("?domain=Ads.Example.com"), files)).json();
      assertEquals(answer, { success: true, status: 200, path: "", domain: "ads.example.com" });
      for (const domain of ["", "no", "x".repeat(300)]) {
        const error = await assertRejects(() => answerCache(exchange(`?domain=${domain}`), files), ApiError);
        assertEquals([error.code, error.details?.parameter], ["invalid_parameter", "domain"]);
      }
    },
    { ...NO_LISTS, parseDomain: (text) => text.includes(".") ? text.toLowerCase() : undefined },
  ));

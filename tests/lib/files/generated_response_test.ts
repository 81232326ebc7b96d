import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { MAX_CONTENT_BYTES, respondWithGenerated } from "@/lib/files/generated_response.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { createRequest, sha256Of, withFiles } from "./files_fixture.ts";

const OLD = new Date("2024-05-06T07:08:09.010Z");

Deno.test("respondWithGenerated() returns the description and content of a text file", () =>
  withFiles(async ({ generated, files }) => {
    const text = "\ufeffÄ list\n";
    await Deno.mkdir(join(generated, "a b"));
    await Deno.writeTextFile(join(generated, "a b/x+y.json"), text);
    await Deno.utime(join(generated, "a b/x+y.json"), OLD, OLD);
    const bytes = new TextEncoder().encode(text);
    assertEquals(await (await respondWithGenerated(createRequest(), files, "a b/x%2By.json")).json(), {
      success: true,
      status: 200,
      path: "a b/x+y.json",
      type: "file",
      size: bytes.length,
      modified: "2024-05-06T07:08:09.010Z",
      mediaType: "application/json",
      sha256: await sha256Of(bytes),
      content: text,
      raw: "http://pawkit.test/api/v1/static/generated/a%20b/x%2By.json?raw=1",
    });
  }));

Deno.test("respondWithGenerated() leaves out content that is too large or not text, and returns its raw URL", () =>
  withFiles(async ({ generated, files }) => {
    await Deno.writeTextFile(join(generated, "fits.txt"), "x".repeat(MAX_CONTENT_BYTES));
    await Deno.writeTextFile(join(generated, "long.txt"), "x".repeat(MAX_CONTENT_BYTES + 1));
    await Deno.writeFile(join(generated, "data.bin"), new Uint8Array([0xff, 0xfe, 0x00]));
    const get = async (path: string) => await (await respondWithGenerated(createRequest(), files, path)).json();
    assertEquals((await get("fits.txt")).content.length, MAX_CONTENT_BYTES);
    for (const path of ["long.txt", "data.bin"]) {
      const { content, truncated, raw } = await get(path);
      assertEquals([content, truncated, raw], [
        undefined,
        true,
        `http://pawkit.test/api/v1/static/generated/${path}?raw=1`,
      ]);
    }
  }));

Deno.test("respondWithGenerated() lists the root without a path, and a directory by its path", () =>
  withFiles(async ({ generated, files }) => {
    await Deno.mkdir(join(generated, "ads"));
    await Deno.writeTextFile(join(generated, "ads/hosts.txt"), "x");
    const root = await (await respondWithGenerated(createRequest(), files)).json();
    assertEquals([root.path, root.type, root.files.length, root.files[0].name], ["", "directory", 1, "ads"]);
    const ads = await (await respondWithGenerated(createRequest(), files, "ads/")).json();
    assertEquals([ads.path, ads.files[0].path], ["ads", "ads/hosts.txt"]);
  }));

Deno.test("respondWithGenerated() gets 304 for the tag of a directory until its listing changes", () =>
  withFiles(async ({ generated, files }) => {
    await Deno.writeTextFile(join(generated, "hosts.txt"), "x");
    const tag = (await respondWithGenerated(createRequest(), files)).headers.get("etag") ?? "";
    const status = async () => {
      const ctx = createRequest("", { "if-none-match": tag });
      return (await finishResponse(ctx, await respondWithGenerated(ctx, files))).status;
    };
    assertEquals(await status(), 304);
    await Deno.utime(join(generated, "hosts.txt"), OLD, OLD);
    assertEquals(await status(), 200);
  }));

Deno.test("respondWithGenerated() gets 304 for its tag while nothing changed", () =>
  withFiles(async ({ generated, files }) => {
    const request = async (headers: Record<string, string> = {}) => {
      const ctx = createRequest("", headers);
      return await finishResponse(ctx, await respondWithGenerated(ctx, files, "a.txt"));
    };
    await Deno.writeTextFile(join(generated, "a.txt"), "x");
    const etag = (await request()).headers.get("etag")!;
    assertEquals((await request({ "if-none-match": etag })).status, 304);
    await Deno.writeTextFile(join(generated, "a.txt"), "y");
    assertEquals((await request({ "if-none-match": etag })).status, 200);
  }));

Deno.test("respondWithGenerated() rejects an invalid parameter in the same way for existing and missing files", () =>
  withFiles(async ({ generated, files }) => {
    await Deno.writeTextFile(join(generated, "a.txt"), "x");
    for (const path of ["a.txt", "b.txt", "../b.txt"]) {
      const error = await assertRejects(() => respondWithGenerated(createRequest("?raw=maybe"), files, path), ApiError);
      assertEquals(error.code, "invalid_parameter");
    }
  }));

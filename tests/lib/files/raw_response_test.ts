import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { respondWithGenerated } from "@/lib/files/generated_response.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { createRequest, type Fixture, gzip, sha256Of, withFiles } from "./files_fixture.ts";

const PLAIN = new TextEncoder().encode("0.0.0.0 ads.example.com\n".repeat(50));
const OLD = new Date("2024-05-06T07:08:09Z");

async function withList(use: (fixture: Fixture, gzipped: Uint8Array) => Promise<void>): Promise<void> {
  await withFiles(async (fixture) => {
    const gzipped = await gzip(PLAIN);
    await Deno.writeFile(join(fixture.generated, "hosts.txt"), PLAIN);
    await Deno.writeFile(join(fixture.generated, "hosts.txt.gz"), gzipped);
    await Deno.utime(join(fixture.generated, "hosts.txt"), OLD, OLD);
    await use(fixture, gzipped);
  });
}

async function raw({ files }: Fixture, headers: Record<string, string> = {}): Promise<Response> {
  const ctx = createRequest("?raw=1", headers);
  return await finishResponse(ctx, await respondWithGenerated(ctx, files, "hosts.txt"));
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await response.arrayBuffer());
}

Deno.test("respondWithRawFile() sends the bytes with their digest as tag and as repr-digest", () =>
  withList(async (fixture) => {
    const res = await raw(fixture);
    const sha256 = await sha256Of(PLAIN);
    const base64 = btoa(String.fromCharCode(...sha256.match(/../g)!.map((pair) => parseInt(pair, 16))));
    assertEquals(res.status, 200);
    assertEquals(res.headers.get("etag"), `"${sha256}"`);
    assertEquals(res.headers.get("repr-digest"), `sha-256=:${base64}:`);
    assertEquals(res.headers.get("content-type"), "text/plain; charset=UTF-8");
    assertEquals(res.headers.get("last-modified"), "Mon, 06 May 2024 07:08:09 GMT");
    assertEquals(res.headers.get("cache-control"), "public, max-age=0, s-maxage=60, stale-while-revalidate=600");
    assertEquals(res.headers.get("vary"), "accept-encoding");
    assertEquals(await bytesOf(res), PLAIN);
  }));

Deno.test("respondWithRawFile() sends the gzip variant to a caller that accepts gzip, with its own tag and digest", () =>
  withList(async (fixture, gzipped) => {
    for (const accept of ["gzip", "deflate, gzip;q=0.8", "*", "br, gzip"]) {
      const res = await raw(fixture, { "accept-encoding": accept });
      assertEquals(res.headers.get("content-encoding"), "gzip", accept);
      assertEquals(res.headers.get("etag"), `"${await sha256Of(new Uint8Array(gzipped))}"`);
      assertEquals(res.headers.get("last-modified"), "Mon, 06 May 2024 07:08:09 GMT");
      assertEquals(await bytesOf(res), gzipped);
    }
    for (const accept of ["identity", "gzip;q=0", "br", "identity, gzip;q=0.5"]) {
      const res = await raw(fixture, { "accept-encoding": accept });
      assertEquals(res.headers.get("content-encoding"), null, accept);
      assertEquals(await bytesOf(res), PLAIN);
    }
    const piece = await raw(fixture, { "accept-encoding": "gzip", range: "bytes=1-3" });
    assertEquals([piece.status, piece.headers.get("content-encoding")], [206, null], "a piece of gzip is unreadable");
    assertEquals(await bytesOf(piece), PLAIN.slice(1, 4));
  }));

Deno.test("respondWithRawFile() sends the whole file to a caller that resumes a gzip download", () =>
  withList(async (fixture) => {
    const first = await raw(fixture, { "accept-encoding": "gzip" });
    await first.body?.cancel();
    for (const validator of ["etag", "last-modified"]) {
      const condition = first.headers.get(validator)!;
      const res = await raw(fixture, { "accept-encoding": "gzip", range: "bytes=10-19", "if-range": condition });
      assertEquals([res.status, await bytesOf(res)], [200, PLAIN], validator);
    }
  }));

Deno.test("respondWithRawFile() does not send a gzip variant of other content", () =>
  withList(async (fixture, gzipped) => {
    // The last four bytes are the length, of which only the lowest one is changed.
    const otherLength = gzipped.with(-4, gzipped.at(-4)! ^ 1);
    const otherContents = await Promise.all([PLAIN.slice(1), PLAIN.map((byte) => byte ^ 1)].map(gzip));
    for (const stale of [...otherContents, otherLength, new Uint8Array(3)]) {
      await Deno.writeFile(join(fixture.generated, "hosts.txt.gz"), stale);
      const res = await raw(fixture, { "accept-encoding": "gzip" });
      assertEquals(res.headers.get("content-encoding"), null);
      assertEquals(await bytesOf(res), PLAIN);
    }
  }));

Deno.test("respondWithRawFile() returns 304 for both variants, by tag and by time", () =>
  withList(async (fixture, gzipped) => {
    const plainTag = `"${await sha256Of(PLAIN)}"`;
    const gzippedTag = `"${await sha256Of(new Uint8Array(gzipped))}"`;
    const cases: [Record<string, string>, string][] = [
      [{ "if-none-match": plainTag }, plainTag],
      [{ "if-none-match": gzippedTag, "accept-encoding": "gzip" }, gzippedTag],
      [{ "if-modified-since": "Mon, 06 May 2024 07:08:09 GMT" }, plainTag],
      [{ "if-modified-since": "Mon, 06 May 2024 07:08:09 GMT", "accept-encoding": "gzip" }, gzippedTag],
    ];
    for (const [headers, tag] of cases) {
      const res = await raw(fixture, headers);
      assertEquals([res.status, res.headers.get("etag"), res.body], [304, tag, null]);
    }
  }));

Deno.test("respondWithRawFile() returns ranges, and rejects one behind the end and an outdated version", () =>
  withList(async (fixture) => {
    const part = await raw(fixture, { range: "bytes=8-22" });
    assertEquals([part.status, await part.text()], [206, "ads.example.com"]);
    for (const [headers, code] of [[{ range: "bytes=99999-" }, 416], [{ "if-match": '"other"' }, 412]] as const) {
      assertEquals((await assertRejects(() => raw(fixture, headers), ApiError)).status, code);
    }
  }));

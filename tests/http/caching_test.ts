import { assertEquals, assertNotEquals } from "@std/assert";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { startApp, type TestApp } from "@/tests/support/app.ts";

/** Sends a request and drops its body. */
async function head(app: TestApp, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await app.fetch(path, { headers });
  await response.body?.cancel();
  return response;
}

/** The points that the client has left. */
const pointsOf = ({ headers }: Response) => Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);

Deno.test("a 304 of a picture that is not cached draws nothing and costs one point", async () => {
  await using first = await startApp();
  await using app = await startApp({ RATE_LIMIT: "5" });
  for (const path of ["/cat/Ada.png", "/cat/Ada,Ben.webp", "/404.png", "/cat/Ada.txt"]) {
    const { headers } = await head(first, path);
    const { status } = await head(app, path, { "if-none-match": headers.get("etag")! });
    assertEquals([path, status], [path, 304]);
  }
  assertEquals(app.services.pictures.status.entries, 0);
  assertEquals(pointsOf(await head(app, "/api/v1/version")), 0);
});

Deno.test("a 304 has what a cache needs, and nothing about the body", async () => {
  await using app = await startApp();
  for (const path of ["/llms.txt", "/cat/Ada", "/cat/Ada.png", "/style.css", "/api"]) {
    const first = await head(app, path);
    const etag = first.headers.get("etag")!;
    const known = await app.fetch(path, { headers: { "if-none-match": `"other", W/${etag}` } });
    assertEquals([path, known.status, await known.text()], [path, 304, ""]);
    for (const name of ["etag", "vary", "cache-control"]) {
      assertEquals([path, name, known.headers.get(name)], [path, name, first.headers.get(name)]);
    }
    assertEquals([path, known.headers.get("content-type")], [path, null]);
    assertEquals((await head(app, path, { "if-none-match": '"other"' })).status, 200);
  }
});

Deno.test("the etag of a document follows from all that decides it", async () => {
  await using all = await startApp();
  await using few = await startApp({ FEATURES: "text" });
  for (const path of ["/llms.txt", "/openapi.json"]) {
    const [one, other] = [await head(all, path), await head(few, path)];
    assertNotEquals(one.headers.get("etag"), other.headers.get("etag"));
  }
});

Deno.test("texts that may be stored are compressed as the caller accepts, with the same etag", async () => {
  await using app = await startApp();
  const plain = await app.fetch("/llms.txt");
  const text = await plain.text();
  assertEquals(plain.headers.get("content-encoding"), null);
  const accepted = { br: "br", "gzip, deflate, br, zstd": "br", gzip: "gzip", "br;q=0, gzip;q=0.5": "gzip" };
  for (const [accept, encoding] of Object.entries(accepted)) {
    const response = await app.fetch("/llms.txt", { headers: { "accept-encoding": accept } });
    const bytes = await response.bytes();
    assertEquals(response.headers.get("content-encoding"), encoding);
    assertEquals(new TextDecoder().decode((encoding === "br" ? brotliDecompressSync : gunzipSync)(bytes)), text);
    assertEquals(response.headers.get("etag"), plain.headers.get("etag"));
    const empty = await app.fetch("/llms.txt", { method: "HEAD", headers: { "accept-encoding": accept } });
    assertEquals([await empty.text(), empty.headers.get("content-encoding")], ["", encoding]);
    assertEquals(empty.headers.get("content-length"), `${bytes.length}`);
  }
  for (const accept of ["identity", "gzip;q=0"]) {
    const response = await app.fetch("/llms.txt", { headers: { "accept-encoding": accept } });
    assertEquals([await response.text(), response.headers.get("content-encoding")], [text, null]);
  }
  for (const path of ["/cat/Ada.png", "/api", "/api/v1/kaomoji/cat?count=50"]) {
    const { headers } = await head(app, path, { "accept-encoding": "br" });
    assertEquals([path, headers.get("content-encoding")], [path, null]);
  }
});

Deno.test("if-none-match is a list, a star or an old form, and a tag of another response is none", async () => {
  await using app = await startApp();
  const etag = (await head(app, "/api")).headers.get("etag")!;
  const statusOf = async (known: string) => (await head(app, "/api", { "if-none-match": known })).status;
  for (const known of ["*", " * ", etag, `W/${etag}`, `"a", ${etag} ,"b"`]) {
    assertEquals([known, await statusOf(known)], [known, 304]);
  }
  for (const known of ["", "a", etag.slice(0, -1), `"a", *`]) {
    assertEquals([known, await statusOf(known)], [known, 200]);
  }
});

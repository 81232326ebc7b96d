import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { assertEquals } from "@std/assert";
import { CompressedResponse } from "@/lib/http/compressed_response.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { finishResponse } from "@/lib/http/responses.ts";
import { createContext } from "./context.ts";

const TEXT = "paw ".repeat(500);
const OPTIONS = { type: "text/plain", cache: "no-cache", etag: '"1"', quality: 5 };

function contextOf(headers: Record<string, string> = {}): HttpContext {
  return createContext(new Request("http://paw.example/", { headers }));
}

function respond(accepted: string | undefined, body = TEXT): Promise<Response> {
  const response = new CompressedResponse(new TextEncoder().encode(body), OPTIONS);
  return response.toResponse(contextOf(accepted === undefined ? {} : { "accept-encoding": accepted }));
}

Deno.test("CompressedResponse sends the best encoding that the caller accepts, each with its own tag", async () => {
  const br = await respond("gzip, deflate, br");
  const gzip = await respond("gzip");
  assertEquals([br.headers.get("content-encoding"), br.headers.get("etag")], ["br", '"1-br"']);
  assertEquals([gzip.headers.get("content-encoding"), gzip.headers.get("etag")], ["gzip", '"1-gzip"']);
  assertEquals(brotliDecompressSync(await br.bytes()).toString(), TEXT);
  assertEquals(gunzipSync(await gzip.bytes()).toString(), TEXT);
});

Deno.test("CompressedResponse does not compress for callers that refuse it, nor small bodies, but always varies", async () => {
  for (const refused of [undefined, "", "identity", "gzip;q=0", "gzip; q=0.0, br;q=0", "x-gzipped"]) {
    const { headers, ...response } = await respond(refused);
    assertEquals([headers.get("content-encoding"), headers.get("vary")], [null, "accept-encoding"], refused);
    assertEquals(headers.get("etag"), '"1"', JSON.stringify(response));
  }
  assertEquals((await respond("br", "paw")).headers.get("content-encoding"), null);
});

Deno.test("CompressedResponse passes the tag of the chosen encoding on, so that finishResponse() sends a 304", async () => {
  const ctx = contextOf({ "accept-encoding": "br", "if-none-match": '"1-br"' });
  const response = await new CompressedResponse(new TextEncoder().encode(TEXT), OPTIONS).toResponse(ctx);
  assertEquals(finishResponse(ctx, response).status, 304);
});

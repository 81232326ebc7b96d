import { assert } from "@std/assert";
import fc from "fast-check";
import { downloadFrom } from "./downloading.ts";
import { startOrigin } from "./origin.ts";
import { ApiError } from "@/lib/http/errors.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const RESPONSES = [
  'HTTP/1.1 200 OK\r\ncontent-length: 5\r\netag: "a"\r\n\r\nabcde',
  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;x=y\r\nabcde\r\n0\r\ntrailer: 1\r\n\r\n",
  "HTTP/1.1 302 Found\r\nlocation: /x\r\n\r\n",
  "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.0 200 OK\r\n\r\nabc",
  "HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n\0\0\0",
  "HTTP/1.1 200 OK\r\nconnection: keep-alive, upgrade\r\nupgrade: x\r\n\r\nabc",
];

/** A response with some of its bytes changed and its end cut off. */
const damaged = fc.record({
  text: fc.constantFrom(...RESPONSES),
  changes: fc.array(fc.record({ at: fc.nat(200), byte: fc.nat(255) }), { maxLength: 4 }),
  length: fc.oneof(fc.constant(200), fc.nat(120)),
}).map(({ text, changes, length }) => {
  const letters = [...text];
  for (const { at, byte } of changes) letters[at % letters.length] = String.fromCharCode(byte);
  return letters.join("").slice(0, length);
});

Deno.test("download() returns bytes or throws an ApiError, whatever a source sends", async () => {
  let text = "";
  await using origin = startOrigin((_path, { send }) => send(text));
  const property = fc.asyncProperty(damaged, async (response) => {
    text = response;
    const outcome = await downloadFrom(origin, { maxRedirects: 1 }).catch((error: unknown) => error);
    const expected = ["source_failed", "source_rejected", "source_too_large", "forbidden_address"];
    const isExpected = outcome instanceof ApiError ? expected.includes(outcome.code) : !(outcome instanceof Error);
    assert(isExpected, String(outcome));
  });
  await fc.assert(property, { numRuns: 500 });
});

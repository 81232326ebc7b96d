import { assertEquals } from "@std/assert";
import { MAX_HEADER_CHARACTERS, readHeader } from "@/lib/http/read_header.ts";

Deno.test("readHeader() returns the start of a long header, and null for a missing one", () => {
  const req = new Request("http://paw.example/", { headers: { accept: "a".repeat(55_000), range: "bytes=0-1" } });
  assertEquals(readHeader(req, "accept"), "a".repeat(MAX_HEADER_CHARACTERS));
  assertEquals(readHeader(req, "range"), "bytes=0-1");
  assertEquals(readHeader(req, "if-match"), null);
});

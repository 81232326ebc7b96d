import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readPath } from "@/lib/fresh/request_path.ts";

/** What the path must be, computed by the URL parser alone. */
function expectPath(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const path = new URL(address).pathname.replace(/\/+/g, "/");
  try {
    decodeURI(path);
  } catch {
    return null;
  }
  return path === "/" ? path : path.replace(/\/$/, "");
}

Deno.test("readPath() cuts the path out and drops query, fragment and the slash at its end", () => {
  assertEquals(readPath("http://host/a/b?c=/d#e"), "/a/b");
  assertEquals(readPath("http://host:8000/a/b/"), "/a/b");
  assertEquals(readPath("http://[::1]:8000/"), "/");
  assertEquals(readPath("http://host/a#b"), "/a");
  assertEquals(readPath("http://host/*"), "/*");
});

Deno.test("readPath() makes repeated slashes one and resolves dots as a browser does", () => {
  assertEquals(readPath("http://host//a///b//"), "/a/b");
  assertEquals(readPath("http://host/a/../b/./c"), "/b/c");
  assertEquals(readPath("http://host/a/%2e%2e/b"), "/b");
  assertEquals(readPath("http://host/a\\b"), "/a/b");
  assertEquals(readPath("http://host/.well-known/x"), "/.well-known/x");
});

Deno.test("readPath() keeps escapes and yields null on a broken one", () => {
  assertEquals(readPath("http://host/a%2Fb%20c"), "/a%2Fb%20c");
  assertEquals(readPath("http://host/ö"), "/%C3%B6");
  for (const broken of ["/%", "/%zz", "/a%C3", "/%ff/b", "/a/%e0%a4%a"]) {
    assertEquals(readPath(`http://host${broken}`), null, broken);
  }
});

Deno.test("readPath() yields null on an address that no URL can be made of", () => {
  for (
    const address of [
      "http://%zz/a",
      "http://e vil/a",
      "http://a:b:c/d",
      "http://a:99999/",
      "http://1.2.3.456/",
      "*",
      "/a",
    ]
  ) {
    assertEquals(readPath(address), null, address);
  }
});

Deno.test("readPath() agrees with the URL parser on whatever a client may send", () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom("/", "//", ".", "..", "/../", "%2e", "%2F", "%zz", "%", "?", "#", "\\", "é", " ", "a", "{", '"'),
  );
  const path = fc.array(piece, { maxLength: 8 }).map((pieces) => "/" + pieces.join(""));
  const host = fc.constantFrom(
    "host:8000",
    "[::1]:80",
    "A.b_c",
    "evil/x?y=",
    "u:p@h",
    "%41",
    "%zz",
    "h:",
    "h:x",
    "0x7f.1",
  );
  fc.assert(
    fc.property(host, path, (host, path) => {
      const address = `http://${host}${path}`;
      assertEquals(readPath(address), expectPath(address));
    }),
    { numRuns: 2000 },
  );
});

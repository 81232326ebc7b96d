import { assertEquals } from "@std/assert";
import {
  chooseEncoding,
  namesMediaType,
  prefersImage,
  prefersJson,
  prefersText,
  readAccept,
} from "@/lib/http/negotiation.ts";

function accepting(accept: string): Request {
  return new Request("http://paw.example/", { headers: { accept } });
}

Deno.test("a caller prefers the kind of body with the largest weight; a picture or JSON wins over text", () => {
  const bodies = { image: prefersImage, json: prefersJson, text: prefersText };
  const preferred = {
    "image/avif,image/webp,image/*,*/*;q=0.8": ["image"],
    "image/png, */*": ["image"],
    "text/plain, image/png": ["image"],
    "text/plain, image/png;q=0.1": ["text"],
    "application/json, text/plain, */*": ["json"],
    "text/plain, application/json;q=0.5": ["text"],
    "application/problem+json, image/png;q=0.1": ["json"],
    "text/html,application/xhtml+xml,image/webp,*/*;q=0.8": [],
    "text/html, application/json": [],
    "text/plain, */*": [],
    "text/plain;q=x": [],
    "text/*, */*;q=0.8": ["text"],
    "text/plain;q=2, application/json": ["json"],
    // At most 32 types are read.
    [`${"a/b,".repeat(31)}text/plain`]: ["text"],
    [`${"a/b,".repeat(32)}text/plain`]: [],
    "": [],
  };
  for (const [accept, expected] of Object.entries(preferred)) {
    const accepted = readAccept(accepting(accept));
    const found = Object.entries(bodies).filter(([, prefers]) => prefers(accepted)).map(([body]) => body);
    assertEquals(found, expected, accept);
  }
});

Deno.test("chooseEncoding() returns the best encoding that the caller prefers to the plain text", () => {
  const choose = (accepted: string, available?: ["gzip"]) =>
    chooseEncoding(new Request("http://paw.example/", { headers: { "accept-encoding": accepted } }), available);
  assertEquals(["gzip, deflate, br", "gzip", "*", "br;q=0, gzip"].map((text) => choose(text)), [
    "br",
    "gzip",
    "br",
    "gzip",
  ]);
  for (const accepted of ["gzip", "deflate, gzip;q=0.8", "*"]) {
    assertEquals(choose(accepted, ["gzip"]), "gzip", accepted);
  }
  for (
    const accepted of ["", "identity", "gzip;q=0", "gzip; q=0.0, br;q=0", "identity, gzip;q=0.5", "br", "x-gzipped"]
  ) {
    assertEquals(choose(accepted, ["gzip"]), undefined, accepted);
  }
  assertEquals(chooseEncoding(new Request("http://paw.example/")), undefined);
  const headers = { "accept-encoding": "gzip", range: "bytes=0-9" };
  assertEquals(chooseEncoding(new Request("http://paw.example/", { headers })), undefined);
});

Deno.test("chooseEncoding() reads only the first 1 KiB of the header", () => {
  const choose = (accepted: string) =>
    chooseEncoding(new Request("http://paw.example/", { headers: { "accept-encoding": accepted } }));
  assertEquals(choose(`gzip, ${"x, ".repeat(20_000)}br`), "gzip");
  assertEquals(choose(`${"x, ".repeat(20_000)}br`), undefined);
});

Deno.test("namesMediaType() returns whether the header has the type itself, with a weight above 0", () => {
  const names = (accept: string) =>
    namesMediaType(new Request("http://paw.example/", { headers: { accept } }), "image/webp");
  const accepted = [
    "image/webp",
    "image/avif,image/webp,image/*,*/*;q=0.8",
    "IMAGE/WebP ; q=0.1",
    "*/*,image/webp;q=1",
  ];
  assertEquals(accepted.filter((accept) => !names(accept)), []);
  const others = ["", "*/*", "image/*", "image/webp;q=0", "image/webp; q=0.00", "image/webpx", "text/x;a=image/webp"];
  assertEquals(others.filter(names), []);
});

import { assertEquals } from "@std/assert";
import { toFileName } from "@/static/file_name.js";
import { ORIGIN } from "./snippet_requests.ts";

Deno.test("toFileName() names a picture after its path, its source and its format", () => {
  const names: Record<string, string> = {
    "/images/animals/cat/k3v09x2a.webp?size=128": "k3v09x2a.webp",
    "/api/v2/random/animal/cat?format=image": "cat.png",
    "/api/v2/random/animal/cat?format=image&type=webp": "cat.webp",
    "/api/v2/filter/blur?image=/images/animals/cat/k3v09x2a.png": "k3v09x2a-blur.png",
    "/api/v2/filter/blur?image=https://a.example/My.Photo.JPEG?w=1": "My.Photo-blur.jpg",
    "/api/v2/filter/blur?image=https://a.example/photo.jpg&format=webp": "photo-blur.webp",
    "/api/v2/filter/blur?image=https://a.example/scan.bmp": "scan-blur.png",
    "/api/v2/filter/blur?image=https://a.example/": "blur.png",
    "/api/v2/filter/blur?image=data:image/png;base64,a/b.c": "blur.png",
  };
  for (const [path, name] of Object.entries(names)) assertEquals(toFileName(new URL(path, ORIGIN)), name);
});

Deno.test("toFileName() prefers the type of the response, and the name of a file that is sent", () => {
  const animal = new URL("/api/v2/random/animal/cat?format=image", ORIGIN);
  assertEquals(toFileName(animal, { type: "image/jpeg" }), "cat.jpg");
  assertEquals(toFileName(animal, { type: "image/svg+xml; charset=utf-8" }), "cat.svg");
  const filter = new URL("/api/v2/filter/invert", ORIGIN);
  assertEquals(toFileName(filter, { source: "my photo.gif" }), "my photo-invert.gif");
  assertEquals(toFileName(filter, { source: "photo", type: "image/gif" }), "invert.gif");
});

Deno.test("toFileName() names a chain of filters without the strengths, which no file system needs", () => {
  const url = new URL("http://paw.example/api/v2/filter/greyscale,contrast:0.3?image=/cat.gif");
  assertEquals(toFileName(url), "cat-greyscale-contrast.gif");
});

Deno.test("toFileName() names a file as people read its address, and never a folder", () => {
  assertEquals(toFileName(new URL("https://a.example/cat/Zo%C3%AB")), "Zoë.png");
  assertEquals(toFileName(new URL("https://a.example/cat/AC%2FDC")), "AC-DC.png");
});

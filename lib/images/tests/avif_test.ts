import { assert, assertEquals, assertRejects } from "@std/assert";
import { ImageError } from "../image_error.ts";
import { probe } from "../probe.ts";
import { convertFile, fromFile, pack, paintPhoto, toMeanDistance, toSharp } from "./pictures.ts";

const photo = () => toSharp(paintPhoto(160, 90));

Deno.test("an AVIF becomes a PNG with its pixels and its transparency", async () => {
  const clear = toSharp(paintPhoto(160, 90)).ensureAlpha(0.5).removeAlpha().ensureAlpha(0.4);
  for (
    const [name, image] of Object.entries({
      lossy: photo().avif(),
      translucent: clear.avif(),
      deep: photo().avif({ bitdepth: 10 }),
    })
  ) {
    const file = await pack(image);
    const { format, width, height, frames, orientation } = probe(file);
    assertEquals([format, width, height, frames, orientation], ["avif", 160, 90, 1, 1], name);
    const result = await convertFile(file);
    assertEquals(result.format, "png");
    assert(toMeanDistance(await fromFile(result.bytes), await fromFile(file)) < 1, name);
  }
});

Deno.test("an AVIF is turned as its file says", async () => {
  const file = await pack(photo().avif());
  const text = String.fromCharCode(...file);
  // The property irot of one quarter turn to the left replaces the one that says what samples there are.
  const at = text.indexOf("pixi");
  const turned = file.slice();
  turned.set([..."irot"].map((letter) => letter.charCodeAt(0)), at);
  turned[at + 4] = 1;
  assertEquals(probe(turned).orientation, 8);
});

Deno.test("an AVIF takes no more memory than the limit", async () => {
  const file = await pack(toSharp(paintPhoto(2000, 1500)).avif({ effort: 0 }));
  const error = await assertRejects(async () => await convertFile(file, "jpeg", 2 ** 25), ImageError);
  assertEquals(error.code, "too_expensive");
});

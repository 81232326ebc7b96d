import sharp from "sharp";
import { assert, assertEquals } from "@std/assert";
import { convertFile } from "./pictures.ts";

/** A picture with the place, the camera and further data in every block that its format has. */
async function createPrivatePicture(format: "jpeg" | "png" | "webp" | "avif"): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: "#c84b13" } })
    .withExif({
      IFD0: { Make: "SecretCamera", Artist: "SecretAuthor" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 28/1 38/1", GPSLongitudeRef: "E", GPSLongitude: "0/1 0/1 5/1" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>SecretNote</note></x:xmpmeta>')
    .withIccProfile("p3", { attach: true });
  return new Uint8Array(await picture.toFormat(format).toBuffer());
}

for (const format of ["jpeg", "png", "webp", "avif"] as const) {
  Deno.test(`a filtered ${format} has no EXIF data, no place and no XMP, but its colour profile`, async () => {
    const source = await createPrivatePicture(format);
    const before = await sharp(source).metadata();
    assert(before.exif !== undefined && before.xmp !== undefined && before.icc !== undefined);
    for (const target of [undefined, "jpeg", "png", "webp"] as const) {
      const { bytes } = await convertFile(source, target);
      const { exif, xmp, iptc, comments, icc } = await sharp(bytes).metadata();
      assertEquals({ exif, xmp, iptc, comments }, {
        exif: undefined,
        xmp: undefined,
        iptc: undefined,
        comments: undefined,
      });
      assert(!new TextDecoder("latin1").decode(bytes).includes("Secret"), target);
      assert(icc !== undefined, target);
    }
  });
}

Deno.test("a filtered JPEG has no comment and no IPTC block", async () => {
  const source = await createPrivatePicture("jpeg");
  const segments = [["fe", "SecretComment"], ["ed", "Photoshop 3.0\0SecretTown"]].flatMap((
    [marker = "", text = ""],
  ) => [
    ...[0xff, parseInt(marker, 16), 0, text.length + 2],
    ...new TextEncoder().encode(text),
  ]);
  const { bytes } = await convertFile(new Uint8Array([...source.slice(0, 2), ...segments, ...source.slice(2)]));
  assert(!new TextDecoder("latin1").decode(bytes).includes("Secret"));
});

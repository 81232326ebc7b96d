import { assertEquals } from "@std/assert";
import { normalizeName } from "../name.ts";
import { ANIMALS, planAnimal, toAnimalId, toChildId } from "../animal.ts";
import { drawErrorSign, drawStatusSign } from "../error_sign.ts";
import type { ViewOptions } from "../plan.ts";

/** A hundred names, in several scripts, with capitals, blanks and invisible characters. */
const NAMES = Array.from(
  { length: 100 },
  (_, i) => `${["Ada", "Grace ", "ねこ", "Zoe\u0308", "A\u200bl"][i % 5]} ${i}`,
);

/** The forms of a picture. The names take turns. */
const FORMS: readonly ViewOptions[] = [
  {},
  { view: "face" },
  { background: "none" },
  { radius: 64 },
  { view: "face", radius: 256 },
  { view: "face", background: "none" },
];

/** The start of the hash of the alternative texts and documents of a hundred names. */
const DRAWINGS = {
  cat: "ead814766ba8dd86",
  dog: "c8e7b06d6fcaff7e",
  fox: "79c48fea2411a693",
  fish: "51ebf8eb9b000ac8",
  alpaca: "75bd01e8131cd323",
  bird: "83f29cbd71eb25c2",
};

Deno.test("planAnimal() draws every name byte for byte as before: alone, as a child, in every form", async () => {
  const hashes = ANIMALS.map(async (kind) => {
    const ids = NAMES.map((name) => toAnimalId(kind, normalizeName(name)));
    const drawings = ids.map((id, i) => {
      // Every third one is the child of two names.
      const { alt, draw } = planAnimal(
        kind,
        i % 3 === 0 ? toChildId(id, ids.at(i - 1)!) : id,
        FORMS[i % FORMS.length],
      )!;
      return `${alt}\n${draw()}`;
    });
    assertEquals(new Set(drawings).size, NAMES.length);
    return [kind, await hash(drawings)];
  });
  // Whoever improves a drawing changes the hash of its kind, and only that.
  assertEquals(Object.fromEntries(await Promise.all(hashes)), DRAWINGS);
});

/** The statuses with an animal of their own, and one without. */
const STATUSES = [400, 401, 403, 404, 405, 408, 412, 413, 414, 416, 422, 429, 500, 502, 503, 504, 418];

Deno.test("drawErrorSign() and drawStatusSign() draw every status byte for byte as before", async () => {
  const message = 'Cannot read "strength" & <radius>: must be a number from 1 to 256, got "900"';
  const signs = STATUSES.flatMap((status) => [
    drawErrorSign({ status, code: "invalid_parameter", message }),
    drawErrorSign({ status, code: "not_found" }),
    drawStatusSign(status, "Content Too Large"),
  ]);
  assertEquals(await hash(signs), "d2d48f49e2158e2e");
});

/** Returns the start of the SHA-256 hash of texts. */
async function hash(texts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(texts.join("\n"));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
}

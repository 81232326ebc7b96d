import { assertEquals } from "@std/assert";
import { planAnimal } from "@pawkit/animals";
import { toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";

Deno.test("toAnimalItem() returns the URL, the text and the size of a drawing", () => {
  assertEquals(toAnimalItem({ kind: "bird", id: "io1dwf90" }, { origin: "https://x.example" }), {
    id: "io1dwf90",
    url: "https://x.example/images/animals/bird/io1dwf90.png",
    alt: planAnimal("bird", "io1dwf90")!.alt,
    width: 512,
    height: 512,
    mediaType: "image/png",
    traits: planAnimal("bird", "io1dwf90")!.traits,
  });
});

Deno.test("toAnimalItem() describes the variant of a drawing", () => {
  const traits = { wears: "woolly hat", mood: "happy" };
  const variant = { type: "webp", size: 64, view: "face", background: "none", traits, radius: Infinity } as const;
  const { url, alt, width, mediaType } = toAnimalItem({ kind: "fox", id: "io1dwf90" }, { variant });
  assertEquals(
    [url, alt, width, mediaType],
    [
      "/images/animals/fox/io1dwf90.webp?size=64&view=face&radius=max&background=none&wears=woolly-hat&mood=happy",
      planAnimal("fox", "io1dwf90", { view: "face", background: "none", traits })!.alt,
      64,
      "image/webp",
    ],
  );
});

Deno.test("toAnimalItem() names the kind of a picture whose text has no words", () => {
  const picture = { id: "1", alt: undefined, mediaType: undefined, url: "https://x.example/" };
  const { alt, url } = toAnimalItem({ kind: "alpaca", picture }, { origin: "https://paw.example" });
  assertEquals([alt, url], ["an alpaca", "https://x.example/"]);
});

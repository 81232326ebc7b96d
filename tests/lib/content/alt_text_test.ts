import { assertEquals } from "@std/assert";
import { cleanTitle, toAltText } from "@/lib/content/alt_text.ts";

Deno.test("toAltText() turns a file name into words", () => {
  assertEquals(toAltText("Mia_on-the%20roof.jpg"), "Mia on the roof");
  assertEquals(toAltText("/a/b/100%.png"), undefined);
  assertEquals(toAltText("/photos/a%2Fb.webp"), "a b");
});

Deno.test("cleanTitle() removes what is about the file and not about the picture", () => {
  const cases: Record<string, string | undefined> = {
    "IMG_1234": undefined,
    "IMG 20190514 123456": undefined,
    "DSC_0042": undefined,
    "DSCN1234": undefined,
    "PXL_20230101_101112": undefined,
    "P1010123": undefined,
    "IMG_1234 Sleeping cat": "Sleeping cat",
    "Sleeping cat (cropped)": "Sleeping cat",
    "Sleeping cat (cropped 2)": "Sleeping cat",
    "Red fox (4512345678)": "Red fox",
    "Red fox (Vulpes vulpes)": "Red fox (Vulpes vulpes)",
    "Siamese cat by Alice Example": "Siamese cat",
    "Siamese cat, photographed by Alice Example": "Siamese cat",
    "Cat by the sea": "Cat by the sea",
    "2015-06-12 Dog on a beach": "Dog on a beach",
    "Dog on a beach 20150612 101112": "Dog on a beach",
    "Dog 03": "Dog",
    "Two cats, 3 weeks old": "Two cats, 3 weeks old",
    "Alpaca 1280x960": "Alpaca",
    "Kitten - 2": "Kitten",
    "Кошка на крыше 2": "Кошка на крыше",
    "猫": "猫",
    "12345": undefined,
    "": undefined,
  };
  for (const [title, alt] of Object.entries(cases)) assertEquals(cleanTitle(title), alt, title);
});

// A pattern that backtracks would take minutes.
Deno.test("cleanTitle() reads a long hostile title", () => {
  for (const part of ["(", "(cropped ", " by A", "img 1", "1 ", "20190101 "]) {
    assertEquals((cleanTitle(part.repeat(3000)) ?? "").length <= part.length * 3000, true);
  }
});

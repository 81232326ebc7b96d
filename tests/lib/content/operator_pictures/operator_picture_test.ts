import { assertEquals } from "@std/assert";
import { cleanTitle, toAltText, toId } from "@/lib/content/operator_pictures/operator_picture.ts";

Deno.test("toId() returns the beginning of the SHA-256 hash", async () => {
  // The example of FIPS 180-2.
  assertEquals(await toId(new TextEncoder().encode("abc")), "ba7816bf8f01cfea");
});

Deno.test("toAltText() turns a file name into words", () => {
  assertEquals(toAltText("Mia_on-the%20roof.jpg"), "Mia on the roof");
  assertEquals(toAltText("/a/b/100%.png"), undefined);
  assertEquals(toAltText("/photos/a%2Fb.webp"), "a b");
});

Deno.test("cleanTitle() removes camera names, and nothing that may be about the picture", () => {
  const cases: Record<string, string | undefined> = {
    "IMG_1234": undefined,
    "IMG 20190514 123456": undefined,
    "IMG-20190514-WA0007": undefined,
    "DSC_0042": undefined,
    "DSCN1234": undefined,
    "PXL_20230101_101112": undefined,
    "P1010123": undefined,
    "20190514_123456": undefined,
    "12345": undefined,
    "": undefined,
    "IMG_1234 Sleeping cat": "Sleeping cat",
    "Sleeping cat DSC0042": "Sleeping cat",
    "Ducks by Lake Zurich": "Ducks by Lake Zurich",
    "Apollo 11": "Apollo 11",
    "Two cats, 3 weeks old": "Two cats, 3 weeks old",
    "Red fox (Vulpes vulpes)": "Red fox (Vulpes vulpes)",
    "Кошка на крыше 2": "Кошка на крыше 2",
    "猫": "猫",
  };
  for (const [title, alt] of Object.entries(cases)) assertEquals(cleanTitle(title), alt, title);
});

// A pattern that backtracks would take minutes.
Deno.test("cleanTitle() reads a long hostile title", () => {
  for (const part of ["img 1", "img 123 ", "1 ", "- "]) {
    assertEquals((cleanTitle(part.repeat(3000)) ?? "").length <= part.length * 3000, true);
  }
});

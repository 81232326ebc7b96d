import { assertEquals } from "@std/assert";
import { parseLicense } from "@/lib/photos/candidate.ts";

Deno.test("parseLicense() reads codes and names of licences that permit reuse", () => {
  const cases = {
    "cc-by-sa-4.0": ["by-sa", "CC BY-SA 4.0", "licenses/by-sa/4.0/"],
    "CC BY-SA 3.0": ["by-sa", "CC BY-SA 3.0", "licenses/by-sa/3.0/"],
    "cc-by-sa-3.0-de": ["by-sa", "CC BY-SA 3.0 DE", "licenses/by-sa/3.0/de/"],
    "cc-by-sa-3.0-migrated": ["by-sa", "CC BY-SA 3.0", "licenses/by-sa/3.0/"],
    "cc-by-sa-3.0,2.5,2.0,1.0": ["by-sa", "CC BY-SA 3.0", "licenses/by-sa/3.0/"],
    "CC BY-SA 4.0-3.0-2.5": ["by-sa", "CC BY-SA 4.0", "licenses/by-sa/4.0/"],
    "CC BY 3.0 igo": ["by", "CC BY 3.0 IGO", "licenses/by/3.0/igo/"],
    "CC BY 2.0": ["by", "CC BY 2.0", "licenses/by/2.0/"],
    "cc0": ["cc0", "CC0 1.0", "publicdomain/zero/1.0/"],
    "cc-zero": ["cc0", "CC0 1.0", "publicdomain/zero/1.0/"],
    "pd": ["pd", "Public domain", "publicdomain/mark/1.0/"],
    "Public domain": ["pd", "Public domain", "publicdomain/mark/1.0/"],
    "PD-USGov": ["pd", "Public domain", "publicdomain/mark/1.0/"],
  };
  for (const [text, [family, name, path]] of Object.entries(cases)) {
    const license = parseLicense(text);
    assertEquals([license?.family, license?.name, license?.url], [family, name, `https://creativecommons.org/${path}`]);
  }
});

Deno.test("parseLicense() refuses all others", () => {
  const codes = "gfdl fal cc-by-nc-4.0 cc-by-nd-3.0 cc-by-4.0-nc cc-by cc-by-sa pdf cc01".split(" ");
  const names = ["", "CC BY-NC-SA 2.0", "All rights reserved", "CC BY-SA 4.0 but only for friends"];
  for (const text of [...codes, ...names]) assertEquals(parseLicense(text), undefined, text);
});

import { assertEquals } from "@std/assert";
import { renderSecurityTxt } from "@/lib/endpoints/security_txt.ts";

Deno.test("renderSecurityTxt() renders the fields of RFC 9116 and expires at midnight after 180 days", () => {
  const now = new Date("2026-01-01T15:00:00Z");
  assertEquals(
    renderSecurityTxt({ contact: "mailto:vet@paw.example", origin: "https://paw.example" }, now),
    "Contact: mailto:vet@paw.example\n" +
      "Expires: 2026-06-30T00:00:00.000Z\n" +
      "Preferred-Languages: en\n" +
      "Canonical: https://paw.example/.well-known/security.txt\n" +
      "Policy: https://paw.example/#policy\n",
  );
});

import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import { parseCommand, USAGE } from "@/lib/photos/command.ts";

const KINDS = ANIMALS.join(", ");

Deno.test("parseCommand() reads the options, and all kinds and licences without them", () => {
  const { kind, count, license, api } = parseCommand([]);
  assertEquals(kind, ANIMALS);
  assertEquals([count, license, new URL(api).host], [100, ["cc0", "pd", "by", "by-sa"], "commons.wikimedia.org"]);
  const command = parseCommand(
    "--kind dog,cat --count=500 --license by-sa,cc0 --contact me@paw.example --check".split(" "),
  );
  assertEquals([command.kind, command.count, command.license], [["dog", "cat"], 500, ["by-sa", "cc0"]]);
  assertEquals([command.contact, command.check], ["me@paw.example", true]);
  const { category } = parseCommand(["--kind", "cat", "--category", "Category:Siamese_cats", "--category", "Lions"]);
  assertEquals(category, ["Siamese_cats", "Lions"]);
});

Deno.test("parseCommand() names the option, the required form and the value", () => {
  const wrong: Record<string, string[]> = {
    [`Cannot read --kind: must be some of ${KINDS}, got "cat,no-such-kind"`]: ["--kind", "cat,no-such-kind"],
    [`Cannot read --kind: must be some of ${KINDS}, got ""`]: ["--kind", ""],
    'Cannot read --count: must be a whole number from 1 to 99999, got "many"': ["--count", "many"],
    'Cannot read --count: must be a whole number from 1 to 99999, got "100000"': ["--count", "100000"],
    'Cannot read --license: must be some of cc0, pd, by, by-sa, got "by-nc"': ["--license", "by-nc"],
    'Cannot read --contact: must be an e-mail address or a URL, got "me"': ["--contact", "me"],
    'Cannot read --contact: must be an e-mail address or a URL, got "me@x\\r\\ny: z"': ["--contact", "me@x\r\ny: z"],
    "Cannot read --kind: must be one name with --category, got undefined": ["--category", "Lions"],
    'Cannot read --api: must be an http or https URL, got "ftp://x"': ["--api", "ftp://x"],
  };
  for (const [message, args] of Object.entries(wrong)) assertThrows(() => parseCommand(args), TypeError, message);
  assertThrows(() => parseCommand(["--colour", "red"]), TypeError, "--colour");
});

Deno.test("USAGE lists the kinds", () => {
  assertStringIncludes(USAGE, ANIMALS.join());
});

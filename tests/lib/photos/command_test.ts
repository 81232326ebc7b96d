import { assertEquals, assertThrows } from "@std/assert";
import { parseCommand } from "@/lib/photos/command.ts";

Deno.test("parseCommand() reads the options, and all kinds and licences without them", () => {
  const { kinds, count, families, api } = parseCommand([]);
  assertEquals(kinds, ["cat", "dog", "fox", "fish", "alpaca", "bird"]);
  assertEquals([count, families, new URL(api).host], [100, ["cc0", "pd", "by", "by-sa"], "commons.wikimedia.org"]);
  const args = [
    "--kind",
    "dog, CAT",
    "--count=500",
    "--license",
    "by-sa,cc0",
    "--contact",
    "me@paw.example",
    "--check",
  ];
  const command = parseCommand(args);
  assertEquals([command.kinds, command.count, command.families], [["cat", "dog"], 500, ["cc0", "by-sa"]]);
  assertEquals([command.contact, command.check], ["me@paw.example", true]);
  const { categories } = parseCommand(["--kind", "cat", "--category", "Category:Siamese_cats", "--category", "Lions"]);
  assertEquals(categories, ["Siamese cats", "Lions"]);
});

Deno.test("parseCommand() names the option, the required form and the value", () => {
  const wrong: Record<string, string[]> = {
    'Cannot read --kind: must be some of cat, dog, fox, fish, alpaca, bird, got "hamster"': ["--kind", "cat,hamster"],
    'Cannot read --kind: must be some of cat, dog, fox, fish, alpaca, bird, got ""': ["--kind", ""],
    'Cannot read --count: must be a whole number from 1 to 20000, got "many"': ["--count", "many"],
    'Cannot read --count: must be a whole number from 1 to 20000, got "20001"': ["--count", "20001"],
    'Cannot read --license: must be some of cc0, pd, by, by-sa, got "by-nc"': ["--license", "by-nc"],
    'Cannot read --contact: must be an e-mail address or a URL, got "me"': ["--contact", "me"],
    'Cannot read --contact: must be an e-mail address or a URL, got "me@x\\r\\ny: z"': ["--contact", "me@x\r\ny: z"],
    'Cannot read --kind: must be one name with --category, got ""': ["--category", "Lions"],
    'Cannot read --api: must be an http or https URL, got "ftp://x"': ["--api", "ftp://x"],
  };
  for (const [message, args] of Object.entries(wrong)) assertThrows(() => parseCommand(args), TypeError, message);
  assertThrows(() => parseCommand(["--colour", "red"]), TypeError, "--colour");
});

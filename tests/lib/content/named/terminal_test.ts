import { assertEquals } from "@std/assert";
import { toTerminalText } from "@/lib/content/named/terminal.ts";

Deno.test("toTerminalText() has the picture, the description and the address", () => {
  const text = toTerminalText({
    picture: "▀▀\n▀▀\n",
    name: "Ada",
    alt: "a happy grey cat, sitting",
    url: "https://x.example/cat/Ada.png",
  });
  assertEquals(text, "▀▀\n▀▀\n\nAda is a happy grey cat, sitting.\nhttps://x.example/cat/Ada.png\n");
});

Deno.test("toTerminalText() says whose face it shows", () => {
  const text = toTerminalText({
    picture: "",
    name: "Ada",
    alt: "the face of a happy fox",
    url: "/fox/Ada.png?view=face",
  });
  assertEquals(text, "Ada's face: a happy fox.\n/fox/Ada.png?view=face\n");
});

Deno.test("toTerminalText() writes no character of a name that controls the terminal or reorders its text", () => {
  const codes = [
    ...Array.from({ length: 0x20 }, (_, code) => code),
    ...Array.from({ length: 0x21 }, (_, i) => 0x7f + i),
    ...[0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0xd800],
    ...Array.from({ length: 5 }, (_, i) => 0x202a + i),
    ...Array.from({ length: 4 }, (_, i) => 0x2066 + i),
  ];
  for (const code of codes) {
    const text = toTerminalText({
      picture: "",
      name: `a${String.fromCharCode(code)}b`,
      alt: "a cat",
      url: "/cat/a.png",
    });
    assertEquals(text, `a\\u${code.toString(16).padStart(4, "0")}b is a cat.\n/cat/a.png\n`);
  }
});

Deno.test("toTerminalText() names the parents of a family, and writes no control character of theirs", () => {
  const parents = [{ name: "Ada", url: "/cat/Ada" }, { name: "G\u202e", url: "/cat/G%E2%80%AE" }];
  const text = toTerminalText({ picture: "", name: "Ada+G", alt: "a cat", url: "/cat/Ada+G.png", parents });
  const lines = [
    "Ada+G is a cat.",
    "/cat/Ada+G.png",
    "Its parents are Ada and G\\u202e:",
    "/cat/Ada",
    "/cat/G%E2%80%AE",
  ];
  assertEquals(text, `${lines.join("\n")}\n`);
});

Deno.test("toTerminalText() writes names of every language as they are", () => {
  for (const name of ["Ada Lovelace", "Zoë", "عدا", "한", "🐈"]) {
    const text = toTerminalText({ picture: "", name, alt: "a cat", url: "/cat/a.png" });
    assertEquals(text, `${name} is a cat.\n/cat/a.png\n`);
  }
});

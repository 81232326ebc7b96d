import { assertEquals, assertMatch } from "@std/assert";
import { toUserCode } from "@/static/user_code.js";
import { ifInstalled } from "@/tests/programs.ts";

const CODE = toUserCode({ start: "http://paw.example/cat/", query: "?view=face&size=64" });

/** Names with characters that a path, a family or a group would interpret, and the addresses of their pictures. */
const PICTURES = Object.fromEntries(
  Object.entries({
    "Ada Lovelace": "Ada%20Lovelace",
    "a+b": "a%2Bb",
    "a,b": "a%2Cb",
    "a/b": "a%2Fb",
    "Zoë?#%": "Zo%C3%AB%3F%23%25",
  }).map(([name, segment]) => [name, `http://paw.example/cat/${segment}.png?view=face&size=64`]),
);
const NAMES = Object.keys(PICTURES);

/** Runs a program that prints the address of each name. */
async function run(command: string, args: string[]): Promise<void> {
  const { stdout, stderr } = await new Deno.Command(command, { args }).output();
  const decoder = new TextDecoder();
  assertEquals([decoder.decode(stdout).trim().split("\n"), decoder.decode(stderr)], [Object.values(PICTURES), ""]);
}

Deno.test("toUserCode() writes JavaScript that escapes every name", () => {
  const pictureOf = new Function("user", `${CODE.JavaScript} return picture;`);
  assertEquals(NAMES.map((name) => pictureOf({ name })), Object.values(PICTURES));
});

Deno.test("toUserCode() writes no width and height of a picture that may be a photograph", () => {
  assertMatch(toUserCode({ start: "http://paw.example/cat/", query: "" }).HTML!, /^<img alt=/);
});

Deno.test("toUserCode() writes HTML whose script escapes every name", () => {
  const [, script = ""] =
    /^<img width="64" height="64" alt="[^"]+" data-user="[^"]+">\n<script type="module">(.*)<\/script>$/s.exec(
      CODE.HTML!,
    )!;
  const images = NAMES.map((user) => ({ dataset: { user }, src: "" }));
  const document = { querySelectorAll: (selector: string) => selector === "[data-user]" ? images : [] };
  new Function("document", script)(document);
  assertEquals(images.map(({ src }) => src), Object.values(PICTURES));
});

Deno.test(ifInstalled("python3", "toUserCode() writes Python that escapes every name"), async () => {
  const [imported, , assigned] = CODE.Python!.split("\n");
  assertMatch(imported!, /^from urllib\.parse import/);
  const program = [
    "import sys",
    "from types import SimpleNamespace",
    imported,
    "for name in sys.argv[1:]:",
    "  user = SimpleNamespace(name=name)",
    `  ${assigned}`,
    "  print(picture)",
  ];
  await run("python3", ["-c", program.join("\n"), ...NAMES]);
});

Deno.test(ifInstalled("php", "toUserCode() writes PHP that escapes every name"), async () => {
  const program = `foreach (array_slice($argv, 1) as $name) { $user = (object) ["name" => $name]; ${CODE.PHP} ` +
    `echo $picture, "\\n"; }`;
  await run("php", ["-r", program, "--", ...NAMES]);
});

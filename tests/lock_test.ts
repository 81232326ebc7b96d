import { assertEquals } from "@std/assert";
import manifest from "@/deno.json" with { type: "json" };

/** What only developers run. */
const TOOLS = ["lib/content/module/build_animals_module.ts", "lib/images/wasm/build.ts"];

/** Lists the names of everything that the service itself imports. */
function* readImports(folder: string): Generator<string> {
  for (const entry of Deno.readDirSync(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) {
      if (entry.name !== "tests") yield* readImports(path);
    } else if (/\.(tsx?|js)$/.test(entry.name) && !TOOLS.includes(path)) {
      const names = Deno.readTextFileSync(path).matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g);
      for (const [, name = ""] of names) yield name;
    }
  }
}

const imported = [...readImports("lib"), ...readImports("routes")];
const members = manifest.workspace.map((folder) => JSON.parse(Deno.readTextFileSync(`${folder}/deno.json`)).imports);
const imports: Record<string, string> = Object.assign({}, manifest.imports, ...members);
const packages = Object.entries(imports).filter(([, target]) => target.startsWith("npm:"));

// `deno task` downloads every import and every package in the lock file before it runs anything. With the test tools
// among them, a first start took half a minute. That is why they are in "scopes" and in tests/deno.lock.
Deno.test("deno.json imports only what the service uses", () => {
  // The compiler imports the JSX runtime; no file does.
  const isUsed = (entry: string) =>
    entry === "preact/jsx-runtime" ||
    imported.some((name) => entry.endsWith("/") ? name.startsWith(entry) : name === entry);
  const unused = packages.filter(([entry]) => !isUsed(entry));
  assertEquals(unused, [], "test tools belong in the scopes of tests");
});

Deno.test("deno.lock contains what deno.json imports and no test tools", async () => {
  const { specifiers } = JSON.parse(await Deno.readTextFile("deno.lock"));
  const known = packages.map(([, target]) => target.replace(/^npm:\/?((?:@[^/]+\/)?[^/]+).*$/, "npm:$1"));
  assertEquals(
    Object.keys(specifiers).filter((each) => !known.includes(each)),
    [],
    "run `deno task --frozen=false lock`",
  );
});

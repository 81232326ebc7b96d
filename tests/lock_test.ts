import { assertEquals } from "@std/assert";
import manifest from "@/deno.json" with { type: "json" };

/** Every name that the service itself imports. */
function* readImports(folder: string): Generator<string> {
  for (const entry of Deno.readDirSync(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* readImports(path);
    else if (/\.(tsx?|js)$/.test(entry.name) && path !== "lib/images/wasm/build.ts") {
      const names = Deno.readTextFileSync(path).matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g);
      for (const [, name = ""] of names) yield name;
    }
  }
}

const imported = [...readImports("lib"), ...readImports("routes")];
const packages = Object.entries(manifest.imports).filter(([, target]) => target.startsWith("npm:"));

// `deno task` downloads every import and all that the lock file names before it runs anything: with the tools of the
// tests among them a first start took half a minute. They stand in "scopes" and in tests/deno.lock.
Deno.test("deno.json imports only what the service uses", () => {
  // The compiler itself imports the JSX runtime: no file names it.
  const isUsed = (entry: string) =>
    entry === "preact/jsx-runtime" ||
    imported.some((name) => entry.endsWith("/") ? name.startsWith(entry) : name === entry);
  const idle = packages.filter(([entry]) => !isUsed(entry));
  assertEquals(idle, [], "test tools belong into the scope ./tests/");
});

Deno.test("deno.lock names what deno.json imports and no tool of the tests", async () => {
  const { specifiers } = JSON.parse(await Deno.readTextFile("deno.lock"));
  const known = packages.map(([, target]) => target.replace(/^npm:\/?((?:@[^/]+\/)?[^/]+).*$/, "npm:$1"));
  assertEquals(Object.keys(specifiers).filter((each) => !known.includes(each)), [], "run `deno task lock`");
});

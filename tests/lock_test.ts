import { assertEquals } from "@std/assert";
import manifest from "@/deno.json" with { type: "json" };

/** Every text of the service itself, joined: what it imports is named somewhere in it. */
function readSources(folder: string): string {
  let text = "";
  for (const entry of Deno.readDirSync(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) text += readSources(path);
    else if (/\.(tsx?|js)$/.test(entry.name) && path !== "lib/filters/wasm/build.ts") {
      text += Deno.readTextFileSync(path);
    }
  }
  return text;
}

const text = readSources("lib") + readSources("routes");
const packages = Object.entries(manifest.imports).filter(([, target]) => target.startsWith("npm:"));

// `deno task` downloads every import and all that the lock file names before it runs anything: with the tools of the
// tests among them a first start took half a minute. They stand in "scopes" and in tests/deno.lock.
Deno.test("deno.json imports only what the service uses", () => {
  // The compiler itself imports the JSX runtime: no file names it.
  const idle = packages.filter(([name]) => name !== "preact/jsx-runtime" && !text.includes(`"${name}`));
  assertEquals(idle, [], "test tools belong into the scope ./tests/");
});

Deno.test("deno.lock names what deno.json imports and no tool of the tests", async () => {
  const { specifiers } = JSON.parse(await Deno.readTextFile("deno.lock"));
  const known = packages.map(([, target]) => target.replace(/^npm:\/?((?:@[^/]+\/)?[^/]+).*$/, "npm:$1"));
  assertEquals(Object.keys(specifiers).filter((each) => !known.includes(each)), [], "run `deno task lock`");
});

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

// Deno downloads all that the lock file names before it runs anything: test tools in it would make the first start slow.
Deno.test("deno.lock names what the service imports and no tool of the tests", async () => {
  const { specifiers } = JSON.parse(await Deno.readTextFile("deno.lock"));
  const text = readSources("lib") + readSources("routes");
  const imports = Object.entries(manifest.imports).filter(([name]) => text.includes(`"${name}`));
  const used = imports.map(([, target]) => target.replace(/^npm:\/?((?:@[^/]+\/)?[^/]+).*$/, "npm:$1"));
  const strangers = Object.keys(specifiers).filter((specifier) => !used.includes(specifier) && specifier !== jsx());
  assertEquals(strangers, [], "run `deno task lock`");
});

// The compiler itself imports the JSX runtime: no file names it.
function jsx(): string {
  return manifest.imports.preact;
}

// `deno task bench http`: runs one bench. What it measures, and what came out, is in docs/bench.md.
const [name = ""] = Deno.args;
const names = [...Deno.readDirSync(new URL(".", import.meta.url))].map((file) => file.name.replace(".ts", ""))
  .filter((each) => each !== "mod");
if (names.includes(name)) await import(`./${name}.ts`);
else throw new Error(`Cannot run the bench: must be one of ${names.join(", ")}, got "${name}"`);

import { assertEquals } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

/** The layers from the top down. A folder imports only from layers below its own. In the last three, also from beside it. */
const LAYERS: readonly (readonly string[])[] = [
  ["routes"],
  ["lib/services.ts"],
  ["lib/page"],
  ["lib/describe"],
  ["lib/meet", "lib/random", "lib/filters", "lib/lists", "lib/logs", "lib/launcher", "lib/service"],
  ["lib/access", "lib/work", "lib/sources", "lib/log", "lib/status", "lib/process"],
  ["lib/http"],
  ["lib/util", "lib/animals", "lib/images", "lib/fresh", "lib/std"],
];

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Returns the imports of values between files of the project. Types that are imported do not exist at run time. */
async function readImports(): Promise<Import[]> {
  const files = [...await list("lib"), ...await list("routes"), "main.ts"];
  const imports = await Promise.all(files.map(async (from) => {
    const text = await Deno.readTextFile(join(ROOT, from));
    const found = text.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from "([^"]+)"|import\("([^"]+)"\)/gm);
    return [...found].map(([, fixed, lazy]) => ({ from, to: resolve(from, (fixed ?? lazy)!) }));
  }));
  return imports.flat();
}

async function list(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(ROOT, folder))) {
    if (isDirectory) files.push(...await list(`${folder}/${name}`));
    else if (/\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name)) files.push(`${folder}/${name}`);
  }
  return files;
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  const [, name] = /^@pawkit\/(\w+)/.exec(specifier) ?? (/^(fresh)\b/.exec(specifier) ?? []);
  if (name !== undefined) return `lib/${name}/mod.ts`;
  return specifier.startsWith(".") ? join(dirname(from), specifier) : specifier;
}

function layerOf(path: string): { readonly index: number; readonly part: string } | undefined {
  for (const [index, parts] of LAYERS.entries()) {
    const part = parts.find((each) => path === each || path.startsWith(`${each}/`));
    if (part !== undefined) return { index, part };
  }
  return undefined;
}

const imports = await readImports();

Deno.test("imports point down, and no feature imports another", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [above, below] = [layerOf(from), layerOf(to)];
    if (above === undefined || below === undefined || above.part === below.part) return false;
    // Parts of the lowest and the work layer may use each other; features may not.
    const mayBeBeside = above.index === below.index && above.index >= 5;
    return above.index > below.index || (above.index === below.index && !mayBeBeside);
  });
  assertEquals(wrong, []);
});

Deno.test("only app.ts, define.ts and parts of pages import fresh, and packages import nothing of the service", () => {
  const users = imports.filter(({ from, to }) => to.startsWith("lib/fresh/") && from.startsWith("lib/"))
    .map(({ from }) => from).filter((from) => !from.startsWith("lib/fresh/") && !from.endsWith(".tsx"));
  assertEquals([...new Set(users)].sort(), ["lib/app.ts", "lib/define.ts"]);
  const upward = imports.filter(({ from, to }) =>
    /^lib\/(?:fresh|animals|images|std)\//.test(from) && /^lib\//.test(to) &&
    !/^lib\/(?:fresh|animals|images|std)\//.test(to)
  );
  assertEquals(upward, []);
});

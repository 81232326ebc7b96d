import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { SETTINGS } from "@/fresh.config.ts";
import manifest from "@/deno.json" with { type: "json" };

/** The layers of the service, the lowest first. A folder imports from layers below its own, never from a neighbour. */
const LAYERS: readonly (readonly string[])[] = [
  // Packages.
  ["lib/animals", "lib/fresh", "lib/images"],
  // Basics.
  ["lib/std", "lib/text"],
  ["lib/async", "lib/fs"],
  ["lib/http"],
  ["lib/parameters"],
  // Libraries.
  ["lib/sources", "lib/store", "lib/metrics", "lib/process", "lib/logging"],
  ["lib/workers"],
  // The settings, and what in lib/process reads them.
  ["fresh.config.ts"],
  ["lib/process/private_settings.ts"],
  ["lib/process/permissions.ts"],
  ["lib/process/start.ts"],
  // Features.
  ["lib/access", "lib/content", "lib/files", "lib/filters", "lib/launcher"],
  // The program of the operator: it writes what lib/files reads.
  ["lib/blocklist"],
  // Descriptions of the features, for people and programs.
  ["lib/operator"],
  ["lib/endpoints"],
  ["lib/page/layout", "lib/page/parts"],
  ["lib/page/OperatorPage.tsx", "lib/page/animal", "lib/page/docs", "lib/page/errors", "lib/page/landing"],
  ["lib/page/search"],
  // Wiring.
  ["lib/services.ts"],
  ["lib/define.ts"],
  ["lib/app.ts"],
  ["lib/run.ts"],
  ["routes"],
  ["main.ts"],
];

/** Programs: only they load the settings from the environment. */
const PROGRAMS = [
  "main.ts",
  "lib/blocklist/main.ts",
  "lib/process/start.ts",
];

/** The packages of the workspace, by folder. */
const PACKAGES = manifest.workspace.map((folder): Package => {
  return { folder: join(folder), ...JSON.parse(Deno.readTextFileSync(`${folder}/deno.json`)) };
});

interface Package {
  readonly folder: string;
  readonly name: string;
  /** Files by name: `./probe` is imported as `@pawkit/images/probe`. */
  readonly exports: Readonly<Record<string, string>>;
}

/** The exports of all packages: files by the name with which they are imported. */
const EXPORTS = new Map(PACKAGES.flatMap(({ folder, name, exports }) => {
  return Object.entries(exports).map(([path, file]) => [join(name, path), join(folder, file)]);
}));

interface Import {
  readonly from: string;
  /** As it is written. */
  readonly name: string;
  readonly to: string;
  readonly isType: boolean;
  /** Whether it is a dynamic import, loaded only when it is needed. */
  readonly isDynamic: boolean;
}

function* walk(path: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(path)) {
    if (isDirectory) yield* walk(`${path}/${name}`);
    else if (/\.(tsx?|js)$/.test(name)) yield `${path}/${name}`;
  }
}

const FOUND = ["main.ts", "fresh.config.ts", ...walk("lib"), ...walk("routes"), ...walk("tests")];
const TESTS = FOUND.filter((path) => /(^|\/)tests\//.test(path));
const FILES = FOUND.filter((path) => !TESTS.includes(path));
/** The scripts of the pages. */
const SCRIPTS = [...walk("static")];
const TEXTS = new Map([...FOUND, ...SCRIPTS].map((path) => [path, Deno.readTextFileSync(path)]));
const IMPORTS = FILES.flatMap(readImports);

function readImports(from: string): Import[] {
  const statements = /^(?:import|export)\b(\s+type\b)?(?:[^;"]*?\sfrom)?\s*"([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return [...(TEXTS.get(from) ?? "").matchAll(statements)].map(([, type, fixed, dynamic]) => {
    const name = fixed ?? dynamic ?? "";
    return { from, name, to: resolve(from, name), isType: type !== undefined, isDynamic: dynamic !== undefined };
  });
}

function resolve(from: string, name: string): string {
  if (name.startsWith("@/")) return name.slice(2);
  if (!name.startsWith(".")) return EXPORTS.get(name) ?? name;
  const path = join(dirname(from), name);
  // AssemblyScript omits the extension.
  return path.endsWith(".as") ? `${path}.ts` : path;
}

function packageOf(path: string): Package | undefined {
  return PACKAGES.find(({ folder }) => path.startsWith(`${folder}/`));
}

function partOf(path: string): string | undefined {
  const parts = LAYERS.flat();
  return parts.find((part) => path === part) ?? parts.find((part) => path.startsWith(`${part}/`));
}

function levelOf(part: string): number {
  return LAYERS.findIndex((layer) => layer.includes(part));
}

function list(imports: readonly Import[]): string[] {
  return imports.map(({ from, to }) => `${from} → ${to}`);
}

/** Returns the files that match a pattern, except those in which it is allowed. */
function filesWith(pattern: RegExp, allowed: readonly string[] = []): string[] {
  return FILES.filter((path) => !allowed.includes(path) && pattern.test(TEXTS.get(path) ?? ""));
}

Deno.test("every file of lib/ and routes/ belongs to a layer, and every import exists", () => {
  assertEquals(FILES.filter((path) => partOf(path) === undefined), []);
  assertEquals(IMPORTS.filter(({ to }) => /^(lib|routes)\//.test(to) && /\.tsx?$/.test(to) && !TEXTS.has(to)), []);
});

Deno.test("imports point to lower layers only, so that features do not depend on each other", () => {
  const wrong = IMPORTS.filter(({ from, to }) => {
    const [part, target] = [partOf(from), partOf(to)];
    if (part === undefined || target === undefined || part === target) return false;
    return levelOf(target) >= levelOf(part);
  });
  assertEquals(list(wrong), []);
});

Deno.test("the service imports nothing of the program that generates block lists", () => {
  const isProgram = (path: string) => partOf(path) === "lib/blocklist";
  assertEquals(list(IMPORTS.filter(({ from, to }) => isProgram(to) && !isProgram(from))), []);
});

Deno.test("there are no import cycles, not even for types, and none in static/", () => {
  const targets = Map.groupBy([...IMPORTS, ...SCRIPTS.flatMap(readImports)], ({ from }) => from);
  const reaches = (start: string) => {
    const seen = new Set<string>();
    const waiting = [start];
    for (const path of waiting) {
      for (const { to } of targets.get(path) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        waiting.push(to);
      }
    }
    return seen.has(start);
  };
  assertEquals([...FILES, ...SCRIPTS].filter((path) => reaches(path)), []);
});

Deno.test("a package imports nothing from the service, and its tests only what finds programs and other packages", () => {
  const wrong = [...IMPORTS, ...TESTS.flatMap(readImports)].filter(({ from, name, to }) => {
    if (packageOf(from) === undefined || packageOf(to) === packageOf(from)) return false;
    return TEXTS.has(to) && !(TESTS.includes(from) && (to === "tests/programs.ts" || EXPORTS.has(name)));
  });
  assertEquals(list(wrong), []);
});

Deno.test("the service imports of a package only its exports, by name, and its tests also helpers of its tests", () => {
  const wrong = [...IMPORTS, ...TESTS.flatMap(readImports)].filter(({ from, name, to }) => {
    if (packageOf(to) === undefined || packageOf(to) === packageOf(from) || EXPORTS.has(name)) return false;
    return !(TESTS.includes(from) && TESTS.includes(to));
  });
  assertEquals(list(wrong), []);
});

Deno.test("lib/animals runs in a browser, and a name has the same animal everywhere and always", () => {
  const isAnimal = (path: string) => path.startsWith("lib/animals/");
  assertEquals(list(IMPORTS.filter(({ from, to }) => isAnimal(from) && !isAnimal(to))), []);
  assertEquals(filesWith(/\bDeno\.|\bDate\b|\bMath\.random\b/).filter(isAnimal), []);
  // Engines compute powers and the other functions of Math with different precision.
  const imprecise = /\bMath\.(?!(PI|abs|ceil|floor|imul|max|min|round|sqrt)\b)|[\w)\]] ?\*\*/;
  assertEquals(filesWith(imprecise).filter(isAnimal), []);
  // These depend on the version of Unicode or on the language. Only the signs of errors wrap texts.
  const variable = /\\[swp]|\.trim|toLocale|localeCompare|\bIntl\b/i;
  assertEquals(filesWith(variable, ["lib/animals/wrap_text.ts"]).filter(isAnimal), []);
});

Deno.test('"fresh" and "fresh/runtime" are the exports of lib/fresh', () => {
  const { fresh, "fresh/runtime": runtime } = manifest.imports;
  assertEquals([fresh, runtime].map((path) => join(path)), [
    EXPORTS.get("@pawkit/fresh"),
    EXPORTS.get("@pawkit/fresh/runtime"),
  ]);
});

// Deno 2.9.5 panics when a WebAssembly module that two files import by source is imported once more.
Deno.test("only lib/images/wasm imports WebAssembly modules", () => {
  assertEquals(filesWith(/^import source /m).filter((path) => !path.startsWith("lib/images/wasm/")), []);
});

/** Packages that take long to load and are not needed for the first response of a process. */
const SLOW = /^(zod|tldts|ipaddr\.js|ioredis|imagescript|icodec\/.*|@jsquash\/.*|node:(https?|zlib|crypto))$/;

Deno.test("the start loads no slow package that the first response does not need", () => {
  const loaded = new Set(["main.ts", ...FILES.filter((path) => path.startsWith("routes/"))]);
  const started: Import[] = [];
  for (const path of loaded) {
    for (const each of IMPORTS.filter(({ from, isType, isDynamic }) => from === path && !isType && !isDynamic)) {
      started.push(each);
      loaded.add(each.to);
    }
  }
  assertEquals(list(started.filter(({ to }) => SLOW.test(to))), []);
});

Deno.test("only routes/, lib/app.ts, lib/define.ts and pages import the framework, by its published names", () => {
  const wrong = IMPORTS.filter(({ from, to }) => {
    if (from.startsWith("lib/fresh/")) return false;
    const isPage = from.startsWith("lib/page/") && to === "fresh/runtime";
    // Functions that have nothing to do with the framework.
    if (to === EXPORTS.get("@pawkit/fresh/path")) return false;
    const isAllowed = ["main.ts", "lib/app.ts", "lib/define.ts"].includes(from) || from.startsWith("routes/") || isPage;
    return to.startsWith("lib/fresh/") || (/^fresh(\/|$)/.test(to) && !isAllowed);
  });
  assertEquals(list(wrong), []);
});

Deno.test("settings are passed in: only programs and lib/services.ts import them, other files only their types", () => {
  const wrong = IMPORTS.filter(({ from, to, isType }) => {
    return to === "fresh.config.ts" && !isType && !PROGRAMS.includes(from) && from !== "lib/services.ts";
  });
  assertEquals(list(wrong), []);
});

Deno.test("only fresh.config.ts reads the environment, and no file writes to the console", () => {
  assertEquals(filesWith(/\bDeno\.env\b|\bprocess\.env\b/, ["fresh.config.ts", "lib/process/permissions.ts"]), []);
  assertEquals(filesWith(/\bconsole\.\w+\(/), []);
});

Deno.test("routes only read the request, call a feature and respond", () => {
  const routes = filesWith(/\btry \{|\bfetch\(|\bDeno\./, ["routes/_middleware.ts"]).filter((path) =>
    path.startsWith("routes/")
  );
  assertEquals(routes, []);
});

Deno.test("no line of a comment has more than 120 characters", () => {
  const long = [...FILES, ...SCRIPTS].flatMap((path) => {
    const lines = TEXTS.get(path)!.split("\n");
    // Lines of code may be longer: only a string makes them so, because the formatter wraps the others.
    return lines.filter((line) => line.length > 120 && /^\s*(\/\*\*|\*|\/\/)/.test(line)).map((line) =>
      `${path}: ${line}`
    );
  });
  assertEquals(long, []);
});

Deno.test("types are checked everywhere", () => {
  assertEquals(filesWith(/@ts-(ignore|expect-error|nocheck)|\bas any\b|: any\b(?! \w)/), []);
});

Deno.test("every setting has an effect: it is read, or another value of the config follows from it", () => {
  const isUsed = (name: string) =>
    FILES.some((path) => new RegExp(`\\b${name}\\b`).test(TEXTS.get(path)!) && path !== "fresh.config.ts") ||
    TEXTS.get("fresh.config.ts")!.includes(`values.${name}`);
  assertEquals(Object.keys(SETTINGS).filter((name) => !isUsed(name)), []);
});

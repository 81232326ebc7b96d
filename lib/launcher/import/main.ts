// `deno task launcher owner/repo`. Only this file of the feature reads the environment and writes to the terminal.
// deno-lint-ignore-file no-console
import { parseArgs } from "node:util";
import { fromFileUrl, join } from "@std/path";
import { parseDocument, type WrittenDocument } from "@/lib/launcher/document.ts";
import { loadReleases } from "@/lib/launcher/import/github.ts";
import { mergeReleases } from "@/lib/launcher/import/merge.ts";
import { ifExists, replaceFile } from "@/lib/util/fs.ts";
import { escapeUnsafe, messageOf } from "@/lib/util/text.ts";

const USAGE = `Writes the releases of a GitHub repository into data/launcher.json.

  deno task launcher owner/repo

"assets" in data/launcher.json says which file of a release belongs to which application:

  { "assets": { "launcher": "setup-*.exe", "reshade": "reshade-*.zip" } }

  GITHUB_TOKEN    raises GitHub's limit of requests, and may read private repositories
  GITHUB_API_URL  another server than https://api.github.com
`;

/** What the task gets from its process; tests pass their own. */
export interface TaskOptions {
  readonly args: string[];
  readonly env: Pick<Deno.Env, "get">;
  /** The folder of the operator's data. */
  readonly dataFolder: string;
  readonly print: (line: string) => void;
}

/** Runs the task. @throws {Error} if anything goes wrong. Nothing is written then. */
export async function run({ args, env, dataFolder, print }: TaskOptions): Promise<void> {
  const { values: { help }, positionals: [repository = ""] } = parseArgs({
    args,
    options: { help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (help) return print(USAGE);
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new TypeError(`must be owner/repo, got "${repository}"`);
  const path = join(dataFolder, "launcher.json");
  const text = (await ifExists(Deno.readTextFile(path)) ?? "{}").replace(/^\ufeff/, "");
  parseDocument(text, path);
  const releases = await loadReleases(repository, {
    apiUrl: (env.get("GITHUB_API_URL") || "https://api.github.com").replace(/\/+$/, ""),
    token: env.get("GITHUB_TOKEN") || undefined,
  });
  const document: WrittenDocument = JSON.parse(text);
  const merged = JSON.stringify(mergeReleases(document, releases, { now: new Date(), report: print }), null, 2);
  // The service would refuse a document that is not valid.
  parseDocument(merged, path);
  await replaceFile(path, `${merged}\n`);
  print(`Wrote ${path}: GitHub has ${releases.length} releases`);
}

/** Prints lines, which may contain what GitHub sent. */
function print(text: string): void {
  console.log(text.split("\n").map(escapeUnsafe).join("\n"));
}

if (import.meta.main) {
  const dataFolder = fromFileUrl(new URL("../../../data", import.meta.url));
  try {
    await run({ args: Deno.args, env: Deno.env, dataFolder, print });
  } catch (error) {
    console.error(escapeUnsafe(`Cannot import releases: ${messageOf(error)}`));
    Deno.exitCode = 1;
  }
}

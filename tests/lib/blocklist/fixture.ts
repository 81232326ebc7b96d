import { join } from "@std/path";
import { build, type BuildOptions } from "@/lib/blocklist/build.ts";
import { type BlocklistConfig, loadListConfig } from "@/lib/blocklist/config.ts";
import type { BuildReport } from "@/lib/blocklist/report.ts";
import { createProgress } from "@/lib/blocklist/progress.ts";

/** A folder with sources, an allow list and a configuration, and a folder for the generated lists. */
export interface Workshop {
  readonly folder: string;
  readonly out: string;
  /** Writes a source or the allow list. */
  readonly source: (name: string, text: string) => Promise<void>;
  /** Writes the configuration and runs the generator. */
  readonly run: (options?: Partial<BuildOptions>, change?: Partial<BlocklistConfig>) => Promise<BuildReport>;
  /** Reads a generated file. */
  readonly read: (path: string) => Promise<string>;
}

/** The time of a build, unless a test chooses another: 2026-01-02T03:04:05Z. */
export const NOW = 1_767_323_045_000;

/** The sources of a workshop, unless a test writes others. */
export const A = "0.0.0.0 ads.example.com\n0.0.0.0 z.ads.example.com\n||tracker.net^\nads.example.com\n1.2.3.4\n";
export const B = "münchen-ads.de\nsub.tracker.net\nco.uk\ngood.tracker.net\n";

const SOURCE_A = { id: "a", title: "Source A", from: "a.txt", license: "MIT" };
const LIST_ONE = { name: "one", title: "One", description: "A alone", sources: ["a"] };

/** What makes a build half as long, for tests that need only one list: its files take most of the time. */
export const ONLY_A = { sources: [SOURCE_A], lists: [LIST_ONE] };

/** Creates a workshop for one test and removes it afterwards. */
export async function withWorkshop(use: (workshop: Workshop) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const out = join(folder, "out");
  const source = (name: string, text: string) => Deno.writeTextFile(join(folder, name), text);
  try {
    await source("a.txt", A);
    await source("b.txt", B);
    await source("allow.txt", "");
    await use({
      folder,
      out,
      source,
      run: async (options = {}, change = {}) =>
        build({
          config: await configure(folder, change),
          folder: out,
          force: false,
          fetch,
          now: () => NOW,
          progress: createProgress(() => {}, undefined),
          ...options,
        }),
      read: (path) => Deno.readTextFile(join(out, path)),
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns the entries of a list, without its header. */
export function entriesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !/^([#!;[$@ ]|server:)/.test(line) || line.startsWith("@@"));
}

async function configure(folder: string, change: Partial<BlocklistConfig>): Promise<BlocklistConfig> {
  const config = {
    license: "MIT",
    homepage: "https://lists.example/",
    expires: "4 days",
    allow: ["allow.txt"],
    sources: [
      SOURCE_A,
      { id: "b", title: "Source B", from: "b.txt", license: "MIT" },
    ],
    lists: [
      LIST_ONE,
      { name: "two", title: "Two", description: "A and B", sources: ["a", "b"] },
    ],
    ...change,
  };
  await Deno.writeTextFile(join(folder, "config.json"), JSON.stringify(config));
  return await loadListConfig(join(folder, "config.json"));
}

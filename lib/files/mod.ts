import { Checksums } from "@/lib/files/checksums.ts";
import { LineCounts } from "@/lib/files/line_counts.ts";
import { Root } from "@/lib/files/root.ts";

export { answerCache } from "@/lib/files/cache.ts";
export { answerGenerated } from "@/lib/files/generated.ts";
export { answerLogs } from "@/lib/files/logs.ts";

/** What the file endpoints ask about block lists; the block list capability is handed in as this. */
export interface Lists {
  /** The number of entries of a list with this very content, or `undefined` for another file. */
  countEntries(path: string, sha256: string): Promise<number | undefined>;
  /** A host name in its one spelling, or `undefined` for what is none. */
  parseDomain(text: string): string | undefined;
  /** Which lists below a path, and which of their sources, contain a domain. */
  explain(domain: string, path: string): Promise<object>;
}

/** What the file endpoints are made from. */
export interface FilesOptions {
  readonly generatedDir: string;
  readonly logsDir: string;
  /** Loads what answers questions about the lists, when the first one is asked. */
  readonly loadLists: () => Promise<Lists>;
  /** What stands before a path in a public URL of this service. */
  readonly originOf: (req: Request) => string;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

/** The two roots and what is remembered of their files. */
export interface Files {
  readonly generated: { readonly root: Root; readonly checksums: Checksums };
  readonly logs: { readonly root: Root; readonly checksums: Checksums; readonly lineCounts: LineCounts };
  readonly loadLists: () => Promise<Lists>;
  readonly originOf: (req: Request) => string;
}

/** Makes the file endpoints' memory; nothing is opened before the first request. */
export function createFiles(options: FilesOptions): Files {
  const checksums = new Checksums(options.now === undefined ? {} : { now: options.now });
  return {
    generated: { root: new Root(options.generatedDir), checksums },
    logs: { root: new Root(options.logsDir), checksums, lineCounts: new LineCounts() },
    loadLists: options.loadLists,
    originOf: options.originOf,
  };
}

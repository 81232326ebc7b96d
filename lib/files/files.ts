import type { HttpContext } from "@/lib/http/request_state.ts";
import { Checksums } from "@/lib/files/checksums.ts";
import { LineCounts } from "@/lib/files/line_counts.ts";
import { Root } from "@/lib/files/root.ts";

/** What the file endpoints need to know about block lists. An interface, so that lib/blocklist is not imported. */
export interface Lists {
  /** Returns the number of entries of a list with exactly this content, or `undefined` for any other file. */
  countEntries(path: string, sha256: string): Promise<number | undefined>;
  /** Returns the lists below a path, and their sources, that contain a domain. @throws {ApiError} `invalid_parameter` */
  explain(domain: string, path: string): Promise<object>;
}

/** Options of {@linkcode createFiles}. */
export interface FilesOptions {
  readonly generatedDir: string;
  readonly logsDir: string;
  /** Loads the block lists on the first request that needs them. */
  readonly loadLists: () => Promise<Lists>;
  /** Returns the origin of this service's public URLs. */
  readonly originOf: (ctx: HttpContext) => string;
}

/** The two served folders, with the cached checksums and line counts of their files. */
export interface Files extends Pick<FilesOptions, "loadLists" | "originOf"> {
  readonly generated: { readonly root: Root; readonly checksums: Checksums };
  readonly logs: { readonly root: Root; readonly checksums: Checksums; readonly lineCounts: LineCounts };
}

/** Creates the state of the file endpoints; nothing is opened before the first request. */
export function createFiles({ generatedDir, logsDir, loadLists, originOf }: FilesOptions): Files {
  return {
    generated: { root: new Root(generatedDir), checksums: new Checksums() },
    logs: { root: new Root(logsDir), checksums: new Checksums(), lineCounts: new LineCounts() },
    loadLists,
    originOf,
  };
}

import { Checksums } from "@/lib/files/checksums.ts";
import { LineCounts } from "@/lib/files/line_counts.ts";
import { ServedFolder } from "@/lib/files/served_folder.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import type { AddressOptions } from "@/lib/http/request_url.ts";

/** What the file endpoints need to know about block lists. An interface, so that lib/blocklist is not imported. */
export interface Lists {
  /** Returns the number of entries of a list with exactly this content, or `undefined` for any other file. */
  countEntries(path: string, sha256: string): Promise<number | undefined>;
  /**
   * Returns the lists below a path, and their sources, that contain a domain. @throws {ApiError} `invalid_parameter`
   */
  explain(domain: string, path: string): Promise<object>;
}

/** Options of {@linkcode createFiles}. */
export interface FilesOptions {
  readonly generatedDir: string;
  readonly logsDir: string;
  /** Loads the block lists on the first request that needs them. */
  readonly loadLists: () => Promise<Lists>;
  /** What the origin of this service's public URLs follows from. */
  readonly address: AddressOptions;
  /** Takes points from the client, besides the one of the request. @throws {ApiError} if it has too few. */
  readonly take: (ctx: HttpContext, points: number) => void;
}

/** The two served folders, and the cached checksums and line counts of their files. */
export interface Files extends Pick<FilesOptions, "loadLists" | "address" | "take"> {
  readonly generated: ServedFolder;
  readonly logs: ServedFolder;
  readonly checksums: Checksums;
  readonly lineCounts: LineCounts;
}

/** Creates the state of the file endpoints; nothing is opened before the first request. */
export function createFiles({ generatedDir, logsDir, ...others }: FilesOptions): Files {
  return {
    ...others,
    generated: new ServedFolder(generatedDir),
    logs: new ServedFolder(logsDir),
    checksums: new Checksums(),
    lineCounts: new LineCounts(),
  };
}

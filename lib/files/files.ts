import { LRUCache } from "lru-cache";
import { lazy } from "@/lib/async/lazy.ts";
import { Checksums } from "@/lib/files/checksums.ts";
import { LineCounts } from "@/lib/files/line_counts.ts";
import type { ListLookup } from "@/lib/files/lists/lookup.ts";
import { ServedFolder } from "@/lib/files/served_folder.ts";
import type { AddressOptions } from "@/lib/http/request_url.ts";
import type { MemoryBudget } from "@/lib/workers/memory.ts";
import { Slots } from "@/lib/workers/slots.ts";
import type { WaitingRoom } from "@/lib/workers/waiting_room.ts";

/** What the file endpoints need to know about block lists. */
export type Lists = Pick<ListLookup, "countEntries" | "explain">;

/** Options of {@linkcode createFiles}. */
export interface FilesOptions {
  readonly generatedDir: string;
  readonly logsDir: string;
  /** What the origin of this service's public URLs follows from. */
  readonly address: AddressOptions;
  /** The memory in which files are sent. */
  readonly memory: MemoryBudget;
  /** Where requests wait. */
  readonly room: WaitingRoom;
}

/** The two served folders, and the cached checksums and line counts of their files. */
export interface Files extends Pick<FilesOptions, "address" | "memory"> {
  /** Loads the look-up with the first request that needs it. */
  readonly loadLists: () => Promise<Lists>;
  readonly generated: ServedFolder;
  readonly logs: ServedFolder;
  readonly checksums: Checksums;
  /** The checksums of all files in a folder, by its path. */
  readonly folderSums: LRUCache<string, Promise<Record<string, string>>>;
  readonly lineCounts: LineCounts;
  /** Of each client, one file at a time becomes JSON. That takes the main thread up to 15 ms for each. */
  readonly jsonSlots: Slots;
}

/** How long a file waits to become JSON. */
const MAX_JSON_WAIT_MS = 10_000;

/** How long the checksums of a folder are used again: to look at each of thirty files takes the main thread 3 ms. */
const FOLDER_MS = 1000;

/** Maximum number of folders whose checksums are used again. */
const MAX_FOLDERS = 64;

/** Creates the state of the file endpoints; nothing is opened before the first request. */
export function createFiles({ generatedDir, logsDir, address, memory, room }: FilesOptions): Files {
  return {
    address,
    memory,
    loadLists: lazy(async () => {
      const { ListLookup } = await import("@/lib/files/lists/lookup.ts");
      return new ListLookup(generatedDir);
    }),
    generated: new ServedFolder(generatedDir),
    logs: new ServedFolder(logsDir),
    checksums: new Checksums(),
    // Without the resolution, the cache would start a timer at each request.
    folderSums: new LRUCache({ max: MAX_FOLDERS, ttl: FOLDER_MS, ttlResolution: 0 }),
    lineCounts: new LineCounts(),
    jsonSlots: new Slots({ max: 1, waitMs: MAX_JSON_WAIT_MS, room }),
  };
}

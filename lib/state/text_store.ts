import { ifExists } from "@/lib/fs/if_exists.ts";
import { replaceFile } from "@/lib/fs/replace_file.ts";

/** Stores one text so that it survives a restart of the process. */
export interface TextStore {
  /** Returns the text that was saved last, or `undefined` if there is none. */
  load(): Promise<string | undefined>;
  /** Saves a text and replaces the previous one. */
  save(text: string): Promise<void>;
}

/** Stores the text in a file that is replaced atomically: a crash in mid-write leaves the old text intact. */
export function createFileTextStore(path: string): TextStore {
  return {
    load: () => ifExists(Deno.readTextFile(path)),
    save: (text) => replaceFile(path, text),
  };
}

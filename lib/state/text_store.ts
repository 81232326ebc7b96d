import { dirname } from "@std/path";
import { ifExists } from "@/lib/async/if_exists.ts";

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
    async save(text) {
      await Deno.mkdir(dirname(path), { recursive: true });
      // The name has the process id because two processes that share the directory must not write into one file.
      const draft = `${path}.${Deno.pid}.tmp`;
      await Deno.writeTextFile(draft, text);
      await Deno.rename(draft, path);
    },
  };
}

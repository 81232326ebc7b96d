import { dirname } from "@std/path";

/** Where the last good data outlives the process. */
export interface TextStore {
  /** What was saved last, or `undefined` when there is nothing. */
  load(): Promise<string | undefined>;
  /** Keeps a text in place of the one before. */
  save(text: string): Promise<void>;
}

/** Keeps the state in a file, replaced at once: a crash half way leaves the old one whole. */
export function createFileTextStore(path: string): TextStore {
  return { load: () => loadText(path), save: (text) => saveText(path, text) };
}

async function loadText(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function saveText(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  // Its own name for every process: two that share the folder must not write into one file.
  const draft = `${path}.${Deno.pid}.tmp`;
  await Deno.writeTextFile(draft, text);
  await Deno.rename(draft, path);
}

import { ifExists } from "@/lib/fs/if_exists.ts";
import { replaceFile } from "@/lib/fs/replace_file.ts";
import { openKv } from "@/lib/store/kv_store.ts";

/** Stores one text so that it survives a restart of the process. */
export interface TextStore {
  /** Returns the text that was saved last, or `undefined` if there is none. */
  load(): Promise<string | undefined>;
  /** Saves a string and replaces the previous one. */
  save(text: string): Promise<void>;
}

/** Options of {@linkcode createTextStore}. */
export interface TextStoreOptions {
  /** Deno KV for `kv:` or `kv:<path>`; with any other the text is stored in `file`. */
  readonly stateUrl: string;
  readonly file: string;
  /** The key in Deno KV. */
  readonly key: Deno.KvKey;
}

/** Creates the store that `STATE_URL` asks for: Deno KV is for hosts without a persistent disk. */
export function createTextStore({ stateUrl, file, key }: TextStoreOptions): TextStore {
  if (stateUrl.startsWith("kv:")) return createKvTextStore(key, () => openKv(stateUrl));
  // The file is replaced atomically: a crash in mid-write leaves the old text intact.
  return { load: () => ifExists(Deno.readTextFile(file)), save: (text) => replaceFile(file, text) };
}

/** Bytes in one part: Deno KV accepts values of up to 64 KiB. */
const PART_BYTES = 60_000;

/** A stored version of the text. The keys of its parts are the key of the text, this id, and a number. */
interface Edition {
  readonly id: string;
  readonly parts: number;
}

/** Stores the text in Deno KV. Every call opens and closes the database, because it is saved a few times an hour. */
export function createKvTextStore(key: Deno.KvKey, open: () => Promise<Deno.Kv>): TextStore {
  return {
    async load() {
      using kv = await open();
      const { value } = await kv.get<Edition>(key);
      if (value === null) return undefined;
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for (const partKey of toPartKeys(key, value)) {
        const part = await kv.get<Uint8Array<ArrayBuffer>>(partKey);
        if (part.value === null) throw new TypeError(`Cannot load the text: part ${parts.length} is missing`);
        parts.push(part.value);
      }
      const stream = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
      return await new Response(stream).text();
    },
    async save(text) {
      const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
      const bytes = await new Response(stream).bytes();
      const edition = { id: crypto.randomUUID(), parts: Math.ceil(bytes.length / PART_BYTES) };
      using kv = await open();
      const { value: old } = await kv.get<Edition>(key);
      try {
        for (const [i, partKey] of toPartKeys(key, edition).entries()) {
          await kv.set(partKey, bytes.slice(i * PART_BYTES, (i + 1) * PART_BYTES));
        }
        // Only now, so that the current edition is always complete.
        await kv.set(key, edition);
      } finally {
        // After an error the new edition is deleted, unless it became the current one all the same.
        const { value: current } = await kv.get<Edition>(key);
        const unused = [old, edition].filter((each) => each !== null).filter(({ id }) => id !== current?.id);
        for (const partKey of unused.flatMap((each) => toPartKeys(key, each))) await kv.delete(partKey);
      }
    },
  };
}

function toPartKeys(key: Deno.KvKey, { id, parts }: Edition): Deno.KvKey[] {
  return Array.from({ length: parts }, (_, i) => [...key, id, i]);
}

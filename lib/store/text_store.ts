import { ifExists } from "@/lib/fs/if_exists.ts";
import { replaceFile } from "@/lib/fs/replace_file.ts";
import { openKv, retry } from "@/lib/store/kv_store.ts";
import { parseStateUrl } from "@/lib/store/state_url.ts";

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
  if (parseStateUrl(stateUrl).engine === "kv") return createKvTextStore(key, () => openKv(stateUrl));
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
      using kv = await retry(open);
      let { value: edition } = await retry(() => kv.get<Edition>(key));
      while (edition !== null) {
        const parts = await loadParts(kv, toPartKeys(key, edition));
        const found = parts.filter((part) => part !== null);
        if (found.length === parts.length) {
          const stream = new Blob(found).stream().pipeThrough(new DecompressionStream("gzip"));
          return await new Response(stream).text();
        }
        // Another instance deletes them as soon as it has saved the next edition.
        const { value: current } = await retry(() => kv.get<Edition>(key));
        if (current?.id === edition.id) {
          throw new TypeError(`Cannot load the text: part ${parts.indexOf(null)} is missing`);
        }
        edition = current;
      }
      return undefined;
    },
    async save(text) {
      const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
      const bytes = await new Response(stream).bytes();
      const edition = { id: crypto.randomUUID(), parts: Math.ceil(bytes.length / PART_BYTES) };
      using kv = await retry(open);
      let old: Edition | null = null;
      try {
        for (const [i, partKey] of toPartKeys(key, edition).entries()) {
          await retry(() => kv.set(partKey, bytes.slice(i * PART_BYTES, (i + 1) * PART_BYTES)));
        }
        // Only now, so that the current edition is always complete. Again if another instance replaced the old one
        // first, so that every edition is deleted by the instance that replaced it.
        for (let isSaved = false; !isSaved;) {
          const entry = await retry(() => kv.get<Edition>(key));
          old = entry.value;
          isSaved = (await retry(() => kv.atomic().check(entry).set(key, edition).commit())).ok;
        }
      } finally {
        // After an error the new edition is deleted, unless it became the current one all the same.
        const { value: current } = await retry(() => kv.get<Edition>(key));
        const unused = [old, edition].filter((each) => each !== null).filter(({ id }) => id !== current?.id);
        for (const partKey of unused.flatMap((each) => toPartKeys(key, each))) await retry(() => kv.delete(partKey));
      }
    },
  };
}

async function loadParts(kv: Deno.Kv, keys: readonly Deno.KvKey[]): Promise<(Uint8Array<ArrayBuffer> | null)[]> {
  const parts: (Uint8Array<ArrayBuffer> | null)[] = [];
  for (const key of keys) parts.push((await retry(() => kv.get<Uint8Array<ArrayBuffer>>(key))).value);
  return parts;
}

function toPartKeys(key: Deno.KvKey, { id, parts }: Edition): Deno.KvKey[] {
  return Array.from({ length: parts }, (_, i) => [...key, id, i]);
}

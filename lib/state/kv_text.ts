import { openKv } from "@/lib/state/open_kv.ts";
import type { TextStore } from "@/lib/state/text_store.ts";

/** The key of the current {@linkcode Edition}. Its parts have longer keys: the id of the edition and a number follow. */
const KEY = ["pawkit", "launcher"];

/** Bytes in one part: Deno KV accepts values of up to 64 KiB. */
const PART_BYTES = 60_000;

/** A stored version of the text. */
interface Edition {
  readonly id: string;
  readonly parts: number;
}

/**
 * Stores the text in Deno KV, for hosts without a persistent disk: in the file `path`, or in the database of this
 * deployment. The database is opened and closed by every call, because there are only four an hour.
 */
export function createKvTextStore(path: string | undefined): TextStore {
  return {
    async load() {
      using kv = await openKv(path);
      const { value } = await kv.get<Edition>(KEY);
      if (value === null) return undefined;
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for (let i = 0; i < value.parts; i++) {
        const part = await kv.get<Uint8Array<ArrayBuffer>>([...KEY, value.id, i]);
        if (part.value === null) throw new TypeError(`Cannot load the launcher's state: part ${i} is missing`);
        parts.push(part.value);
      }
      const stream = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
      return await new Response(stream).text();
    },
    // The new edition is complete before it becomes the current one, and the old one is deleted last.
    async save(text) {
      const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
      const bytes = await new Response(stream).bytes();
      const edition = { id: crypto.randomUUID(), parts: Math.ceil(bytes.length / PART_BYTES) };
      using kv = await openKv(path);
      for (let i = 0; i < edition.parts; i++) {
        await kv.set([...KEY, edition.id, i], bytes.slice(i * PART_BYTES, (i + 1) * PART_BYTES));
      }
      const { value: old } = await kv.get<Edition>(KEY);
      await kv.set(KEY, edition);
      for (let i = 0; i < (old?.parts ?? 0); i++) await kv.delete([...KEY, old?.id ?? "", i]);
    },
  };
}

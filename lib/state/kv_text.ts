import { openKv } from "@/lib/state/open_kv.ts";
import type { TextStore } from "@/lib/state/text_store.ts";

/** Where the state lies; the parts follow under the id of their edition. */
const KEY = ["pawkit", "launcher"];

/** Bytes in one part: Deno KV takes values of up to 64 KiB. */
const PART_BYTES = 60_000;

/** Which edition is the current one. */
interface Edition {
  readonly id: string;
  readonly parts: number;
}

/**
 * Keeps the state in Deno KV, for places whose disk is not kept: the file `path`, or the database of this deployment.
 * It is opened for each of the four times an hour that it is needed, so that there is nothing to close.
 */
export function createKvTextStore(path: string | undefined): TextStore {
  return {
    async load() {
      using kv = await openKv(path);
      return await loadText(kv);
    },
    async save(text) {
      using kv = await openKv(path);
      await saveText(kv, text);
    },
  };
}

async function loadText(kv: Deno.Kv): Promise<string | undefined> {
  const { value } = await kv.get<Edition>(KEY);
  if (value === null) return undefined;
  const blobs: Uint8Array<ArrayBuffer>[] = [];
  for (let i = 0; i < value.parts; i++) {
    const part = await kv.get<Uint8Array<ArrayBuffer>>([...KEY, value.id, i]);
    if (part.value === null) {
      throw new TypeError(`Cannot load the launcher's state as part ${i} must exist: it is gone`);
    }
    blobs.push(part.value);
  }
  const packed = new Blob(blobs).stream();
  return await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).text();
}

// The new edition is whole before it becomes the current one, and the old one goes last.
async function saveText(kv: Deno.Kv, text: string): Promise<void> {
  const packed = new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")));
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const edition = { id: crypto.randomUUID(), parts: Math.ceil(bytes.length / PART_BYTES) };
  for (let i = 0; i < edition.parts; i++) {
    await kv.set([...KEY, edition.id, i], bytes.slice(i * PART_BYTES, (i + 1) * PART_BYTES));
  }
  const { value: old } = await kv.get<Edition>(KEY);
  await kv.set(KEY, edition);
  for (let i = 0; i < (old?.parts ?? 0); i++) await kv.delete([...KEY, old?.id ?? "", i]);
}

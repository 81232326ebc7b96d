import { join } from "@std/path";
import { ifExists } from "@/lib/fs/if_exists.ts";
import type { CompiledList, Selection } from "@/lib/blocklist/compile.ts";
import type { BlocklistConfig } from "@/lib/blocklist/config.ts";
import { type Format, FORMATS, type ListContent, renderList } from "@/lib/blocklist/formats.ts";
import { gzipFile } from "@/lib/blocklist/gzip_variant.ts";
import { type Manifest, MANIFEST_FILE, type ManifestFile, PROVENANCE_FILE } from "@/lib/blocklist/manifest.ts";
import { originsOf, renderProvenance } from "@/lib/blocklist/provenance.ts";
import { nextSerial, readSerial } from "@/lib/blocklist/serial.ts";
import { type OpenSink, Stage, type Written } from "@/lib/blocklist/stage.ts";
import { toGzipPath } from "@/lib/http/negotiation.ts";

/** Options of {@linkcode publish}. */
export interface PublishOptions {
  readonly config: BlocklistConfig;
  /** The directory of the lists. */
  readonly directory: string;
  readonly selection: Selection;
  readonly lists: readonly CompiledList[];
  readonly now: () => number;
  readonly open: OpenSink | undefined;
  /** Receives the path of each file before it is written. */
  readonly onFile: (path: string) => void;
}

/** Writes every list in every format, the gzip variants, the provenance file and the manifest: all, or none on an error. */
export async function publish(options: PublishOptions): Promise<{ files: ManifestFile[]; changed: string[] }> {
  const { config, directory, selection, lists, now, open, onFile } = options;
  const stage = new Stage(directory, open);
  try {
    const files: ManifestFile[] = [];
    for (const { plan: { name: list, sources }, contents } of lists) {
      for (const format of FORMATS) {
        const path = `${list}/${format.file}`;
        onFile(path);
        const content = contents[format.content];
        const written = format.serial === undefined
          ? await stage.write(path, renderList(format, content))
          : await writeZone(stage, path, { format, content, previous: await readSerial(join(directory, path)), now });
        await stage.write(toGzipPath(path), gzipFile(stage.pathOf(path)));
        files.push({ path, list, format: format.name, ...written, entries: content.domains.length, sources });
      }
    }
    onFile(PROVENANCE_FILE);
    const written = await stage.write(PROVENANCE_FILE, renderProvenance(originsOf(selection)));
    const manifest: Manifest = { files, sources: config.sources, provenance: { path: PROVENANCE_FILE, ...written } };
    // Written and renamed last, so that it never names a file that does not exist yet.
    await stage.write(MANIFEST_FILE, [new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`)]);
    return { files, changed: await stage.commit() };
  } finally {
    await stage.abandon();
  }
}

/** Removes lists of the previous run that are no longer generated. Otherwise they would be served forever. */
export async function removeObsolete(
  directory: string,
  previous: Manifest | undefined,
  files: readonly ManifestFile[],
): Promise<void> {
  const current = new Set(files.map((file) => file.path));
  for (const { path } of previous?.files ?? []) {
    if (current.has(path) || !/^[a-z0-9-]+\/[a-z-]+\.[a-z]+$/.test(path)) continue;
    await ifExists(Deno.remove(join(directory, path)));
    await ifExists(Deno.remove(join(directory, toGzipPath(path))));
  }
}

interface Zone {
  readonly format: Format;
  readonly content: ListContent;
  /** The serial of the file that is replaced, if there is one. */
  readonly previous: number | undefined;
  readonly now: () => number;
}

// The serial stays the same if nothing else in the file changes: only a complete comparison can tell.
async function writeZone(stage: Stage, path: string, { format, content, previous, now }: Zone): Promise<Written> {
  if (previous !== undefined) {
    const written = await stage.write(path, renderList(format, content, previous));
    if (await stage.isUnchanged(path)) return written;
  }
  return await stage.write(path, renderList(format, content, nextSerial(previous, now())));
}

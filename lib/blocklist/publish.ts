import { join } from "@std/path";
import { ifExists } from "@/lib/fs/if_exists.ts";
import type { BlocklistConfig } from "@/lib/blocklist/config.ts";
import { FORMATS } from "@/lib/blocklist/formats.ts";
import { gzipFile } from "@/lib/blocklist/gzip_variant.ts";
import { type Manifest, MANIFEST_FILE, type ManifestFile, PROVENANCE_FILE } from "@/lib/blocklist/manifest.ts";
import { type CompiledList, renderList } from "@/lib/blocklist/render_list.ts";
import { nextSerial, readSerial } from "@/lib/blocklist/serial.ts";
import { type OpenSink, Stage } from "@/lib/blocklist/stage.ts";
import { toGzipPath } from "@/lib/http/negotiation.ts";

/** Options of {@linkcode publish}. */
export interface PublishOptions {
  readonly config: BlocklistConfig;
  /** The folder of the lists. */
  readonly folder: string;
  readonly provenance: Iterable<string>;
  readonly lists: readonly CompiledList[];
  readonly now: () => number;
  readonly open: OpenSink | undefined;
  /** Receives the path of each file before it is written. */
  readonly onFile: (path: string) => void;
}

/** Writes every list in every format, the gzip variants, the provenance file and the manifest: all, or none on an error. */
export async function publish(options: PublishOptions): Promise<{ files: ManifestFile[]; changed: string[] }> {
  const { config, folder, provenance, lists, now, open, onFile } = options;
  const stage = new Stage(folder, open);
  try {
    const files: ManifestFile[] = [];
    for (const list of lists) {
      const { name, sources } = list.plan;
      for (const format of FORMATS) {
        const path = `${name}/${format.file}`;
        onFile(path);
        const previous = format.serial && await readSerial(join(folder, path));
        let written = await stage.write(path, renderList(format, list, previous));
        // The serial stays the same if nothing else in the file changes: only a complete comparison can tell.
        if (format.serial !== undefined && !await stage.isUnchanged(path)) {
          written = await stage.write(path, renderList(format, list, nextSerial(previous, now())));
        }
        await stage.write(toGzipPath(path), gzipFile(stage.pathOf(path)));
        const entries = list.names[format.content].length;
        files.push({ path, list: name, format: format.name, ...written, entries, sources });
      }
    }
    onFile(PROVENANCE_FILE);
    const written = await stage.write(PROVENANCE_FILE, provenance);
    const manifest: Manifest = { files, sources: config.sources, provenance: { path: PROVENANCE_FILE, ...written } };
    // Written and renamed last, so that it never names a file that does not exist yet.
    await stage.write(MANIFEST_FILE, [`${JSON.stringify(manifest, undefined, 2)}\n`]);
    return { files, changed: await stage.commit() };
  } finally {
    await stage.abandon();
  }
}

/** Removes lists of the previous run that are no longer generated. Otherwise they would be served forever. */
export async function removeObsolete(
  folder: string,
  previous: Manifest | undefined,
  files: readonly ManifestFile[],
): Promise<void> {
  const current = new Set(files.map((file) => file.path));
  for (const { path } of previous?.files ?? []) {
    if (current.has(path) || !/^[a-z0-9-]+\/[a-z-]+\.[a-z]+$/.test(path)) continue;
    await ifExists(Deno.remove(join(folder, path)));
    await ifExists(Deno.remove(join(folder, toGzipPath(path))));
  }
}

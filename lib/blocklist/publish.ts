import { join } from "@std/path";
import type { CompiledList, Selection } from "@/lib/blocklist/compile.ts";
import type { BlocklistConfig } from "@/lib/blocklist/config.ts";
import { FORMATS, renderList } from "@/lib/blocklist/formats.ts";
import { gzipFile } from "@/lib/blocklist/gzip_variant.ts";
import { ifExists } from "@/lib/blocklist/if_exists.ts";
import { type Manifest, MANIFEST_FILE, type ManifestFile, PROVENANCE_FILE } from "@/lib/blocklist/manifest.ts";
import { originsOf, renderProvenance } from "@/lib/blocklist/provenance.ts";
import type { BuildReport } from "@/lib/blocklist/report.ts";
import { type OpenSink, Stage } from "@/lib/blocklist/stage.ts";
import { toGzipPath } from "@/lib/http/gzip.ts";

/** Options of {@linkcode publish}. */
export interface PublishOptions {
  readonly config: BlocklistConfig;
  /** The folder of the lists. */
  readonly folder: string;
  readonly open?: OpenSink;
  /** Receives the current step, often. */
  readonly onProgress?: (text: string) => void;
}

/** The lists to write, and the manifest of the previous run. */
export interface Compiled {
  readonly selection: Selection;
  readonly lists: readonly CompiledList[];
  readonly before: Manifest | undefined;
}

/**
 * Writes the lists, their gzip variants, the provenance file and the manifest: all of them, or none on an error.
 *
 * @throws {Error} if the disk fails.
 */
export async function publish(
  { config, folder, open, onProgress = () => {} }: PublishOptions,
  { selection, lists, before }: Compiled,
): Promise<Pick<BuildReport, "files" | "changed">> {
  const stage = new Stage(folder, open);
  try {
    const files: ManifestFile[] = [];
    for (const list of lists) files.push(...await stageList(stage, list, onProgress));
    onProgress(`writing ${PROVENANCE_FILE}`);
    const written = await stage.write(PROVENANCE_FILE, renderProvenance(originsOf(selection)));
    const provenance: Manifest["provenance"] = { path: PROVENANCE_FILE, ...written };
    const manifest: Manifest = { files, sources: config.sources, provenance };
    // Last, so that it never names a file that does not exist yet.
    await stage.write(MANIFEST_FILE, [new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`)]);
    const changed = await stage.commit();
    await removeObsolete(folder, before, files);
    return { files, changed };
  } finally {
    await stage.abandon();
  }
}

async function stageList(
  stage: Stage,
  { plan, exactList, wildcardList }: CompiledList,
  onProgress: (text: string) => void,
): Promise<ManifestFile[]> {
  const files: ManifestFile[] = [];
  for (const format of FORMATS) {
    const path = `${plan.name}/${format.file}`;
    onProgress(`writing ${path}`);
    const content = format.isWildcard ? wildcardList : exactList;
    const { sha256, bytes } = await stage.write(path, renderList(format, content));
    await stage.write(toGzipPath(path), gzipFile(stage.pathOf(path)));
    const { entries } = content.header;
    files.push({ path, list: plan.name, format: format.name, sha256, bytes, entries, sources: plan.sources });
  }
  return files;
}

// Lists of an earlier run that are no longer generated would otherwise be served forever.
async function removeObsolete(
  folder: string,
  before: Manifest | undefined,
  files: readonly ManifestFile[],
): Promise<void> {
  const current = new Set(files.map((file) => file.path));
  for (const { path } of before?.files ?? []) {
    if (current.has(path) || !/^[a-z0-9-]+\/[a-z-]+\.[a-z]+$/.test(path)) continue;
    await ifExists(Deno.remove(join(folder, path)));
    await ifExists(Deno.remove(join(folder, toGzipPath(path))));
  }
}

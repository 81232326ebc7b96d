import { join } from "@std/path";
import type { BuildOptions } from "@/lib/blocklist/build.ts";
import type { CompiledList, Selection } from "@/lib/blocklist/compile.ts";
import { FORMATS, renderList } from "@/lib/blocklist/formats.ts";
import {
  type Manifest,
  MANIFEST_FILE,
  type ManifestFile,
  PROVENANCE_FILE,
  renderManifest,
} from "@/lib/blocklist/manifest.ts";
import { originsOf, renderProvenance } from "@/lib/blocklist/provenance.ts";
import type { BuildReport } from "@/lib/blocklist/report.ts";
import { removeIfThere, Stage, type Written } from "@/lib/blocklist/stage.ts";
import { gzipFile } from "@/lib/blocklist/gzip_variant.ts";

/** What is to be written, and what was there before. */
export interface Made {
  readonly selection: Selection;
  readonly lists: readonly CompiledList[];
  readonly before: Manifest | undefined;
}

/**
 * Writes the lists, their twins, the file of origins and the manifest: all of them, or on failure none.
 *
 * @throws {Error} when the disk fails.
 */
export async function publish(options: BuildOptions, made: Made): Promise<Pick<BuildReport, "files" | "changed">> {
  const stage = new Stage(options.folder, options.open);
  try {
    const files = await stageLists(stage, options, made.lists);
    const provenance = await stageProvenance(stage, options, made.selection);
    const manifest = renderManifest({ files, sources: options.config.sources, provenance });
    // Last, so that it never names a file that is not there yet.
    await stage.write(MANIFEST_FILE, [new TextEncoder().encode(manifest)]);
    const changed = await stage.commit();
    await removeGone(options.folder, made.before, files);
    return { files, changed };
  } finally {
    await stage.abandon();
  }
}

async function stageLists(
  stage: Stage,
  options: BuildOptions,
  lists: readonly CompiledList[],
): Promise<ManifestFile[]> {
  const files: ManifestFile[] = [];
  for (const { plan, exact, whole } of lists) {
    for (const format of FORMATS) {
      const path = `${plan.name}/${format.file}`;
      options.onProgress?.(`writing ${path}`);
      const content = format.isWhole ? whole : exact;
      const { sha256, bytes } = await stageWithTwin(stage, path, renderList(format, content));
      const { entries } = content.header;
      files.push({ path, list: plan.name, format: format.name, sha256, bytes, entries, sources: plan.sources });
    }
  }
  return files;
}

async function stageProvenance(
  stage: Stage,
  options: BuildOptions,
  selection: Selection,
): Promise<Manifest["provenance"]> {
  options.onProgress?.(`writing ${PROVENANCE_FILE}`);
  return { path: PROVENANCE_FILE, ...await stage.write(PROVENANCE_FILE, renderProvenance(originsOf(selection))) };
}

async function stageWithTwin(stage: Stage, path: string, chunks: Iterable<Uint8Array>): Promise<Written> {
  const written = await stage.write(path, chunks);
  await stage.write(`${path}.gz`, gzipFile(stage.pathOf(path)));
  return written;
}

// What an earlier run wrote and this one does not know any more would be served for ever.
async function removeGone(folder: string, before: Manifest | undefined, files: readonly ManifestFile[]): Promise<void> {
  const known = new Set(files.map((file) => file.path));
  for (const { path } of before?.files ?? []) {
    if (known.has(path) || !/^[a-z0-9-]+\/[a-z-]+\.[a-z]+$/.test(path)) continue;
    await removeIfThere(join(folder, path));
    await removeIfThere(join(folder, `${path}.gz`));
  }
}

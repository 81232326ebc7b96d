// Releases as the operator's document has them, with the checks that no single field can make.
import { z } from "zod";
import { addIssue, type Issues } from "@/lib/launcher/fields.ts";
import { completeRelease, type Release, sumDownloads } from "@/lib/launcher/release.ts";
import {
  DOWNLOAD_FIELDS,
  RESOURCES_FIELDS,
  STORED_FILE_FIELDS,
  STORED_RELEASE_FIELDS,
  TRAIT_FIELDS,
} from "@/lib/launcher/release_fields.ts";
import { type ReleaseFile, toTraits } from "@/lib/launcher/release_file.ts";
import { parseVersion } from "@/lib/launcher/version.ts";

const file = z.strictObject({ ...STORED_FILE_FIELDS, ...z.object(TRAIT_FIELDS).partial().shape })
  .transform(({ platform, arch, kind, ...rest }): ReleaseFile => {
    const traits = toTraits(rest.url);
    return { platform: platform ?? traits.platform, arch: arch ?? traits.arch, kind: kind ?? traits.kind, ...rest };
  });

/** The launcher's resources. */
export const resourcesSchema = z.strictObject(RESOURCES_FIELDS).superRefine(checkBeta);

const releaseInput = z.strictObject({
  ...STORED_RELEASE_FIELDS,
  ...z.object(DOWNLOAD_FIELDS).partial().shape,
  // Without it, the sum of the files.
  downloads: STORED_RELEASE_FIELDS.downloads.optional(),
  files: z.array(file).min(1).max(100).optional(),
});

/** One published version of an application, with one file (`url`, `size`, `sha256`) or several (`files`). */
export const releaseSchema = releaseInput.superRefine(checkBeta).superRefine(checkFiles).transform(toRelease);

type ReleaseInput = z.output<typeof releaseInput>;

function checkBeta(release: { version: string; beta: boolean }, issues: Issues): void {
  const isPrerelease = (parseVersion(release.version)?.prerelease.length ?? 0) > 0;
  if (!isPrerelease || release.beta) return;
  addIssue(issues, ["beta"], `must be true because ${release.version} is a pre-release`);
}

function checkFiles(release: ReleaseInput, issues: Issues): void {
  const { files, downloads } = release;
  for (const name of ["url", "size", "sha256"] as const) {
    const isPresent = release[name] !== undefined;
    if (files === undefined && !isPresent) addIssue(issues, [name], "must be present in a release without files");
    if (files !== undefined && isPresent) addIssue(issues, [name], "must be left out because the files have it");
  }
  if (files !== undefined && downloads !== undefined && sumDownloads(files) > downloads) {
    addIssue(issues, ["files"], `must not add up to more than the ${downloads} downloads of the release`);
  }
}

function toRelease({ url = "", size = 0, sha256: hash = null, files, ...release }: ReleaseInput): Release {
  const single = { ...toTraits(url), url, size, sha256: hash, sha512: null, signature: null, downloads: 0 };
  const downloads = release.downloads ?? sumDownloads(files ?? []);
  return completeRelease({ ...release, downloads }, files ?? [single]);
}

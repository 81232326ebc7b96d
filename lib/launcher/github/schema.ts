import { z } from "zod";
import { count } from "@/lib/http/fields.ts";
import { toReason } from "@/lib/launcher/github/error.ts";
import { shorten } from "@/lib/text/shorten.ts";

/** The longest release notes stored: GitHub allows 125,000 characters, a launcher shows a few hundred. */
const MAX_NOTES_CHARACTERS = 4000;

const asset = z.object({
  name: z.string(),
  // Its address in the API. Saved releases of 3.0 do not have it.
  url: z.url({ protocol: /^https?$/ }).optional(),
  state: z.string(),
  size: count,
  digest: z.string().nullish(),
  "updated_at": z.string().optional(),
  "download_count": count,
  "browser_download_url": z.url({ protocol: /^https?$/ }),
});

const release = z.object({
  "tag_name": z.string(),
  name: z.string().nullish(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  "published_at": z.iso.datetime({ offset: true }).nullable(),
  body: z.string().nullish().transform((body) => shorten(body ?? "", MAX_NOTES_CHARACTERS)),
  "html_url": z.url({ protocol: /^https?$/ }),
  // An upload that has not finished is not a file yet.
  assets: z.array(asset).transform((assets) => assets.filter(({ state }) => state === "uploaded")),
});

// GitHub sends drafts to a token that may write.
const releases = z.array(release).transform((all) =>
  all.flatMap((each) => each.draft || each.published_at === null ? [] : [{ ...each, published_at: each.published_at }])
);

/** One page of releases, with the entity tag for a conditional request. */
export const pageSchema = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  next: z.string().nullable(),
  releases,
  /** The releases that are not as GitHub describes them. */
  invalid: z.array(z.object({ tag: z.string(), reason: z.string() })).default([]),
});

/** One published release of GitHub's API, reduced to the fields that are used. */
export type GithubRelease = z.output<typeof releases>[number];

/** One file of a release. */
export type GithubAsset = GithubRelease["assets"][number];

/** One page of {@linkcode GithubRelease}. */
export type GithubPage = z.output<typeof pageSchema>;

/** Parses one page, without the releases that are not as GitHub describes them. @throws {TypeError} if none is left. */
export function parseReleases(document: unknown): Pick<GithubPage, "releases" | "invalid"> {
  const all = z.array(z.unknown()).parse(document).map((each) => ({ each, error: release.safeParse(each).error }));
  const valid = all.filter(({ error }) => error === undefined).map(({ each }) => each);
  const invalid = all.filter(({ error }) => error !== undefined).map(({ each, error }) => {
    const tag = release.shape.tag_name.safeParse((each as { tag_name?: unknown } | null)?.tag_name).data;
    return { tag: tag ?? "(no tag)", reason: toReason(error) };
  });
  if (valid.length === 0 && invalid[0] !== undefined) throw new TypeError(invalid[0].reason);
  return { releases: releases.parse(valid), invalid };
}

import type { MappedReleases } from "@/lib/launcher/github/mapping.ts";
import type { WarnOnce } from "@/lib/launcher/github/warn_once.ts";
import { shorten } from "@/lib/text/shorten.ts";

/** Maximum number of tags in a message. */
const MAX_SHOWN_TAGS = 5;

/** Options of {@linkcode reportIgnored}. */
export interface IgnoredOptions {
  /** `owner/name`. */
  readonly repository: string;
  readonly warnings: WarnOnce;
}

/** Warns about the releases that are not used, and about a repository without any that is. */
export function reportIgnored({ launcher, ignored }: MappedReleases, { repository, warnings }: IgnoredOptions): void {
  if (launcher.length === 0) {
    const rule = "no release has both a SemVer tag and a file";
    warnings.about([repository], () => `Cannot find a launcher release in ${repository}: ${rule}`);
  }
  for (const [rule, tags] of Object.entries(ignored)) {
    // Once for each rule, because files that are uploaded later may break another one.
    warnings.about(tags.map((tag) => rule + tag), (newKeys) => {
      const newTags = newKeys.map((key) => key.slice(rule.length));
      return `Cannot use the releases ${quoteTags(newTags)} of ${repository}: ${rule}`;
    });
  }
}

function quoteTags(tags: readonly string[]): string {
  const shown = tags.slice(0, MAX_SHOWN_TAGS).map((tag) => JSON.stringify(shorten(tag))).join(", ");
  return tags.length > MAX_SHOWN_TAGS ? `${shown} and ${tags.length - MAX_SHOWN_TAGS} more` : shown;
}

import type { ValuesOf } from "@/lib/parameters/parameter.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import type { DayCount, LauncherDocument } from "@/lib/launcher/document.ts";
import { parseDate, toIsoDate } from "@/lib/launcher/fields.ts";
import { type Platform, PLATFORMS } from "@/lib/launcher/file_words.ts";
import { APPLICATIONS, mapApplications } from "@/lib/launcher/names.ts";
import type { DOWNLOADS_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { type Release, sortReleases, sumDownloads } from "@/lib/launcher/release.ts";

/**
 * Returns the downloads of each day in a period, in order. Its days are in UTC, both ends included.
 *
 * @throws {ApiError} `invalid_parameter` for anything that is not a date, and for a period that ends before it starts.
 */
export function findDays(
  period: ValuesOf<typeof DOWNLOADS_PARAMETERS>,
  daily: readonly DayCount[],
): DayCount[] {
  const toDay = (name: keyof typeof period) => {
    const date = period[name];
    return date && toIsoDate(parseDate(name, date));
  };
  const since = toDay("since");
  const until = toDay("until");
  if (since !== undefined && until !== undefined && since > until) {
    throw invalidParameterError("since", since, `must not be after "until", which is ${until}`);
  }
  return daily.filter(({ date }) => date >= (since ?? "") && date <= (until ?? "\uffff"))
    .sort((a, b) => a.date < b.date ? -1 : 1);
}

/** Counts all downloads by application and version, and by platform. Every total is the sum of its parts. */
export function countDownloads({ applications }: LauncherDocument) {
  const releases = APPLICATIONS.flatMap((name) => applications[name].releases);
  return {
    total: sumDownloads(releases),
    applications: mapApplications((name) => countVersions(applications[name].releases)),
    platforms: countPlatforms(releases),
  };
}

// Withdrawn releases count because they were downloaded: without them the total would drop from one day to the next.
function countVersions(releases: readonly Release[]) {
  const versions = sortReleases(releases).map(({ version, downloads }) => ({ version, downloads }));
  return { total: sumDownloads(versions), versions };
}

function countPlatforms(releases: readonly Release[]): Record<Platform, number> {
  const counts: Record<Platform, number> = { windows: 0, macos: 0, linux: 0, any: 0 };
  for (const { downloads, files } of releases) {
    for (const file of files) counts[file.platform] += file.downloads;
    // Downloads that are not assigned to a file belong to the only platform of the release, if it has only one.
    const platforms = PLATFORMS.filter((platform) => files.some((file) => file.platform === platform));
    counts[platforms.length === 1 ? platforms[0]! : "any"] += downloads - sumDownloads(files);
  }
  return counts;
}

import { ApiError } from "@/lib/http/errors.ts";
import { APPCAST } from "@/lib/launcher/feeds/appcast.ts";
import { ELECTRON } from "@/lib/launcher/feeds/electron.ts";
import { type Feed, type FeedOptions, filterFeed, findMissing, MAX_FEED_RELEASES } from "@/lib/launcher/feeds/feed.ts";
import { TAURI } from "@/lib/launcher/feeds/tauri.ts";
import type { Release } from "@/lib/launcher/release.ts";

/** All feeds. A new one is a module like theirs and its name here. */
export const FEEDS: readonly Feed[] = [TAURI, ELECTRON, APPCAST];

/** The feeds by the names of their files. */
export const FEED_BY_FILE: ReadonlyMap<string, Feed> = new Map(
  FEEDS.flatMap((feed) => Object.keys(feed.files).map((name) => [name, feed] as const)),
);

/** Returns the feeds, with what each of the releases lacks for each of them. `root` is the path of the feeds. */
export function listFeeds(offered: readonly Release[], root: string) {
  return FEEDS.map((feed) => {
    const [latest] = filterFeed(offered, feed);
    return {
      name: feed.name,
      paths: [feed.dynamicPath ?? [], Object.keys(feed.files)].flat().map((path) => `${root}/${path}`),
      latest: latest?.version ?? null,
      releases: offered.slice(0, MAX_FEED_RELEASES).map((release) => {
        return { version: release.version, missing: findMissing(release, feed) };
      }),
    };
  });
}

/** Writes the named file of a feed. @throws {ApiError} `not_found` if no release is suitable for its clients. */
export function writeFeed(
  offered: readonly Release[],
  { file, ...options }: FeedOptions & { readonly file: string },
): string | object {
  const feed = FEED_BY_FILE.get(file);
  const content = feed?.write(filterFeed(offered, feed), { ...feed.files[file], ...options });
  if (content !== undefined) return content;
  throw new ApiError("not_found", "Cannot find a release for this feed: launcher/feeds lists what each release lacks");
}

import { ApiError } from "@/lib/http/errors.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { APPCAST } from "@/lib/launcher/feeds/appcast.ts";
import { ELECTRON } from "@/lib/launcher/feeds/electron.ts";
import { type Feed, type FeedOptions, filterFeed, findMissing, MAX_FEED_RELEASES } from "@/lib/launcher/feeds/feed.ts";
import { TAURI } from "@/lib/launcher/feeds/tauri.ts";
import type { Release } from "@/lib/launcher/release.ts";

/** All feeds. A new one is a module like theirs and its name here. */
export const FEEDS: readonly Feed[] = [TAURI, ELECTRON, APPCAST];

/** Returns the feed that has a file, with the file's channel and client. @throws {ApiError} `unknown_type` */
export function parseFeedFile(segment: string | undefined): Feed["files"][string] & { readonly feed: Feed } {
  const file = parseSegment(segment, FEEDS.flatMap(({ files }) => Object.keys(files)));
  const feed = FEEDS.find(({ files }) => file in files)!;
  return { ...feed.files[file]!, feed };
}

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

/** Writes a file of a feed. @throws {ApiError} `not_found` if no release is suitable for its clients. */
export function writeFeed(
  offered: readonly Release[],
  { feed, ...options }: FeedOptions & { readonly feed: Feed },
): string | object {
  const content = feed.write(filterFeed(offered, feed), options);
  if (content !== undefined) return content;
  throw new ApiError("not_found", "Cannot find a release for this feed: launcher/feeds lists what each release lacks");
}

import { ApiError } from "@/lib/http/errors.ts";
import { APPCAST } from "@/lib/launcher/feeds/appcast.ts";
import { ELECTRON } from "@/lib/launcher/feeds/electron.ts";
import { type Feed, type FeedOptions, filterFeed, findMissing, MAX_FEED_RELEASES } from "@/lib/launcher/feeds/feed.ts";
import { findTauriUpdate, TAURI, type TauriClient } from "@/lib/launcher/feeds/tauri.ts";
import type { Release } from "@/lib/launcher/release.ts";
import { type Channel, filterChannel } from "@/lib/launcher/releases.ts";

/** All feeds. A new one is a module like theirs and its name here. */
export const FEEDS: readonly Feed[] = [TAURI, ELECTRON, APPCAST];

/** The feeds by the names of their files. */
export const FEED_BY_FILE: ReadonlyMap<string, Feed> = new Map(
  FEEDS.flatMap((feed) => Object.keys(feed.files).map((name) => [name, feed] as const)),
);

/** The launcher's releases in the formats of other updaters. */
export class Feeds {
  readonly #published: readonly Release[];

  /** Takes the releases on offer, newest first. */
  constructor(published: readonly Release[]) {
    this.#published = published;
  }

  /** Returns the fields of `launcher/feeds`: what each release lacks for each feed. `root` is the path of the feeds. */
  list(channel: Channel, root: string) {
    const releases = filterChannel(this.#published, channel).slice(0, MAX_FEED_RELEASES);
    const feeds = FEEDS.map((feed) => {
      const [latest] = this.#select(feed, channel);
      return {
        name: feed.name,
        paths: [feed.dynamicPath ?? [], Object.keys(feed.files)].flat().map((path) => `${root}/${path}`),
        latest: latest?.version ?? null,
        releases: releases.map((release) => ({ version: release.version, missing: findMissing(release, feed) })),
      };
    });
    return { channel, feeds };
  }

  /** Writes a file of a feed. @throws {ApiError} `not_found` if no release is suitable for its clients. */
  write(file: string, channel: Channel, options: Pick<FeedOptions, "title" | "link">): string | object {
    const feed = FEED_BY_FILE.get(file);
    const content = feed?.write(this.#select(feed, channel), { ...feed.files[file], ...options });
    if (content !== undefined) return content;
    throw new ApiError(
      "not_found",
      "Cannot find a release for this feed: launcher/feeds lists what each release lacks",
    );
  }

  /** Returns Tauri's update for a client, or `undefined` if there is none. */
  findTauriUpdate(channel: Channel, client: TauriClient): object | undefined {
    return findTauriUpdate(this.#select(TAURI, channel), client);
  }

  #select(feed: Feed, channel: Channel): Iterable<Release> {
    return filterFeed(filterChannel(this.#published, channel), feed);
  }
}

import { ApiError } from "@/lib/http/errors.ts";
import { parseChoice } from "@/lib/http/parameters.ts";
import { APPCAST, type AppcastOptions, toAppcast } from "@/lib/launcher/feeds/appcast.ts";
import { ELECTRON, ELECTRON_FILES, toUpdateInfo } from "@/lib/launcher/feeds/electron.ts";
import { type FeedFormat, filterFeed, findMissing } from "@/lib/launcher/feeds/format.ts";
import { findTauriUpdate, TAURI, type TauriClient, toTauriManifest } from "@/lib/launcher/feeds/tauri.ts";
import { parseQuery } from "@/lib/launcher/query.ts";
import { type Channel, CHANNELS, filterChannel, type Published } from "@/lib/launcher/releases.ts";

/** Maximum number of releases in a feed or in the overview: an updater installs the newest, not the oldest. */
export const MAX_FEED_RELEASES = 25;

/** The feeds with their paths below `launcher/feeds`. */
const FEEDS = [
  { format: TAURI, paths: ["tauri/{target}/{arch}/{current_version}", "tauri.json"] },
  { format: ELECTRON, paths: Object.keys(ELECTRON_FILES) },
  { format: APPCAST, paths: ["appcast.xml"] },
];

/**
 * Reads the channel of a feed from the query.
 *
 * @throws {ApiError} `invalid_parameter` for an unknown channel.
 */
export function parseChannel(url: URL, fallback: Channel = "stable"): Channel {
  return parseChoice(parseQuery(url), "channel", { allowed: CHANNELS, fallback });
}

/** The launcher's releases in the formats of other updaters. */
export class Feeds {
  readonly #published: readonly Published[];
  readonly #lastFields: object;
  readonly #feeds = new Map<string, readonly Published[]>();

  /** Takes the releases on offer, newest first, and fields that every JSON response ends with. */
  constructor(published: readonly Published[], lastFields: object) {
    this.#published = published;
    this.#lastFields = lastFields;
  }

  /** Returns the fields of `launcher/feeds`: what each release lacks for each feed. `root` is the path of the feeds. */
  list(channel: Channel, root: string): object {
    const releases = filterChannel(this.#published, channel).slice(0, MAX_FEED_RELEASES).map(({ release }) => release);
    const feeds = FEEDS.map(({ format, paths }) => ({
      name: format.name,
      paths: paths.map((path) => `${root}/${path}`),
      latest: this.#select(format, channel)[0]?.release.version ?? null,
      releases: releases.map((release) => ({ version: release.version, missing: findMissing(release, format) })),
    }));
    return { channel, feeds, ...this.#lastFields };
  }

  /** Returns Tauri's update for a client, or `undefined` if there is none. */
  findTauriUpdate(channel: Channel, client: TauriClient): object | undefined {
    const update = findTauriUpdate(this.#select(TAURI, channel), client);
    return update && { ...update, ...this.#lastFields };
  }

  /** Returns Tauri's static manifest. @throws {ApiError} `not_found` if no release can be installed with Tauri. */
  toTauriManifest(channel: Channel): object {
    return { ...assertFound(toTauriManifest(this.#select(TAURI, channel))), ...this.#lastFields };
  }

  /** Returns a file of electron-updater. @throws {ApiError} `not_found` if no release has a file for its clients. */
  toUpdateInfo(channel: Channel, file: string): string {
    return assertFound(toUpdateInfo(this.#select(ELECTRON, channel), ELECTRON_FILES[file] ?? {}));
  }

  /** Returns Sparkle's appcast. */
  toAppcast(channel: Channel, options: AppcastOptions): string {
    return toAppcast(this.#select(APPCAST, channel).slice(0, MAX_FEED_RELEASES), options);
  }

  // Selected once for each snapshot of the data, because updaters ask all day.
  #select(format: FeedFormat, channel: Channel): readonly Published[] {
    const key = `${format.name} ${channel}`;
    const selected = this.#feeds.get(key) ?? filterFeed(filterChannel(this.#published, channel), format);
    this.#feeds.set(key, selected);
    return selected;
  }
}

function assertFound<T>(feed: T | undefined): T {
  if (feed !== undefined) return feed;
  throw new ApiError("not_found", "Cannot find a release for this feed: launcher/feeds lists what each release lacks");
}

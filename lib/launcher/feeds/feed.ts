import type { z } from "zod";
import type { Channel } from "@/lib/launcher/names.ts";
import type { Release } from "@/lib/launcher/release.ts";
import {
  type Client,
  CLIENT_ARCHES,
  CLIENT_PLATFORMS,
  fileNameOf,
  findFiles,
  type ReleaseFile,
  toClientArches,
} from "@/lib/launcher/release_file.ts";

/** Maximum number of releases in a feed or in the overview: an updater installs the newest, not the oldest. */
export const MAX_FEED_RELEASES = 25;

/** A format in which an updater reads the launcher's releases. Paths, errors and descriptions follow from it. */
export interface Feed {
  readonly name: string;
  /** The updater, as people call it. */
  readonly updater: string;
  /** Its description. `id` ends the id of the endpoint; `file` describes the path parameter if it has several files. */
  readonly endpoint: { readonly id: string; readonly summary: string; readonly description: string; file?: string };
  /** The media type of its files. */
  readonly mediaType: string;
  /** The fields of its files, if they are JSON. Their parts are passed in, because zod takes long to load. */
  readonly fields?: (parts: { z: typeof z; version: z.ZodType; instant: z.ZodType }) => z.ZodRawShape;
  /** Its files below `launcher/feeds`, each with its channel and the client that reads it. */
  readonly files: Readonly<Record<string, Client & { readonly channel: Channel }>>;
  /** The path of a response that depends on more than the file, if there is one. It has a route of its own. */
  readonly dynamicPath?: string;
  /** Whether its files contain the address of the service. */
  readonly hasLink?: boolean;
  /** Whether versions must have three numbers. */
  readonly isSemVerOnly: boolean;
  /** The types of files that it installs, for each platform that it serves. */
  readonly fileTypes: {
    readonly [P in NonNullable<Client["platform"]>]?: { readonly pattern: RegExp; readonly name: string };
  };
  /** The platforms on which every client gets the same file, whatever its architecture. */
  readonly oneFilePlatforms?: readonly NonNullable<Client["platform"]>[];
  /** Whether a file has the checksum or signature by which the updater verifies it. */
  readonly isVerifiable: (file: ReleaseFile) => boolean;
  /** That checksum or signature, as a person calls it. */
  readonly proof: string;
  /**
   * Writes a file from the releases that {@linkcode filterFeed} yields: a string, or the fields of a JSON response.
   * Returns `undefined` if no release is suitable.
   */
  readonly write: (offered: Iterable<Release>, options: FeedOptions) => string | object | undefined;
}

/** What a file is written for. */
export interface FeedOptions extends Client {
  /** The name of the application. */
  readonly title: string;
  /** The address of the service; empty for a feed without `hasLink`. */
  readonly link: string;
}

/** Yields the releases that an updater can install, each with suitable files only. Most feeds read only the first. */
export function* filterFeed(offered: readonly Release[], feed: Feed): Generator<Release> {
  for (const release of offered) {
    const files = filterFiles(release, feed);
    if (files.length > 0) yield { ...release, files };
  }
}

/**
 * Returns what a release lacks, for each of its platforms that the feed serves: `macos: a file of type .zip`. If only
 * some of its architectures lack something, they are named: `windows x64: a checksum`.
 */
export function findMissing(release: Release, feed: Feed): string[] {
  if (!hasUsableVersion(release, feed)) return ["a version of three numbers"];
  const served = CLIENT_PLATFORMS.filter((each) => feed.fileTypes[each] !== undefined);
  const platforms = served.filter((each) => release.files.some(({ platform }) => platform === each));
  if (platforms.length === 0) return [`a file for ${served.join(", ")}`];
  return platforms.flatMap((platform) => findMissingFor(platform, release, feed));
}

function findMissingFor(platform: NonNullable<Client["platform"]>, { files }: Release, feed: Feed): string[] {
  const suitable = files.filter((file) => isSuitable(file, feed));
  const usable = suitable.filter(feed.isVerifiable);
  const findLack = (arch: Client["arch"]) => {
    if (findFiles(usable, { platform, arch }).length > 0) return undefined;
    const hasType = findFiles(suitable, { platform, arch }).length > 0;
    return hasType ? feed.proof : `a file of type ${feed.fileTypes[platform]?.name}`;
  };
  const made = new Set(files.filter((file) => file.platform === platform).flatMap(toClientArches));
  const arches = feed.oneFilePlatforms?.includes(platform)
    ? [undefined]
    : CLIENT_ARCHES.filter((each) => made.has(each));
  const lacks = arches.map((arch) => ({ arch, lack: findLack(arch) }));
  const [first] = lacks;
  if (lacks.every(({ lack }) => lack === first?.lack)) return first?.lack ? [`${platform}: ${first.lack}`] : [];
  return lacks.flatMap(({ arch, lack }) => lack ? `${platform} ${arch}: ${lack}` : []);
}

function filterFiles(release: Release, feed: Feed): ReleaseFile[] {
  if (!hasUsableVersion(release, feed)) return [];
  return release.files.filter((file) => isSuitable(file, feed) && feed.isVerifiable(file));
}

function hasUsableVersion({ parsed }: Release, { isSemVerOnly }: Feed): boolean {
  return !isSemVerOnly || parsed.core.length === 3;
}

function isSuitable({ platform, url }: ReleaseFile, { fileTypes }: Feed): boolean {
  return platform !== "any" && fileTypes[platform]?.pattern.test(fileNameOf(url)) === true;
}

import type { LauncherDefinition } from "@/lib/endpoints/launcher_endpoint.ts";
import { type Feed, MAX_FEED_RELEASES } from "@/lib/launcher/feeds/feed.ts";
import { FEEDS, listFeeds, writeFeed } from "@/lib/launcher/feeds/registry.ts";
import { findTauriUpdate, TAURI, TAURI_ARCHES, TAURI_TARGETS, type TauriClient } from "@/lib/launcher/feeds/tauri.ts";
import { FEED_PARAMETERS } from "@/lib/launcher/parameters.ts";
import * as schemas from "@/lib/launcher/response_schemas.ts";
import { MAX_VERSION_CHARACTERS, parseVersion, VERSION_PATTERN } from "@/lib/launcher/version.ts";

/** The query parameter that selects a channel. */
export const CHANNEL = { summary: "`beta` includes beta releases" };

/** The parameter that names the version of the client. */
export const VERSION = {
  summary: "The installed version: SemVer 2.0, optionally with a leading `v` or four numbers",
  maxLength: MAX_VERSION_CHARACTERS,
  pattern: VERSION_PATTERN,
  example: "7.5.0",
};

const QUERY = { channel: CHANNEL };

const UPDATERS = new Intl.ListFormat("en-GB").format(FEEDS.map(({ updater }) => updater));

/** The client of the example. */
const TAURI_CLIENT: TauriClient = { target: "darwin", arch: "aarch64", current: parseVersion("7.5.0")! };

/** The launcher's releases in the formats of other updaters. */
export const FEED_DEFINITIONS: readonly LauncherDefinition[] = [
  {
    id: "v5-feeds",
    path: "/launcher/feeds",
    title: "Feeds for updaters",
    summary: `Returns the feeds for ${UPDATERS}, and what each release lacks for each of them`,
    description: "A release is in a feed if a file for at least one platform lacks nothing. " +
      `The newest ${MAX_FEED_RELEASES} releases are listed.`,
    fields: schemas.FEEDS_RESPONSE,
    respond: (data, url) => ({ channel: "stable", feeds: listFeeds(data.offered("stable"), url.pathname) }),
    queryParameters: QUERY,
  },
  {
    id: "v5-feed-tauri",
    path: `/launcher/feeds/${TAURI.dynamicPath}`,
    title: "Update for Tauri",
    summary: "Returns the update for a client of Tauri 2, or 204 if there is nothing newer",
    description: "The endpoint for `plugins.updater.endpoints`: the updater fills in its three variables.",
    fields: schemas.TAURI_RESPONSE,
    respond: (data) => findTauriUpdate(data.offered("stable"), TAURI_CLIENT),
    responses: [{ type: "", status: 204, summary: "There is no newer release for this client." }],
    pathParameters: {
      target: { summary: "The platform", allowed: TAURI_TARGETS, example: "darwin" },
      arch: { summary: "The processor architecture", allowed: TAURI_ARCHES, example: "aarch64" },
      "current_version": VERSION,
    },
    queryParameters: QUERY,
  },
  ...FEEDS.map(describeFeed),
];

function describeFeed(feed: Feed): LauncherDefinition {
  const { endpoint, mediaType: type, files, updater, write } = feed;
  const { id, summary, description, file = "The file" } = endpoint;
  const [first = "", ...others] = Object.keys(files);
  const fields = schemas.toFeedFields(feed);
  const isEmptyWithoutRelease = write([], { title: "", link: "" }) !== undefined;
  const parameters = others.length === 0 ? { queryParameters: QUERY } : {
    pathParameters: { file: { summary: file, allowed: [first, ...others], example: first } },
    queryParameters: { channel: { summary: "The channel, if it is not that of the file", fallback: undefined } },
  };
  return {
    id: `v5-feed-${id}`,
    path: `/launcher/feeds/${others.length === 0 ? first : "{file}"}`,
    title: `Feed for ${updater}`,
    summary,
    description,
    ...(fields === undefined ? { type } : { fields }),
    respond: (data, url) => {
      const title = url.pathname.split("/")[3] ?? "";
      return writeFeed(data.offered("stable"), { ...files[first], feed, title, link: url.origin });
    },
    parameters: FEED_PARAMETERS,
    ...(isEmptyWithoutRelease ? {} : { needsRelease: true }),
    ...parameters,
  };
}

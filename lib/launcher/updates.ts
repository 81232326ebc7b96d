import { invalidParameterError, parseChoice, readParameter } from "@/lib/http/parameters.ts";
import type { LauncherDocument, Release } from "@/lib/launcher/document.ts";
import { type Freshness, type Rendered, toStaleFields, toTag, toVariantTag } from "@/lib/launcher/rendered.ts";
import { parseQuery } from "@/lib/launcher/query.ts";
import {
  type Channel,
  CHANNELS,
  countNewer,
  filterChannel,
  type Published,
  toPublished,
} from "@/lib/launcher/releases.ts";
import { compareVersions, parseVersion, type Version } from "@/lib/launcher/version.ts";

/** Most releases listed: a client years behind needs the newest, not a megabyte of notes. */
export const MAX_LISTED_RELEASES = 25;

/** What a client asks of `launcher/updates`. */
export interface UpdatesQuery {
  readonly channel: Channel;
  /** The version that the client has, when it says so. */
  readonly current: Version | undefined;
}

/** Answers a client's question from what is rendered. */
export type UpdateAnswers = (query: UpdatesQuery) => Rendered;

/**
 * Reads the query of `launcher/updates`.
 *
 * @throws {ApiError} `invalid_parameter` for an unknown channel or a version that is not SemVer.
 */
export function parseUpdatesQuery(url: URL): UpdatesQuery {
  const query = parseQuery(url);
  const channel = parseChoice(query, "channel", { allowed: CHANNELS, fallback: "stable" });
  const text = readParameter(query, "version");
  if (text === undefined) return { channel, current: undefined };
  const current = parseVersion(text);
  if (current !== undefined) return { channel, current };
  throw invalidParameterError("version", text, "must be a SemVer 2.0 version such as 7.5.0 or 8.0.0-beta.1");
}

/** Prepares `launcher/updates` for both channels. */
export async function prepareUpdates(document: LauncherDocument, freshness: Freshness): Promise<UpdateAnswers> {
  const { launcher } = document.applications;
  const all = toPublished(launcher.releases);
  const options = { minimum: parseVersion(launcher.minimumSupported ?? ""), all, freshness };
  const channels = { stable: await prepareChannel("stable", options), beta: await prepareChannel("beta", options) };
  return ({ channel, current }) => channels[channel](current);
}

interface ChannelOptions {
  readonly minimum: Version | undefined;
  readonly all: readonly Published[];
  readonly freshness: Freshness;
}

// Only the few fields about the client are written per request; the releases, most of the bytes, are text already.
async function prepareChannel(channel: Channel, { minimum, all, freshness }: ChannelOptions) {
  const offered = filterChannel(all, channel);
  const tails = renderTails(offered, minimum, freshness);
  const tag = await toTag(channel + tails.at(-1));
  const known = new Set(all.map(({ version }) => toPrecedence(version)));
  const isBelowMinimum = (version: Version) => minimum !== undefined && compareVersions(version, minimum) < 0;

  return (current: Version | undefined): Rendered => {
    if (current === undefined) return { body: renderHead(channel, NOTHING_KNOWN) + tails.at(-1), etag: tag };
    const newer = countNewer(offered, current);
    const flags = {
      current: current.text,
      updateAvailable: newer > 0,
      // Without an update to install, "mandatory" would lock the client out.
      mandatory: newer > 0 && isBelowMinimum(current),
      // A published beta is no mistake to be undone, even for who asks for the stable channel.
      rollback: offered[0] !== undefined && compareVersions(current, offered[0].version) > 0 &&
        !known.has(toPrecedence(current)),
    };
    const tail = tails[Math.min(newer, MAX_LISTED_RELEASES)] ?? "";
    return { body: renderHead(channel, flags) + tail, etag: toVariantTag(tag, current.text) };
  };
}

const NOTHING_KNOWN = { current: null, updateAvailable: false, mandatory: false, rollback: false };

function renderHead(channel: Channel, flags: object): string {
  return JSON.stringify({ success: true, status: 200, channel, ...flags }).slice(0, -1);
}

// tails[n] lists the n newest releases.
function renderTails(
  offered: readonly Published[],
  minimum: Version | undefined,
  freshness: Freshness,
): readonly string[] {
  const releases = offered.slice(0, MAX_LISTED_RELEASES).map(({ release }) => toListed(release));
  const latest = releases[0] ?? null;
  return Array.from({ length: releases.length + 1 }, (_, n) => {
    const fields = { minimumSupported: minimum?.text ?? null, latest, updates: releases.slice(0, n) };
    return `,${JSON.stringify({ ...fields, ...toStaleFields(freshness) }).slice(1)}`;
  });
}

function toListed({ version, beta, releaseDate, size, sha256, url, notes }: Release): object {
  return { version, beta, releaseDate, size, sha256, url, notes };
}

function toPrecedence({ core, prerelease }: Version): string {
  return `${core.join(".")}-${prerelease.join(".")}`;
}

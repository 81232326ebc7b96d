import type { z } from "zod";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { describeLauncher } from "@/lib/endpoints/launcher_endpoint.ts";
import { type Feed, MAX_FEED_RELEASES } from "@/lib/launcher/feeds/feed.ts";
import { FEEDS, Feeds } from "@/lib/launcher/feeds/feeds.ts";
import { TAURI, TAURI_ARCHES, TAURI_TARGETS } from "@/lib/launcher/feeds/tauri.ts";
import { type ReleaseFile, toTraits } from "@/lib/launcher/files.ts";
import { withFiles } from "@/lib/launcher/release.ts";
import { CHANNELS, toPublished } from "@/lib/launcher/releases.ts";
import * as schemas from "@/lib/launcher/response_schemas.ts";
import { parseVersionParameter } from "@/lib/launcher/version.ts";

/** The query parameter that selects a channel. */
export const CHANNEL = {
  summary: "`beta` includes beta releases",
  type: "string",
  allowed: CHANNELS,
  default: "stable",
} as const;

const QUERY = { channel: CHANNEL };

/** The fields of the feeds whose file is a JSON response. */
const JSON_FIELDS: Readonly<Record<string, z.ZodRawShape>> = { [TAURI.name]: schemas.TAURI_MANIFEST_FIELDS };

const NEWEST = {
  version: "7.7.0",
  beta: false,
  releaseDate: "2026-10-02T12:10:00Z",
  notes: "The launcher starts without a network and says what it could not check.",
  downloads: 0,
  withdrawn: false,
};

/** The feeds of the newest release of the sample, with one file for each: their content is the examples. */
const EXAMPLES = new Feeds(
  toPublished([withFiles(NEWEST, [
    toFile("launcher-setup-7.7.0.exe", {
      size: 51228672,
      sha256: "a1945cfe8be99cabb80b1a30981f092b9b2ce0e25fad28a56e466e58dcebb1e9",
      sha512:
        "ace30b40cf1107f12458b9f1dbd9976a822f82c91797665237d7af645c02c7b90c36746a85ebf0e25e5b9ce5de8ec442912d0dacdb" +
        "a6662885e1c850aa37b847",
    }),
    toFile("launcher-7.7.0-universal-mac.zip", {
      size: 82990449,
      signature: "G2KqkN8tG8bzXq14LP5xMBTPjaraE6FRNkzP/nGQSndK0BuWHivQ+oH4VfoLN4W6DNmqpvwy0aHIPj3nGBRYfA==",
    }),
    toFile("launcher-7.7.0-universal.app.tar.gz", {
      size: 80941302,
      signature: "dW50cnVzdGVkIGNvbW1lbnQ6IHNpZ25hdHVyZSBmcm9tIHRhdXJpIHNlY3JldCBrZXkK",
    }),
  ])]),
);

const UPDATERS = new Intl.ListFormat("en-GB").format(FEEDS.map(({ updater }) => updater));

/** The launcher's releases in the formats of other updaters. */
export const FEED_ENDPOINTS: readonly Endpoint[] = [
  describeLauncher({
    id: "v5-feeds",
    path: "/launcher/feeds",
    summary: `Returns the feeds for ${UPDATERS}, and what each release lacks for each of them`,
    description: "A release is in a feed if a file for at least one platform lacks nothing. " +
      `The newest ${MAX_FEED_RELEASES} releases are listed.`,
    fields: schemas.FEEDS_FIELDS,
    response: EXAMPLES.list("stable", "/api/v5/app/launcher/feeds"),
    queryParameters: QUERY,
  }),
  describeLauncher({
    id: "v5-feed-tauri",
    path: `/launcher/feeds/${TAURI.dynamicPath}`,
    summary: "Returns the update for a client of Tauri 2, or 204 if there is nothing newer",
    description: "The endpoint for `plugins.updater.endpoints`: the updater fills in its three variables.",
    fields: schemas.TAURI_FIELDS,
    response: EXAMPLES.findTauriUpdate("stable", {
      target: "darwin",
      arch: "aarch64",
      current: parseVersionParameter("current_version", "7.5.0"),
    })!,
    otherResponses: [{ type: "", status: 204, summary: "There is no newer release for this client." }],
    pathParameters: {
      target: { summary: "The platform", type: "string", allowed: TAURI_TARGETS, example: "darwin" },
      arch: { summary: "The processor architecture", type: "string", allowed: TAURI_ARCHES, example: "aarch64" },
      "current_version": { summary: "The installed version", type: "string", example: "7.5.0" },
    },
    queryParameters: QUERY,
    example: "/launcher/feeds/tauri/darwin/aarch64/7.5.0",
  }),
  ...FEEDS.map(describeFeed),
];

function describeFeed({ endpoint, type, files, write, name }: Feed): Endpoint {
  const [[file, client], ...others] = Object.entries(files) as [[string, Feed["files"][string]]];
  const options = { title: "app", link: "http://localhost:8000" };
  const example = EXAMPLES.write(file, "stable", options);
  const fields = JSON_FIELDS[name];
  const fileParameter = { type: "string" as const, allowed: Object.keys(files), example: file };
  const hasFiles = others.length > 0;
  return describeLauncher({
    id: `v5-feed-${endpoint.id}`,
    path: `/launcher/feeds/${hasFiles ? "{file}" : file}`,
    summary: endpoint.summary,
    description: endpoint.description,
    ...(fields === undefined
      ? { otherResponses: [{ type, headers: ["etag"], example }] }
      : { fields, response: example as object }),
    ...(write([], { ...client, ...options }) === undefined ? { needsRelease: true } : {}),
    ...(hasFiles ? { pathParameters: { file: { summary: endpoint.file ?? "The file", ...fileParameter } } } : {}),
    queryParameters: hasFiles
      ? { channel: { summary: "The channel, if it is not that of the file", type: "string", allowed: CHANNELS } }
      : QUERY,
    example: `/launcher/feeds/${file}`,
  });
}

function toFile(name: string, changes: Partial<ReleaseFile>): ReleaseFile {
  const url = `https://downloads.example.com/${name}`;
  return { ...toTraits(url), url, size: 0, sha256: null, sha512: null, signature: null, downloads: 0, ...changes };
}

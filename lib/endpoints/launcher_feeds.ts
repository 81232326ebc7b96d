import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { describeLauncher } from "@/lib/endpoints/launcher_endpoint.ts";
import { ELECTRON_FILES } from "@/lib/launcher/feeds/electron.ts";
import { MAX_FEED_RELEASES } from "@/lib/launcher/feeds/feeds.ts";
import { TAURI_ARCHES, TAURI_TARGETS } from "@/lib/launcher/feeds/tauri.ts";
import { CHANNELS } from "@/lib/launcher/releases.ts";
import * as schemas from "@/lib/launcher/response_schemas.ts";

/** The query parameter that selects a channel. */
export const CHANNEL = {
  summary: "`beta` includes beta releases",
  type: "string",
  allowed: CHANNELS,
  default: "stable",
} as const;

const QUERY = { channel: CHANNEL };

const TAURI_FILE = {
  url: "https://downloads.example.com/launcher-7.7.0-universal.app.tar.gz",
  signature: "dW50cnVzdGVkIGNvbW1lbnQ6IHNpZ25hdHVyZSBmcm9tIHRhdXJpIHNlY3JldCBrZXkK",
};

const TAURI_HEAD = {
  version: "7.7.0",
  notes: "The launcher starts without a network and says what it could not check.",
  "pub_date": "2026-10-02T12:10:00Z",
};

const YAML_EXAMPLE = `version: "7.7.0"
files:
  - url: "https://downloads.example.com/launcher-setup-7.7.0.exe"
    sha512: "rOMLQM8RB/EkWLnx29mXaoIvgskXl2ZSN9evZFwCx7kMNnRqhevw4l5bnOXejsRCkS0NrNumZiiF4chQqje4Rw=="
    size: 51228672
path: "https://downloads.example.com/launcher-setup-7.7.0.exe"
sha512: "rOMLQM8RB/EkWLnx29mXaoIvgskXl2ZSN9evZFwCx7kMNnRqhevw4l5bnOXejsRCkS0NrNumZiiF4chQqje4Rw=="
releaseDate: "2026-10-02T12:10:00Z"
releaseNotes: "The launcher starts without a network and says what it could not check."
`;

const XML_EXAMPLE = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle">
  <channel>
    <title>app</title>
    <link>http://localhost:8000</link>
    <description>Updates of app</description>
    <item>
      <title>Version 7.7.0</title>
      <pubDate>Fri, 02 Oct 2026 12:10:00 +0000</pubDate>
      <sparkle:version>7.7.0</sparkle:version>
      <sparkle:shortVersionString>7.7.0</sparkle:shortVersionString>
      <description>The launcher starts without a network and says what it could not check.</description>
      <enclosure url="https://downloads.example.com/launcher-7.7.0-universal-mac.zip" length="82990449" …/>
    </item>
  </channel>
</rss>
`;

/** The launcher's releases in the formats of other updaters. */
export const FEED_ENDPOINTS: readonly Endpoint[] = [
  describeLauncher({
    id: "v5-feeds",
    path: "/launcher/feeds",
    summary: "Returns the feeds for Tauri, electron-updater and Sparkle, and what each release lacks for each of them",
    description: "A release is in a feed if a file for at least one platform lacks nothing. " +
      `The newest ${MAX_FEED_RELEASES} releases are listed.`,
    fields: schemas.FEEDS_FIELDS,
    response: {
      channel: "stable",
      feeds: [{
        name: "sparkle",
        paths: ["/api/v5/app/launcher/feeds/appcast.xml"],
        latest: "7.7.0",
        releases: [{ version: "7.7.0", missing: [] }, {
          version: "7.4.0",
          missing: ["windows: an Ed25519 signature of Sparkle's sign_update"],
        }],
      }],
    },
    queryParameters: QUERY,
  }),
  describeLauncher({
    id: "v5-feed-tauri",
    path: "/launcher/feeds/tauri/{target}/{arch}/{current_version}",
    summary: "Returns the update for a client of Tauri 2, or 204 if there is nothing newer",
    description: "The endpoint for `plugins.updater.endpoints`: the updater fills in its three variables.",
    fields: schemas.TAURI_FIELDS,
    response: { ...TAURI_HEAD, ...TAURI_FILE },
    otherResponses: [{ type: "", status: 204, summary: "There is no newer release for this client." }],
    pathParameters: {
      target: { summary: "The platform", type: "string", allowed: TAURI_TARGETS, example: "darwin" },
      arch: { summary: "The processor architecture", type: "string", allowed: TAURI_ARCHES, example: "aarch64" },
      "current_version": { summary: "The installed version", type: "string", example: "7.5.0" },
    },
    queryParameters: QUERY,
    example: "/launcher/feeds/tauri/darwin/aarch64/7.5.0",
  }),
  describeLauncher({
    id: "v5-feed-tauri-static",
    path: "/launcher/feeds/tauri.json",
    summary: "Returns the newest release for all platforms as Tauri's static JSON",
    description: "Newer clients select by installer too, so that an MSI installation is updated by an MSI.",
    fields: schemas.TAURI_MANIFEST_FIELDS,
    response: { ...TAURI_HEAD, platforms: { "darwin-aarch64": TAURI_FILE } },
    needsRelease: true,
    queryParameters: QUERY,
  }),
  describeLauncher({
    id: "v5-feed-electron",
    path: "/launcher/feeds/{file}",
    summary: "Returns the newest release for one platform in the format of electron-updater",
    description: "The `url` of the provider `generic` is this URL without the name of the file.",
    otherResponses: [{ type: "application/yaml", headers: ["etag"], example: YAML_EXAMPLE }],
    needsRelease: true,
    pathParameters: {
      file: {
        summary: "The channel and the platform; the files without a platform are for Windows",
        type: "string",
        allowed: Object.keys(ELECTRON_FILES),
        example: "latest.yml",
      },
    },
    queryParameters: {
      channel: { summary: "The channel, if it is not that of the file", type: "string", allowed: CHANNELS },
    },
    example: "/launcher/feeds/latest.yml",
  }),
  describeLauncher({
    id: "v5-feed-appcast",
    path: "/launcher/feeds/appcast.xml",
    summary: "Returns the releases as an appcast for Sparkle, WinSparkle and NetSparkle",
    description: `The newest ${MAX_FEED_RELEASES} releases, with one item for each platform.`,
    otherResponses: [{ type: "application/xml", headers: ["etag"], example: XML_EXAMPLE }],
    queryParameters: QUERY,
  }),
];

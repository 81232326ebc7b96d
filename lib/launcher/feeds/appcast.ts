import { type Feed, type FeedOptions, MAX_FEED_RELEASES } from "@/lib/launcher/feeds/feed.ts";
import type { Arch, Platform } from "@/lib/launcher/file_words.ts";
import type { ReleaseFile } from "@/lib/launcher/release_file.ts";
import type { Release } from "@/lib/launcher/release.ts";
import { escapeXml } from "@/lib/text/xml.ts";

/** The appcast of Sparkle, WinSparkle and NetSparkle, which require files with an Ed25519 signature. */
export const APPCAST: Feed = {
  name: "sparkle",
  hasLink: true,
  updater: "Sparkle",
  endpoint: {
    id: "appcast",
    summary: "Returns the releases as an appcast for Sparkle, WinSparkle and NetSparkle",
    description: `The newest ${MAX_FEED_RELEASES} releases, with one item for each platform.`,
  },
  mediaType: "application/xml",
  files: { "appcast.xml": { channel: "stable" } },
  isSemVerOnly: false,
  fileTypes: {
    windows: { pattern: /\.(?:exe|msi)$/i, name: ".exe or .msi" },
    macos: { pattern: /\.(?:zip|dmg|pkg|tar\.(?:gz|xz|bz2))$/i, name: ".zip, .dmg, .pkg or .tar.gz" },
    linux: { pattern: /./, name: "any" },
  },
  // As in SYSTEMS below.
  oneFilePlatforms: ["macos", "linux"],
  // 64 bytes in Base64.
  isVerifiable: ({ signature }) => signature !== null && /^[A-Za-z0-9+/]{86}==$/.test(signature),
  proof: "an Ed25519 signature of Sparkle's sign_update",
  write: toAppcast,
};

// Newest first. Each platform has an item of its own because Sparkle reads one file. RSS requires a link.
function toAppcast(offered: Iterable<Release>, { title, link }: FeedOptions): string {
  const items = [...offered].slice(0, MAX_FEED_RELEASES).flatMap(toItems);
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle">
  <channel>
    <title>${escapeXml(title)}</title>
    <link>${escapeXml(link)}</link>
    <description>${escapeXml(`Updates of ${title}`)}</description>
${items.join("")}  </channel>
</rss>
`;
}

// A client takes the first item that suits it. Before version 2.9 Sparkle cannot choose by architecture, so only
// the program that runs on most machines is listed.
const SYSTEMS: readonly (readonly [string, Platform, readonly Arch[]])[] = [
  ["windows-x64", "windows", ["x64"]],
  ["windows-arm64", "windows", ["arm64"]],
  ["windows-x86", "windows", ["x86"]],
  ["windows", "windows", ["any", "universal"]],
  ["macos", "macos", ["universal", "x64", "any", "arm64"]],
  ["linux", "linux", ["x64", "any", "arm64", "x86"]],
];

function toItems(release: Release): string[] {
  return SYSTEMS.flatMap(([os, platform, arches]) => {
    const file = arches.map((arch) => release.files.find((each) => each.platform === platform && each.arch === arch))
      .find((each) => each !== undefined);
    return file === undefined ? [] : [toItem(release, { os, file })];
  });
}

function toItem({ version, releaseDate, notes }: Release, { os, file }: { os: string; file: ReleaseFile }): string {
  const attributes = {
    url: file.url,
    length: String(file.size),
    type: "application/octet-stream",
    "sparkle:os": os,
    "sparkle:edSignature": file.signature ?? "",
  };
  const enclosure = Object.entries(attributes).map(([name, value]) => `${name}="${escapeXml(value)}"`).join(" ");
  const hardware = os === "macos" && file.arch === "arm64"
    ? "\n      <sparkle:hardwareRequirements>arm64</sparkle:hardwareRequirements>"
    : "";
  // All readers show the description as HTML; whatever the notes contain must appear as text.
  const html = escapeXml(notes).replace(/\r?\n/g, "<br>");
  return `    <item>
      <title>${escapeXml(`Version ${version}`)}</title>
      <pubDate>${new Date(releaseDate).toUTCString().replace("GMT", "+0000")}</pubDate>
      <sparkle:version>${escapeXml(version)}</sparkle:version>
      <sparkle:shortVersionString>${escapeXml(version)}</sparkle:shortVersionString>${hardware}
      <description>${escapeXml(html)}</description>
      <enclosure ${enclosure}/>
    </item>
`;
}

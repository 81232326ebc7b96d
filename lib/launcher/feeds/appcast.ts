import type { FeedFormat } from "@/lib/launcher/feeds/format.ts";
import type { Arch, Platform } from "@/lib/launcher/file_name.ts";
import type { ReleaseFile } from "@/lib/launcher/files.ts";
import type { Release } from "@/lib/launcher/release.ts";
import type { Published } from "@/lib/launcher/releases.ts";
import { escapeXml } from "@/lib/launcher/xml.ts";

/** What Sparkle, WinSparkle and NetSparkle require: files with an Ed25519 signature. */
export const APPCAST: FeedFormat = {
  name: "sparkle",
  needsSemVer: false,
  types: {
    windows: { pattern: /\.(?:exe|msi)$/i, name: ".exe or .msi" },
    macos: { pattern: /\.(?:zip|dmg|pkg|tar\.(?:gz|xz|bz2))$/i, name: ".zip, .dmg, .pkg or .tar.gz" },
    linux: { pattern: /./, name: "any" },
  },
  // 64 bytes in Base64.
  isVerifiable: ({ signature }) => signature !== null && /^[A-Za-z0-9+/]{86}==$/.test(signature),
  proof: "an Ed25519 signature of Sparkle's sign_update",
};

/** Options of {@linkcode toAppcast}. */
export interface AppcastOptions {
  readonly title: string;
  /** The address of the service, which RSS requires. */
  readonly link: string;
}

/** Writes the releases of the feed, newest first. Each platform has an item of its own because Sparkle reads one file. */
export function toAppcast(published: readonly Published[], { title, link }: AppcastOptions): string {
  const items = published.flatMap(({ release }) => toTargets(release).map((target) => toItem(release, target)));
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

/** A file with the system that it is for. */
interface Target {
  readonly os: string;
  readonly file: ReleaseFile;
}

// A client takes the first item that suits it. Before version 2.9 Sparkle cannot choose by architecture, so that the
// program which runs on most machines is listed alone.
const SYSTEMS: readonly (readonly [string, Platform, readonly Arch[]])[] = [
  ["windows-x64", "windows", ["x64"]],
  ["windows-arm64", "windows", ["arm64"]],
  ["windows-x86", "windows", ["x86"]],
  ["windows", "windows", ["any", "universal"]],
  ["macos", "macos", ["universal", "x64", "any", "arm64"]],
  ["linux", "linux", ["x64", "any", "arm64", "x86"]],
];

function toTargets({ files }: Release): Target[] {
  return SYSTEMS.flatMap(([os, platform, arches]) => {
    const file = arches.map((arch) => files.find((each) => each.platform === platform && each.arch === arch))
      .find((each) => each !== undefined);
    return file === undefined ? [] : [{ os, file }];
  });
}

function toItem({ version, releaseDate, notes }: Release, { os, file }: Target): string {
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
  return `    <item>
      <title>${escapeXml(`Version ${version}`)}</title>
      <pubDate>${new Date(releaseDate).toUTCString().replace("GMT", "+0000")}</pubDate>
      <sparkle:version>${escapeXml(version)}</sparkle:version>
      <sparkle:shortVersionString>${escapeXml(version)}</sparkle:shortVersionString>${hardware}
      <description>${escapeXml(toHtml(notes))}</description>
      <enclosure ${enclosure}/>
    </item>
`;
}

// All readers show the description as HTML; whatever the notes contain must appear as text.
function toHtml(notes: string): string {
  return escapeXml(notes).replace(/\r?\n/g, "<br>");
}

import type { FeedFormat } from "@/lib/launcher/feeds/format.ts";
import { type Client, findFiles, type ReleaseFile } from "@/lib/launcher/files.ts";
import type { Channel, Published } from "@/lib/launcher/releases.ts";

/** What electron-updater requires: files with a checksum, and on macOS a .zip file. */
export const ELECTRON: FeedFormat = {
  name: "electron",
  needsSemVer: true,
  types: {
    windows: { pattern: /\.exe$/i, name: ".exe" },
    macos: { pattern: /\.zip$/i, name: ".zip" },
    linux: { pattern: /\.(?:AppImage|deb|rpm|pacman)$/i, name: ".AppImage, .deb, .rpm or .pacman" },
  },
  isVerifiable: ({ sha256, sha512 }) => sha256 !== null || sha512 !== null,
  proof: "a checksum",
};

/** The client that reads a file of the feed, and the channel of that file. */
interface ElectronFile extends Client {
  readonly channel: Channel;
}

const SUFFIXES: Readonly<Record<string, Client>> = {
  "": { platform: "windows" },
  "-mac": { platform: "macos" },
  "-linux": { platform: "linux", arch: "x64" },
  "-linux-arm64": { platform: "linux", arch: "arm64" },
};

/** The files that electron-updater requests, by name: `latest-mac.yml`. */
export const ELECTRON_FILES: Readonly<Record<string, ElectronFile>> = Object.fromEntries(
  Object.entries({ latest: "stable", beta: "beta" } as const).flatMap(([name, channel]) => {
    return Object.entries(SUFFIXES).map(([suffix, client]) =>
      [`${name}${suffix}.yml`, { ...client, channel }] as const
    );
  }),
);

/** Writes the newest release with a file for the client, or returns `undefined` if there is none. */
export function toUpdateInfo(published: readonly Published[], client: Client): string | undefined {
  for (const { release } of published) {
    const files = findFiles(release.files, client);
    if (files.length === 0) continue;
    const [first] = files as [ReleaseFile];
    return [
      `version: ${quote(release.version)}`,
      "files:",
      ...files.map((file) => `  - url: ${quote(file.url)}\n    ${toChecksum(file)}\n    size: ${file.size}`),
      // Versions before 3 read these two.
      `path: ${quote(first.url)}`,
      toChecksum(first),
      `releaseDate: ${quote(release.releaseDate)}`,
      `releaseNotes: ${quote(release.notes)}`,
      "",
    ].join("\n");
  }
  return undefined;
}

// SHA-512 in Base64, or SHA-256 in hexadecimal, which GitHub has.
function toChecksum({ sha256, sha512 }: ReleaseFile): string {
  return sha512 === null ? `sha2: ${quote(sha256 ?? "")}` : `sha512: ${quote(Uint8Array.fromHex(sha512).toBase64())}`;
}

// JSON is YAML, except that YAML does not allow some characters that JSON does not escape.
function quote(text: string): string {
  return JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

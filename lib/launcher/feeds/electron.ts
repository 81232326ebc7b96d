import type { Feed } from "@/lib/launcher/feeds/feed.ts";
import { type Client, findFiles, type ReleaseFile } from "@/lib/launcher/release_file.ts";
import type { Release } from "@/lib/launcher/release.ts";

/** The files of electron-updater, which requires a checksum, and on macOS a .zip file. */
export const ELECTRON: Feed = {
  name: "electron",
  updater: "electron-updater",
  endpoint: {
    id: "electron",
    summary: "Returns the newest release for one platform in the format of electron-updater",
    description: "The `url` of the provider `generic` is this URL without the name of the file.",
    file: "The channel and the platform; the files without a platform are for Windows",
  },
  mediaType: "application/yaml",
  files: {
    "latest.yml": { channel: "stable", platform: "windows" },
    "latest-mac.yml": { channel: "stable", platform: "macos" },
    "latest-linux.yml": { channel: "stable", platform: "linux", arch: "x64" },
    "latest-linux-arm64.yml": { channel: "stable", platform: "linux", arch: "arm64" },
    "beta.yml": { channel: "beta", platform: "windows" },
    "beta-mac.yml": { channel: "beta", platform: "macos" },
    "beta-linux.yml": { channel: "beta", platform: "linux", arch: "x64" },
    "beta-linux-arm64.yml": { channel: "beta", platform: "linux", arch: "arm64" },
  },
  isSemVerOnly: true,
  fileTypes: {
    windows: { pattern: /\.exe$/i, name: ".exe" },
    macos: { pattern: /\.zip$/i, name: ".zip" },
    linux: { pattern: /\.(?:AppImage|deb|rpm|pacman)$/i, name: ".AppImage, .deb, .rpm or .pacman" },
  },
  isVerifiable: ({ sha256, sha512 }) => sha256 !== null || sha512 !== null,
  proof: "a checksum",
  write: toUpdateInfo,
};

// The newest release with a file for the client.
function toUpdateInfo(offered: Iterable<Release>, client: Client): string | undefined {
  for (const release of offered) {
    const files = findFiles(release.files, client);
    const [first] = files;
    if (first === undefined) continue;
    return [
      `version: ${quote(release.version)}`,
      "files:",
      ...files.map(toFileEntry),
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

function toFileEntry(file: ReleaseFile): string {
  const entry = `  - url: ${quote(file.url)}\n    ${toChecksum(file)}\n    size: ${file.size}`;
  return file.blockMapSize === undefined ? entry : `${entry}\n    blockMapSize: ${file.blockMapSize}`;
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

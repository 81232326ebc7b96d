import { type Feed, filterFeed } from "@/lib/launcher/feeds/feed.ts";
import { fileNameOf, findFiles, type ReleaseFile } from "@/lib/launcher/release_file.ts";
import type { Release } from "@/lib/launcher/release.ts";
import { compareVersions, type Version } from "@/lib/launcher/version.ts";

const PLATFORM_OF = { windows: "windows", darwin: "macos", linux: "linux" } as const;

/** No release file is classified as armv7 or riscv64. */
const ARCH_OF = { "x86_64": "x64", aarch64: "arm64", i686: "x86", armv7: undefined, riscv64: undefined } as const;

/** Tauri's names of platforms. */
export const TAURI_TARGETS = Object.keys(PLATFORM_OF) as (keyof typeof PLATFORM_OF)[];

/** Tauri's names of architectures. */
export const TAURI_ARCHES = Object.keys(ARCH_OF) as (keyof typeof ARCH_OF)[];

/** What others call these platforms and architectures. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  macos: "darwin",
  mac: "darwin",
  win: "windows",
  win32: "windows",
  arm64: "aarch64",
  x64: "x86_64",
  amd64: "x86_64",
  x86: "i686",
};

/** The feed of Tauri's updater, which requires files that `tauri build` has signed. */
export const TAURI: Feed = {
  name: "tauri",
  updater: "Tauri",
  endpoint: {
    id: "tauri-static",
    summary: "Returns the newest release for all platforms as Tauri's static JSON",
    description: "Newer clients select by installer too, so that an MSI installation is updated by an MSI.",
  },
  mediaType: "application/json",
  fields: ({ z, version, instant }) => ({
    version,
    notes: z.string(),
    "pub_date": instant,
    platforms: z.record(z.string(), z.object({ url: z.url(), signature: z.base64() })),
  }),
  files: { "tauri.json": { channel: "stable" } },
  dynamicPath: "tauri/{target}/{arch}/{current_version}",
  isSemVerOnly: true,
  fileTypes: {
    windows: { pattern: /\.(?:exe|msi|(?:nsis|msi)\.zip)$/i, name: ".exe or .msi" },
    macos: { pattern: /\.tar\.gz$/i, name: ".app.tar.gz" },
    linux: { pattern: /\.(?:AppImage(?:\.tar\.gz)?|deb|rpm)$/i, name: ".AppImage, .deb or .rpm" },
  },
  // The content of a .sig file: the text that minisign writes, in Base64.
  isVerifiable: ({ signature }) => signature?.startsWith(btoa("untrusted comment:")) === true,
  proof: "a signature of tauri build",
  write: toManifest,
};

/** The client that asks Tauri's dynamic endpoint. */
export interface TauriClient {
  readonly target: typeof TAURI_TARGETS[number];
  readonly arch: typeof TAURI_ARCHES[number];
  readonly current: Version;
}

/** Returns the newest update for a client, or `undefined` if there is none. */
export function findTauriUpdate(offered: readonly Release[], client: TauriClient): object | undefined {
  for (const release of filterFeed(offered, TAURI)) {
    if (compareVersions(release.parsed, client.current) <= 0) return undefined;
    const [file] = findTauriFiles(release, client);
    if (file !== undefined) return { ...toVersionFields(release), ...toFileFields(file) };
  }
  return undefined;
}

// The newest release of the feed with all of its platforms.
function toManifest([release]: Iterable<Release>): object | undefined {
  if (release === undefined) return undefined;
  const platforms: Record<string, object> = {};
  for (const target of TAURI_TARGETS) {
    for (const arch of TAURI_ARCHES) {
      const files = findTauriFiles(release, { target, arch });
      const [best] = files;
      if (best !== undefined) platforms[`${target}-${arch}`] = toFileFields(best);
      // Newer clients prefer the key of their own installer: an MSI beside an NSIS installation is not an update.
      for (const file of files) platforms[`${target}-${arch}-${toInstaller(file)}`] ??= toFileFields(file);
    }
  }
  return { ...toVersionFields(release), platforms };
}

function findTauriFiles(release: Release, { target, arch }: Pick<TauriClient, "target" | "arch">): ReleaseFile[] {
  const client = { platform: PLATFORM_OF[target], arch: ARCH_OF[arch] };
  return client.arch === undefined ? [] : findFiles(release.files, client);
}

function toVersionFields({ version, notes, releaseDate }: Release): object {
  return { version, notes, "pub_date": releaseDate };
}

function toFileFields({ url, signature }: ReleaseFile): object {
  return { url, signature };
}

function toInstaller({ url }: ReleaseFile): string {
  const [, type = "app"] =
    /\.(msi|exe|nsis|appimage|deb|rpm)(?:\.zip|\.tar\.gz)?$/.exec(fileNameOf(url).toLowerCase()) ?? [];
  return type === "exe" ? "nsis" : type;
}

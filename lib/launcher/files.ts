import {
  type Arch,
  ARCHES,
  classifyFile,
  type FileTraits,
  KINDS,
  type Platform,
  PLATFORMS,
} from "@/lib/launcher/file_name.ts";

/** The platforms that a client can have. */
export const CLIENT_PLATFORMS = ["windows", "macos", "linux"] as const satisfies Platform[];

/** The architectures that a client can have. */
export const CLIENT_ARCHES = ["x64", "arm64", "x86"] as const satisfies Arch[];

/** One file of a release. */
export interface ReleaseFile extends FileTraits {
  readonly url: string;
  readonly size: number;
  readonly sha256: string | null;
  /** Hexadecimal, like `sha256`. */
  readonly sha512: string | null;
  /** A signature of the file in Base64; each updater has its own format. */
  readonly signature: string | null;
  readonly downloads: number;
}

/** What a client runs on; without a platform or an architecture, every file is suitable. */
export interface Client {
  readonly platform?: typeof CLIENT_PLATFORMS[number] | undefined;
  readonly arch?: typeof CLIENT_ARCHES[number] | undefined;
}

/** The client that the fields `url`, `size` and `sha256` of a release are for, because old clients run on nothing else. */
const DEFAULT_CLIENT: Client = { platform: "windows", arch: "x64" };

/** The order of files for the same use: the type that most people install comes first. */
const EXTENSIONS = ["exe", "msi", "dmg", "pkg", "appimage", "zip"];

/** Sorts files by platform, then installers before packages before archives. */
export function sortFiles(files: readonly ReleaseFile[]): ReleaseFile[] {
  const rank = ({ platform, kind, url }: ReleaseFile) => {
    const extension = EXTENSIONS.indexOf(toFileName(url).toLowerCase().split(".").at(-1) ?? "");
    return [PLATFORMS.indexOf(platform), KINDS.indexOf(kind), extension === -1 ? EXTENSIONS.length : extension];
  };
  const ranked = files.map((file) => ({ file, ranks: rank(file) }));
  return ranked.sort((a, b) => a.ranks.map((each, i) => each - b.ranks[i]!).find((order) => order !== 0) ?? 0)
    .map(({ file }) => file);
}

/** Returns the files that run on a client, the best first. `files` must be sorted. */
export function findFiles(files: readonly ReleaseFile[], { platform, arch }: Client): ReleaseFile[] {
  // Without an architecture, a file for more machines is better: most of them run x64, some of them by emulation.
  const arches: readonly Arch[] = arch === undefined
    ? ["universal", "x64", "any", "x86", "arm64"]
    : [arch, "universal", "any"];
  const rank = (file: ReleaseFile) => KINDS.indexOf(file.kind) * ARCHES.length + arches.indexOf(file.arch);
  return files
    .filter((file) => platform === undefined || file.platform === platform || file.platform === "any")
    .filter((file) => arches.includes(file.arch))
    .sort((a, b) => PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform) || rank(a) - rank(b));
}

/** Returns the file that `url`, `size` and `sha256` of a release describe. */
export function findMainFile(files: readonly ReleaseFile[]): ReleaseFile | undefined {
  return findFiles(files, DEFAULT_CLIENT)[0] ?? files[0];
}

/** Returns the traits of a file that its URL reveals. A file with an unusual name is an archive for any machine. */
export function toTraits(url: string): FileTraits {
  return classifyFile(toFileName(url)) ?? { platform: "any", arch: "any", kind: "archive" };
}

/** Returns the file name at the end of a URL, decoded. */
export function toFileName(url: string): string {
  const name = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

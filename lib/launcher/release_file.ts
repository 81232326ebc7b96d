import { decodePercent } from "@/lib/http/request_url.ts";
import type { Fields } from "@/lib/launcher/fields.ts";
import { classifyFile, type FileTraits } from "@/lib/launcher/file_name.ts";
import { type Arch, KINDS, type Platform, PLATFORMS } from "@/lib/launcher/file_words.ts";
import type { STORED_FILE_FIELDS } from "@/lib/launcher/release_fields.ts";

/** The platforms that a client can have. */
export const CLIENT_PLATFORMS = ["windows", "macos", "linux"] as const satisfies Platform[];

/** The architectures that a client can have. */
export const CLIENT_ARCHES = ["x64", "arm64", "x86"] as const satisfies Arch[];

/** One file of a release. */
export type ReleaseFile = Readonly<Fields<typeof STORED_FILE_FIELDS>>;

/** What a client runs on; without a platform or an architecture, every file is suitable. */
export interface Client {
  readonly platform?: typeof CLIENT_PLATFORMS[number] | undefined;
  readonly arch?: typeof CLIENT_ARCHES[number] | undefined;
}

/** The client that `url`, `size` and `sha256` of a release are for: the first launchers ran on nothing else. */
const DEFAULT_CLIENT: Client = { platform: "windows", arch: "x64" };

/** The order of files for the same use: the type that most people install comes first. */
const EXTENSIONS = ["exe", "msi", "dmg", "pkg", "appimage", "zip"];

/** Sorts files by platform, then installers before packages before archives. */
export function sortFiles(files: readonly ReleaseFile[]): ReleaseFile[] {
  return sortByRanks(files, (file) => [PLATFORMS.indexOf(file.platform), KINDS.indexOf(file.kind), rankType(file)]);
}

/** Returns the files that run on a client, the best first. */
export function findFiles(files: readonly ReleaseFile[], { platform, arch }: Client): ReleaseFile[] {
  const arches = toArches(arch);
  const suitable = files.filter((file) => {
    return arches.includes(file.arch) && (platform === undefined || [platform, "any"].includes(file.platform));
  });
  return sortByRanks(suitable, (file) => [
    PLATFORMS.indexOf(file.platform),
    KINDS.indexOf(file.kind),
    isUnlikely(file, arch) ? 1 : 0,
    rankType(file),
    arches.indexOf(file.arch),
  ]);
}

/** Returns the architectures that a file is made for. A program whose name states none is usually for x64. */
export function toClientArches({ arch }: ReleaseFile): readonly typeof CLIENT_ARCHES[number][] {
  if (arch === "universal") return ["x64", "arm64"];
  return [arch === "any" ? "x64" : arch];
}

/** Returns the file that `url`, `size` and `sha256` of a release describe. */
export function findMainFile(files: readonly ReleaseFile[]): ReleaseFile | undefined {
  return findFiles(files, DEFAULT_CLIENT)[0] ?? files[0];
}

/** Returns the traits of a file that its URL reveals. A file with an unusual name is an archive for any machine. */
export function toTraits(url: string): FileTraits {
  return classifyFile(fileNameOf(url)) ?? { platform: "any", arch: "any", kind: "archive" };
}

/** Returns the file name at the end of a URL, decoded. */
export function fileNameOf(url: string): string {
  return decodePercent(URL.parse(url)?.pathname.split("/").at(-1) ?? "");
}

// For a client of unknown architecture, what most machines run comes first. Universal programs of macOS have no x86.
function toArches(arch: Client["arch"]): readonly Arch[] {
  if (arch === undefined) return ["universal", "x64", "any", "x86", "arm64"];
  return arch === "x86" ? ["x86", "any"] : [arch, "universal", "any"];
}

// A program whose name states no architecture is usually for x64.
function isUnlikely(file: ReleaseFile, arch: Client["arch"]): boolean {
  return arch === undefined ? file.arch === "x86" || file.arch === "arm64" : file.arch === "any" && arch !== "x64";
}

function rankType({ url }: ReleaseFile): number {
  const rank = EXTENSIONS.indexOf(fileNameOf(url).toLowerCase().split(".").at(-1) ?? "");
  return rank === -1 ? EXTENSIONS.length : rank;
}

function sortByRanks(files: readonly ReleaseFile[], toRanks: (file: ReleaseFile) => number[]): ReleaseFile[] {
  return files.map((file) => ({ file, ranks: toRanks(file) }))
    .sort((a, b) => a.ranks.map((rank, i) => rank - b.ranks[i]!).find((order) => order !== 0) ?? 0)
    .map(({ file }) => file);
}

/** The platforms of files; `any` for a file that is not made for one of them. */
export const PLATFORMS = ["windows", "macos", "linux", "any"] as const;

/** The processor architectures of files; `any` if the name of a file states none. */
export const ARCHES = ["x64", "arm64", "x86", "universal", "any"] as const;

/** What to do with a file: run it, give it to a package manager, or unpack it. */
export const KINDS = ["installer", "package", "archive"] as const;

/** One of {@linkcode PLATFORMS}. */
export type Platform = typeof PLATFORMS[number];

/** One of {@linkcode ARCHES}. */
export type Arch = typeof ARCHES[number];

/** What the name of a file reveals about it. */
export interface FileTraits {
  readonly platform: Platform;
  readonly arch: Arch;
  readonly kind: typeof KINDS[number];
}

/**
 * Reads platform, architecture and kind from the name of a file, in all common spellings. Returns `undefined` for
 * anything that a person would not download to use the program: checksums, signatures, update metadata, deltas, debug
 * symbols, sources, and builds for platforms and architectures that are not listed here. The words of the program's own
 * name do not count: `Delta-Setup.exe` is the program Delta, not a delta.
 */
export function classifyFile(fileName: string, programName = ""): FileTraits | undefined {
  const name = fileName.toLowerCase();
  const words = toWords(name, toWords(programName.toLowerCase()));
  const platforms = new Set(words.map((word) => PLATFORM_OF.get(word) ?? PLATFORM_OF.get(word.replace(/\d+$/, ""))));
  const arch = findArch(words);
  if (words.some((word) => COMPANIONS.has(word) || /(?:sha\d*|md5)sums?$/.test(word))) return undefined;
  if (platforms.has("other") || arch === "other") return undefined;
  const named = PLATFORMS.find((each) => platforms.has(each));
  const type = TYPES.find(([pattern]) => pattern.test(name));
  // A program without an extension, or compressed alone, is recognized by its platform only.
  if (type === undefined) return named && PLAIN.test(name) ? { platform: named, arch, kind: "archive" } : undefined;
  const [, typical, kind] = type;
  const platform = typical === "any" ? named ?? guessPlatform(name, arch) : typical;
  // Debian's "all" means that the package has no architecture, Apple's that it has every one.
  const isForAll = arch === "any" && platform === "macos" && words.includes("all");
  return { platform, arch: isForAll ? "universal" : arch, kind: /portable|standalone/.test(name) ? "archive" : kind };
}

/** Types of files with their platform; `any` for those that every platform has. */
const TYPES: readonly (readonly [RegExp, Platform, FileTraits["kind"]])[] = [
  [/\.(?:nsis|msi)\.zip$/, "windows", "archive"],
  [/\.(?:exe|msi)$/, "windows", "installer"],
  [/\.(?:msix|appx)(?:bundle)?$/, "windows", "package"],
  [/\.app\.(?:zip|tar\.gz)$/, "macos", "archive"],
  [/\.(?:dmg|pkg)$/, "macos", "installer"],
  [/\.appimage\.tar\.gz$/, "linux", "archive"],
  [/\.(?:appimage|run)$/, "linux", "installer"],
  [/\.(?:deb|rpm|flatpak|snap|pacman|pkg\.tar\.(?:zst|xz))$/, "linux", "package"],
  [/\.(?:zip|7z|tar\.(?:gz|xz|bz2|zst)|tgz|txz|tbz2?)$/, "any", "archive"],
];

/** The end of a name without an extension, or of a single compressed file. */
const PLAIN = /(?:^[^.]*|\.[^.]*[^a-z0-9.][^.]*|\.\d[^.]*|-[^.]*\.(?:gz|xz|zst|bz2))$/;

/** Spellings that are not one word each, with the words that they mean. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/x86[-_.]?64/g, "x64"],
  [/a(?:rm|arch)[-_]64/g, "arm64"],
  [/(32|64)-bit/g, "$1bit"],
  [/(?<=\d[-_])64(?![a-z0-9])/g, "x64"],
  [/(amd64|arm64)v\d/g, "$1"],
  [/risc-v/g, "riscv"],
  // Not the "apple" of Rust's targets.
  [/(?<=macos[-_.])apple(?!-darwin)/g, "arm64"],
  [/(win|windows|mac|macos|osx|linux)(?=x64|x86|arm64|amd64)/g, "$1-"],
  [/(win|mac|macos|osx|linux)64(?![a-z0-9])/g, "$1-x64"],
];

/** Platforms by the words that name them, which a number may follow. */
const PLATFORM_OF = toMap<Platform | "other">({
  windows: "win windows mingw msvc",
  macos: "mac macx macos macosx osx darwin apple mas",
  linux: "linux ubuntu debian fedora opensuse centos alpine musl musleabi musleabihf",
  other: "freebsd openbsd netbsd dragonflybsd dragonfly solaris illumos sunos aix plan9 haiku android ios tvos wasm " +
    "wasi emscripten",
});

const ARCH_OF = toMap<Arch | "other">({
  x64: "x64 amd64 intel intel64 64bit",
  arm64: "arm64 arm64e arm64ec aarch64 armv8 silicon applesilicon m1",
  x86: "x86 i386 i486 i586 i686 386 ia32 32bit linux32",
  universal: "universal universal2",
  other: "arm arm32 armhf armel ia64 s390 s390x loong64 loongarch64",
});

/** Words that begin like this name architectures that are not listed. */
const OTHER_ARCH = /^(?:arm(?:32)?v?[5-7](?!\d)|riscv\d*$|ppc|powerpc|mips|sparc)/;

/** Words in the names of files that accompany a download. */
const COMPANIONS = new Set(
  ("checksum checksums hashes signature signatures sbom spdx cyclonedx provenance attestation attestations blockmap " +
    "symbol symbols pdb pdbs dsym dsyms dbg dbgsym debug debuginfo debugsource debugsymbols delta deltas src source " +
    "sources doc docs documentation completions headers readme changelog license licenses licence licences notice " +
    "notices manifest").split(" "),
);

// The name of the program is left out once: in "delta-1.0.0-delta.zip" the second one is a word.
function toWords(name: string, programName: readonly string[] = []): string[] {
  const spelled = SPELLINGS.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), name);
  const words = spelled.split(/[^a-z0-9]+/).filter((word) => word !== "");
  const start = words.findIndex((_, i) => programName.every((word, j) => word === words[i + j]));
  if (start !== -1) words.splice(start, programName.length);
  return words;
}

function findArch(words: readonly string[]): Arch | "other" {
  const found = new Set(words.map((word) => OTHER_ARCH.test(word) ? "other" : ARCH_OF.get(word)));
  if (found.has("universal") || (found.has("x64") && found.has("arm64"))) return "universal";
  if (found.has("other")) return "other";
  if (found.has("x64") && found.has("x86")) return "any";
  // Electron writes "win32-x64": alone it means 32 bits.
  return ARCHES.find((each) => found.has(each)) ?? (words.includes("win32") ? "x86" : "any");
}

// A program for one architecture is made for one system even if its name does not state which.
function guessPlatform(name: string, arch: Arch): Platform {
  if (arch === "any") return "any";
  if (arch === "universal") return "macos";
  return /\.(?:zip|7z)$/.test(name) ? "windows" : "linux";
}

function toMap<T extends string>(words: Readonly<Partial<Record<T, string>>>): ReadonlyMap<string, T> {
  const entries = Object.entries(words) as [T, string][];
  return new Map(entries.flatMap(([name, list]) => list.split(" ").map((word) => [word, name] as const)));
}

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
 * symbols, sources, and builds for platforms and architectures that are not listed here.
 */
export function classifyFile(fileName: string): FileTraits | undefined {
  // "WinX64" is two words.
  const name = fileName.toLowerCase().replace(/(win|windows|mac|macos|osx|linux)(?=x64|x86|arm64|amd64)/g, "$1-");
  const type = TYPES.find(([pattern]) => pattern.test(name));
  const arch = findArch(name);
  const named = findPlatform(name);
  if (NOT_A_DOWNLOAD.test(name) || OTHER_PLATFORM.test(name) || arch === undefined) return undefined;
  // A program without an extension, or compressed alone, is recognized by its platform only.
  if (type === undefined) return named && BARE.test(name) ? { platform: named, arch, kind: "archive" } : undefined;
  const [pattern, platform = named ?? guessPlatform(pattern, arch), kind] = type;
  // Debian's "all" means that the package has no architecture, Apple's that it has every one.
  const isEvery = arch === "any" && platform === "macos" && word("all").test(name);
  return { platform, arch: isEvery ? "universal" : arch, kind: PORTABLE.test(name) ? "archive" : kind };
}

const ZIP = /\.(?:zip|7z)$/;

/** Types of files with their platform, if the type has one. */
const TYPES: readonly (readonly [RegExp, Platform | undefined, FileTraits["kind"]])[] = [
  [/\.(?:nsis|msi)\.zip$/, "windows", "archive"],
  [/\.(?:exe|msi)$/, "windows", "installer"],
  [/\.(?:msix|appx)(?:bundle)?$/, "windows", "package"],
  [/\.app\.(?:zip|tar\.gz)$/, "macos", "archive"],
  [/\.(?:dmg|pkg)$/, "macos", "installer"],
  [/\.appimage\.tar\.gz$/, "linux", "archive"],
  [/\.(?:appimage|run)$/, "linux", "installer"],
  [/\.(?:deb|rpm|flatpak|snap|pacman|pkg\.tar\.(?:zst|xz))$/, "linux", "package"],
  [ZIP, undefined, "archive"],
  [/\.(?:tar\.(?:gz|xz|bz2|zst)|tgz|txz|tbz2?)$/, undefined, "archive"],
];

/** The end of a name without an extension, or of a single compressed file. */
const BARE = /(?:^[^.]*|\.[^.]*[^a-z0-9.][^.]*|\.\d[^.]*|-[^.]*\.(?:gz|xz|zst|bz2))$/;

const PORTABLE = /portable|standalone/;

/** Words in the names of files that accompany a download. */
const NOT_A_DOWNLOAD = word(
  "\\w*(?:sha\\d*|md5)sums?|checksums?|hashes|signatures?|sbom|spdx|cyclonedx|provenance|attestations?|blockmap|" +
    "symbols?|pdbs?|dsyms?|dbg|dbgsym|debug|debuginfo|debugsource|debugsymbols|deltas?|src|sources?|docs?|" +
    "documentation|completions|headers|readme|changelog|licen[cs]es?|notices?|manifest",
);

const OTHER_PLATFORM = word(
  "(?:free|open|net|dragonfly)bsd|dragonfly|solaris|illumos|sunos|aix|plan9|haiku|android|ios|tvos|wasm\\d*|wasi|" +
    "emscripten",
);

const PLATFORM_WORDS: readonly (readonly [Platform, RegExp])[] = [
  ["windows", word("win(?:dows)?(?:\\d+)?|mingw\\d*|msvc")],
  ["macos", word("(?:mac(?:os)?x?|osx|darwin)(?:\\d+)?|apple|mas")],
  ["linux", word("(?:linux|ubuntu|debian|fedora|opensuse|centos|alpine)(?:\\d+)?|musl\\w*")],
];

function findPlatform(name: string): Platform | undefined {
  return PLATFORM_WORDS.find(([, pattern]) => pattern.test(name))?.[0];
}

// A program for one architecture is made for one system even if its name does not state which.
function guessPlatform(type: RegExp, arch: Arch): Platform {
  if (arch === "any") return "any";
  if (arch === "universal") return "macos";
  return type === ZIP ? "windows" : "linux";
}

const OTHER_ARCH = word(
  "arm(?:32)?(?:v?[5-7]\\w*|hf|el)?|risc-?v\\d*|ppc(?:64)?\\w*|powerpc\\w*|s390x?|mips\\w*|loong(?:arch)?64|sparc\\w*|ia64",
);
const X64 = word(
  "x64|x86[_.-]?64|amd64(?:[._-]?v\\d)?|(?:win|linux|mac|macos|osx)64|64-?bit|intel(?:64)?|(?<=\\d[_-])64",
);
const ARM64 = word("arm-?64(?:e|ec|v8)?|aarch_?64|armv8|apple-?silicon|silicon|m1|macos[._-]apple(?!-darwin)");
const X86 = word("x86|i[3-6]86|386|ia32|linux32|32-?bit");
const UNIVERSAL = word("universal2?");

// Returns `undefined` for an architecture that is not listed.
function findArch(name: string): Arch | undefined {
  const [x64, arm64] = [X64.test(name), ARM64.test(name)];
  // Without this, "x86_64" would be 32 bits too, and "arm_64" an unknown ARM.
  const rest = name.replaceAll(new RegExp(X64, "g"), "").replaceAll(new RegExp(ARM64, "g"), "");
  const x86 = X86.test(rest);
  if (UNIVERSAL.test(name) || (x64 && arm64)) return "universal";
  if (OTHER_ARCH.test(rest)) return undefined;
  if (x64 && x86) return "any";
  if (x64) return "x64";
  if (arm64) return "arm64";
  // Electron writes "win32-x64": alone it means 32 bits.
  return x86 || word("win32").test(rest) ? "x86" : "any";
}

function word(alternatives: string): RegExp {
  return new RegExp(`(?<![a-z0-9])(?:${alternatives})(?![a-z0-9])`);
}

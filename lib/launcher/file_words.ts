// What the words and endings in the names of release files mean. A new spelling is a word in one of these tables.

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

/** One of {@linkcode KINDS}. */
export type Kind = typeof KINDS[number];

/** What a word says about a file; `other` is a platform or an architecture that is not offered. */
export interface Meaning {
  readonly platform?: Platform | "other";
  readonly arch?: Arch | "other";
}

/** The words that name a platform or an architecture. A number or a version such as `v8` may follow them. */
export const MEANINGS: ReadonlyMap<string, Meaning> = toMap([
  ["win windows mingw msvc", { platform: "windows" }],
  ["mac macx macos macosx osx darwin apple mas", { platform: "macos" }],
  ["linux ubuntu debian fedora opensuse centos alpine musl musleabi musleabihf", { platform: "linux" }],
  ["freebsd openbsd netbsd dragonflybsd dragonfly solaris illumos sunos aix plan9 haiku", { platform: "other" }],
  ["android ios tvos wasm wasi emscripten", { platform: "other" }],
  ["x64 amd64 intel intel64 64bit", { arch: "x64" }],
  ["arm64 arm64e arm64ec aarch64 armv8 silicon applesilicon m1", { arch: "arm64" }],
  ["x86 i386 i486 i586 i686 386 ia32 32bit", { arch: "x86" }],
  ["linux32", { platform: "linux", arch: "x86" }],
  ["universal", { arch: "universal" }],
  ["arm arm32 armhf armel ia64 s390 s390x loong64 loongarch64", { arch: "other" }],
]);

/** Words that start like this name architectures that are not offered: `armv7l`, `ppc64le`, `riscv64gc`. */
export const OTHER_ARCH_STARTS = ["armv5", "armv6", "armv7", "mips", "powerpc", "ppc", "riscv", "sparc"];

/** Words in the names of files that accompany a download. */
export const COMPANIONS: ReadonlySet<string> = new Set([
  ..."checksum checksums hashes md5sum md5sums shasum shasums sha1sum sha1sums sha256sum sha256sums".split(" "),
  ..."sha512sum sha512sums signature signatures sbom spdx cyclonedx provenance attestation attestations".split(" "),
  ..."blockmap symbol symbols pdb pdbs dsym dsyms dbg dbgsym debug debuginfo debugsource debugsymbols".split(" "),
  ..."delta deltas src source sources doc docs documentation completions headers readme changelog".split(" "),
  ..."license licenses licence licences notice notices manifest".split(" "),
]);

/** Words that name neither a product nor a machine: `setup-latest.exe`. */
export const GENERIC_WORDS: ReadonlySet<string> = new Set(
  "app setup install installer portable standalone latest stable beta alpha rc release full web offline bit".split(" "),
);

/** What the ending of a file name says. The longer of two endings comes first. */
export const TYPES: readonly (readonly [ending: string, platform: Platform, kind: Kind])[] = [
  [".nsis.zip", "windows", "archive"],
  [".msi.zip", "windows", "archive"],
  [".exe", "windows", "installer"],
  [".msi", "windows", "installer"],
  [".msix", "windows", "package"],
  [".msixbundle", "windows", "package"],
  [".appx", "windows", "package"],
  [".appxbundle", "windows", "package"],
  [".app.zip", "macos", "archive"],
  [".app.tar.gz", "macos", "archive"],
  [".dmg", "macos", "installer"],
  [".pkg", "macos", "installer"],
  [".appimage.tar.gz", "linux", "archive"],
  [".appimage", "linux", "installer"],
  [".run", "linux", "installer"],
  [".deb", "linux", "package"],
  [".rpm", "linux", "package"],
  [".flatpak", "linux", "package"],
  [".snap", "linux", "package"],
  [".pacman", "linux", "package"],
  [".pkg.tar.zst", "linux", "package"],
  [".pkg.tar.xz", "linux", "package"],
  [".zip", "any", "archive"],
  [".7z", "any", "archive"],
  [".tar.gz", "any", "archive"],
  [".tar.xz", "any", "archive"],
  [".tar.bz2", "any", "archive"],
  [".tar.zst", "any", "archive"],
  [".tgz", "any", "archive"],
  [".txz", "any", "archive"],
  [".tbz", "any", "archive"],
  [".tbz2", "any", "archive"],
];

/** The endings of single compressed files, whose platform only a word can name. */
export const COMPRESSED = [".gz", ".xz", ".zst", ".bz2"];

/** What is written in several words, or in one instead of two, as the tables above have it. Applied in this order. */
export const SPELLINGS: readonly (readonly [written: string, meant: string])[] = [
  ["x86-64", "x64"],
  ["x86.64", "x64"],
  ["x8664", "x64"],
  ["arm-64", "arm64"],
  ["aarch-64", "arm64"],
  ["x64-bit", "x64"],
  ["64-bit", "64bit"],
  ["32-bit", "32bit"],
  ["risc-v", "riscv"],
  // Rust's targets name every Mac like this. Otherwise "Apple" after "macOS" means Apple's processors.
  ["apple-darwin", "darwin"],
  ["macos-apple", "macos-arm64"],
  ["macos.apple", "macos-arm64"],
  ...["win", "windows", "mac", "macos", "osx", "linux"].flatMap((system) => [
    ...["x64", "x86", "arm64", "amd64"].map((arch) => [system + arch, `${system}-${arch}`] as const),
    [`${system}64`, `${system}-x64`] as const,
  ]),
];

function toMap(rows: readonly (readonly [words: string, meaning: Meaning])[]): ReadonlyMap<string, Meaning> {
  return new Map(rows.flatMap(([words, meaning]) => words.split(" ").map((word) => [word, meaning] as const)));
}

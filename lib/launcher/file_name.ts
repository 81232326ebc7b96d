import {
  type Arch,
  ARCHES,
  COMPANIONS,
  COMPRESSED,
  GENERIC_WORDS,
  type Kind,
  type Meaning,
  MEANINGS,
  OTHER_ARCH_STARTS,
  type Platform,
  PLATFORMS,
  SPELLINGS,
  TYPES,
} from "@/lib/launcher/file_words.ts";

/** What the name of a file reveals about it. */
export interface FileTraits {
  readonly platform: Platform;
  readonly arch: Arch;
  readonly kind: Kind;
}

/**
 * Reads platform, architecture and kind from the name of a file, in all common spellings. Returns `undefined` for
 * anything that a person would not download to use the program: checksums, signatures, update metadata, deltas, debug
 * symbols, sources, and builds for platforms and architectures that are not offered. The words of the program's own
 * name do not count: `Delta-Setup.exe` is the program Delta, not a delta.
 */
export function classifyFile(fileName: string, programName = ""): FileTraits | undefined {
  const name = fileName.toLowerCase();
  const words = removeOnce(toWords(name), toWords(programName));
  if (words.some((word) => COMPANIONS.has(word))) return undefined;
  const platforms = new Set(words.map((word) => findMeaning(word)?.platform));
  const named = PLATFORMS.find((each) => platforms.has(each));
  const type = TYPES.find(([ending]) => name.endsWith(ending));
  // The processor M1 is in a Mac. In the name of a file for another platform, it is a milestone.
  const isMac = ["macos", "any", undefined].includes(named ?? type?.[1]);
  const arches = words.map((word) => word === "m1" && !isMac ? undefined : findMeaning(word)?.arch);
  const arch = chooseArch(words, new Set(arches));
  if (platforms.has("other") || arch === "other") return undefined;
  // A program without an extension, or compressed alone, is recognized by its platform only.
  if (type === undefined) return named && isProgram(name) ? { platform: named, arch, kind: "archive" } : undefined;
  const [, typical, kind] = type;
  const platform = typical === "any" ? named ?? guessPlatform(name, arch) : typical;
  // Debian's "all" means that the package has no architecture, Apple's that it has every one.
  const isForAll = arch === "any" && platform === "macos" && words.includes("all");
  const isUnpacked = name.includes("portable") || name.includes("standalone");
  return { platform, arch: isForAll ? "universal" : arch, kind: isUnpacked ? "archive" : kind };
}

/** Splits the name of a file or program into words, in lower case and in the spelling of the tables. */
export function toWords(name: string): string[] {
  const plain = name.toLowerCase().replace(/[^a-z0-9.]+/g, "-");
  return SPELLINGS.reduce((text, [written, meant]) => text.replaceAll(written, meant), plain)
    // After a version: "tool-3.5.2-64.exe". In "tool-1.64.0.exe" it is a part of one.
    .replace(/(?<=\d-)64(?![a-z0-9])/g, "x64")
    .split(/[-.]/).filter((word) => word !== "");
}

/** Returns whether a word says nothing about the product: a machine, a number, or a word such as `setup`. */
export function isGenericWord(word: string): boolean {
  return GENERIC_WORDS.has(word) || findMeaning(word) !== undefined || /^v?\d+$/.test(word);
}

/** Returns the name of a file without the ending that states its type. */
export function withoutType(fileName: string): string {
  const name = fileName.toLowerCase();
  const ending = TYPES.find(([each]) => name.endsWith(each))?.[0] ?? COMPRESSED.find((each) => name.endsWith(each));
  return fileName.slice(0, name.length - (ending?.length ?? 0));
}

// Only once: in "delta-1.0.0-delta.zip" the second one is a word.
function removeOnce(words: readonly string[], removed: readonly string[]): string[] {
  const start = words.findIndex((_, i) => removed.every((word, j) => word === words[i + j]));
  return start === -1 ? [...words] : words.toSpliced(start, removed.length);
}

function findMeaning(word: string): Meaning | undefined {
  const found = MEANINGS.get(word) ?? MEANINGS.get(word.replace(/v?\d+$/, ""));
  return found ?? (OTHER_ARCH_STARTS.some((start) => word.startsWith(start)) ? { arch: "other" } : undefined);
}

function chooseArch(words: readonly string[], found: ReadonlySet<Meaning["arch"]>): Arch | "other" {
  if (found.has("universal") || (found.has("x64") && found.has("arm64"))) return "universal";
  if (found.has("other")) return "other";
  if (found.has("x64") && found.has("x86")) return "any";
  // Electron writes "win32-x64": alone it means 32 bits.
  return ARCHES.find((each) => found.has(each)) ?? (words.includes("win32") ? "x86" : "any");
}

// Whether a name has no extension, apart from that of a compressed file. What follows the last point of a version, as
// in "tool-1.2.3-linux", is not one.
function isProgram(name: string): boolean {
  const extension = withoutType(name).split(".").slice(1).at(-1);
  return extension === undefined || !/^[a-z][a-z0-9]*$/.test(extension);
}

// A program for one architecture is made for one system even if its name does not state which.
function guessPlatform(name: string, arch: Arch): Platform {
  if (arch === "any") return "any";
  if (arch === "universal") return "macos";
  return name.endsWith(".zip") || name.endsWith(".7z") ? "windows" : "linux";
}

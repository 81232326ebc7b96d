import { isGenericWord, toWords, withoutType } from "@/lib/launcher/file_name.ts";
import type { Application } from "@/lib/launcher/names.ts";
import { parseVersion, type Version } from "@/lib/launcher/version.ts";

/** What a release of the repository can contain. */
export type Component = Application | "resources";

/** The meaning of a tag. */
export interface Tag {
  /** The component that the tag names; `undefined` for a plain version. */
  readonly component: Component | undefined;
  readonly version: Version;
}

/** Patterns of the names that the components besides the launcher have in tags and files. */
const NAMES: readonly (readonly [Component, string])[] = [
  ["resources", "resources?"],
  ["reshade", "re-?shade"],
  ["fpsUnlocker", "fps[-_. ]?unlock(?:er)?"],
];

/**
 * Reads a tag: a version, alone or after the name of a component or of the application, such as `v7.5.0`,
 * `reshade-v6.2.0` or `fps-unlocker/3.0.0`. Returns `undefined` for any other tag, because a repository can contain
 * more than this application, and the version of an unknown part must never be offered as an update.
 */
export function parseTag(tag: string, appName: string): Tag | undefined {
  const plain = parseVersion(tag.replace(/^V/, "v"));
  if (plain !== undefined) return { component: undefined, version: plain };
  for (const [component, name] of [...NAMES, ["launcher", `launcher|${toPattern(appName)}`] as const]) {
    const rest = new RegExp(`^(?:${name})[-_/@.]+(.+)$`, "i").exec(tag)?.[1];
    const version = parseVersion(rest?.replace(/^V/, "v") ?? "");
    if (version !== undefined) return { component, version };
  }
  return undefined;
}

/** Returns the component that a file name mentions, or `undefined` if it may be the launcher's. */
export function findComponent(fileName: string): Component | undefined {
  return NAMES.find(([, name]) => new RegExp(name, "i").test(fileName))?.[0];
}

/**
 * Returns the files that belong to the launcher. If the names of some files contain "launcher" or the name of the
 * application, the others belong to something else, except those that start with the same word, and those that name no
 * product such as `setup-x64.exe`.
 */
export function filterByName<T extends { readonly name: string }>(files: readonly T[], appName: string): readonly T[] {
  const names = isGenericWord(appName.toLowerCase()) ? "launcher" : `launcher|${toPattern(appName)}`;
  const ownName = new RegExp(`(?<![a-z0-9])(?:${names})(?![a-z0-9])`, "i");
  const named = files.filter(({ name }) => ownName.test(withoutType(name)));
  if (named.length === 0) return files;
  const firstWords = new Set(named.map(({ name }) => toWords(withoutType(name))[0]));
  return files.filter(({ name }) => {
    const words = toWords(withoutType(name));
    return firstWords.has(words[0]) || words.every(isGenericWord);
  });
}

// "my-app" also matches "My App" and "myapp".
function toPattern(appName: string): string {
  return appName.split(/[^A-Za-z0-9]+/).map((each) => RegExp.escape(each)).join("[-_. ]?");
}

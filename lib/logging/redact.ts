/** Shorter secrets are not searched for, because they would also match ordinary text. */
const MIN_SECRET_CHARACTERS = 8;

/** What {@linkcode createRedactor} hides. */
export interface RedactorOptions {
  /** Texts that must never be written. */
  readonly secrets?: readonly (string | undefined)[];
  /** Absolute paths of this machine, and what is written instead. */
  readonly paths?: readonly (readonly [path: string, name: string])[];
}

/**
 * Returns a function that removes given secrets, bearer tokens, URL credentials, queries and `data:` content, and that
 * shortens paths of this machine: anyone may read the log files.
 */
export function createRedactor({ secrets = [], paths = [] }: RedactorOptions): (line: string) => string {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= MIN_SECRET_CHARACTERS) as string[];
  // The longest first, because a folder may be inside another.
  const folders = paths.filter(([path]) => path.length > 1).sort(([a], [b]) => b.length - a.length)
    .map(([path, name]) =>
      [new RegExp(`(?<![\\w./-])(?:file://)?${RegExp.escape(path)}(?![\\w-])`, "g"), name] as const
    );
  return (line) => {
    const plain = known.reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
    return folders.reduce((text, [path, name]) => text.replace(path, () => name), plain)
      // Other paths: in stacks of packages, and as Deno quotes them in errors of the file system.
      .replace(/file:\/\/\/[^\s"'()]*\/(?=[^\s"'()/])/g, "file:///.../")
      .replace(/ '\/[^']*\/([^'/]*)'/g, " '.../$1'")
      .replace(/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'/?#@]*@/gi, "$1[secret]@")
      .replace(/\b(https?:\/\/[^\s"'?#\\]*)[?#][^\s"'\\]*/gi, "$1")
      .replace(/\b(data:[a-z0-9.+/-]{0,40})[^\s"'\\]*/gi, "$1")
      .replace(/\b(bearer )[^\s"'\\]+/gi, "$1[secret]");
  };
}

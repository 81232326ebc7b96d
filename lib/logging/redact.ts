/** Shortest secret that is looked for: a shorter text would blank out half of the log. */
const MIN_SECRET_CHARACTERS = 8;

/** Takes what must not be kept out of a line. */
export type Redact = (line: string) => string;

/** Makes a function that blanks the given secrets, the password and the query of every URL, and bearer tokens. */
export function createRedactor(secrets: readonly (string | undefined)[]): Redact {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= MIN_SECRET_CHARACTERS) as string[];
  return (line) => {
    const plain = known.reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
    return plain
      .replace(/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'/?#@]*@/gi, "$1[secret]@")
      .replace(/\b(https?:\/\/[^\s"'?#\\]*)[?#][^\s"'\\]*/gi, "$1")
      .replace(/\b(data:[a-z0-9.+/-]{0,40})[^\s"'\\]*/gi, "$1")
      .replace(/\b(bearer )[^\s"'\\]+/gi, "$1[secret]");
  };
}

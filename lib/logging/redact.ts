/** Shorter secrets are not searched for, because they would also match ordinary text. */
const MIN_SECRET_CHARACTERS = 8;

/** Returns a function that removes given secrets, bearer tokens, and URL credentials, queries and `data:` content. */
export function createRedactor(secrets: readonly (string | undefined)[]): (line: string) => string {
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

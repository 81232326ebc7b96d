/** The methods of RFC 9110 and RFC 5789. */
const METHODS: ReadonlySet<string> = new Set("GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH".split(" "));

/** Returns the method for the log. A caller can invent methods, for example to write an address into a public file. */
export function toLoggedMethod(method: string): string {
  return METHODS.has(method) ? method : "OTHER";
}

/**
 * Removes secrets from a message, because hosts of containers store the console: tokens, and the credentials, the query
 * and the fragment of each URL.
 */
export function redact(message: string, secrets: readonly string[] = []): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, "[secret]"), message)
    .replace(/\b(bearer )[^\s"]+/gi, "$1[secret]")
    .replace(/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"/?#]*@/gi, "$1[secret]@")
    .replace(/\b(https?:\/\/[^\s"?#]*)[?#][^\s"]*/gi, "$1");
}

/** Returns whether an `authorization` header carries the operator's token. If none is configured, no header does. */
export async function isOperator(authorization: string | null, token: string | undefined): Promise<boolean> {
  const match = /^Bearer +([^\s]+) *$/i.exec(authorization ?? "");
  // Imported here because loading it takes longer than the whole start, and few requests need it.
  const { createHash, timingSafeEqual } = await import("node:crypto");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  // Hashes have equal length, so the time reveals neither the length of the token nor its first wrong character.
  const isEqual = timingSafeEqual(digest(match?.[1] ?? ""), digest(token ?? ""));
  return isEqual && match !== null && token !== undefined;
}

/** Decides whether an `authorization` header carries the operator's token; without a token nobody does. */
export async function isOperator(authorization: string | null, token: string | undefined): Promise<boolean> {
  const match = /^Bearer +([^\s]+) *$/i.exec(authorization ?? "");
  // Loaded here, as it takes longer to load than the rest of the service takes to start, and few ever come here.
  const { createHash, timingSafeEqual } = await import("node:crypto");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  // Hashes have one length, so that neither the length nor the first wrong character shows in the time it takes.
  const isEqual = timingSafeEqual(digest(match?.[1] ?? ""), digest(token ?? ""));
  return isEqual && match !== null && token !== undefined;
}

/** Returns the first bytes of the SHA-256 hash of some bytes, in hexadecimal. */
export async function shortHash(bytes: Uint8Array<ArrayBuffer>, length = 16): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash.subarray(0, length).toHex();
}

/** Returns the first `length` bytes of the SHA-256 hash of some bytes, in hexadecimal. */
export async function shortHash(bytes: Uint8Array<ArrayBuffer>, length: number): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash.subarray(0, length).toHex();
}

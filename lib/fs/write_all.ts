/** Writes all bytes. A single write may take only a part of them. */
export async function writeAll(writer: Pick<Deno.FsFile, "write">, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await writer.write(bytes.subarray(at));
}

/** Fills a buffer from an offset in a file and returns how many bytes were read, fewer only at the end of the file. */
export async function readAt(file: Deno.FsFile, buffer: Uint8Array<ArrayBuffer>, offset: number): Promise<number> {
  await file.seek(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < buffer.length) {
    const got = await file.read(buffer.subarray(filled));
    if (got === null) break;
    filled += got;
  }
  return filled;
}

const BLOCK_BYTES = 1024 * 1024;

/** A longer line is no line of a list; its head alone is kept, so that a file without newlines cannot fill memory. */
const MAX_LINE_CHARACTERS = 4096;

/**
 * Yields the lines of a file, a block of them at a time.
 *
 * @throws {Error} when it cannot be read.
 */
export async function* readLines(path: string): AsyncGenerator<string[]> {
  using file = await Deno.open(path);
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(BLOCK_BYTES);
  let rest = "";
  for (let got = await file.read(buffer); got !== null; got = await file.read(buffer)) {
    const lines = (rest + decoder.decode(buffer.subarray(0, got), { stream: true })).split("\n");
    rest = lines.pop()!.slice(0, MAX_LINE_CHARACTERS);
    yield lines;
  }
  yield [rest + decoder.decode()];
}

/**
 * Makes an encoder that yields its one buffer again and again: what it yields holds until the next call. A million lines
 * in eight formats would otherwise leave 300 MB of buffers to the garbage collector.
 */
export function createEncoder(): (text: string) => Uint8Array {
  const encoder = new TextEncoder();
  let buffer = new Uint8Array(0);
  return (text) => {
    // No character takes more than three bytes.
    if (buffer.length < text.length * 3) buffer = new Uint8Array(text.length * 3);
    return buffer.subarray(0, encoder.encodeInto(text, buffer).written);
  };
}

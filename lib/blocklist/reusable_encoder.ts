/**
 * Creates an encoder that returns the same buffer from every call: the result is valid until the next call. New buffers
 * for a million lines in nine formats would leave 300 MB to the garbage collector.
 */
export function createReusableEncoder(): (text: string) => Uint8Array {
  const encoder = new TextEncoder();
  let buffer = new Uint8Array(0);
  return (text) => {
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    if (buffer.length < text.length * 3) buffer = new Uint8Array(text.length * 3);
    return buffer.subarray(0, encoder.encodeInto(text, buffer).written);
  };
}

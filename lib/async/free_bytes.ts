/**
 * Frees the bytes of an array, which nobody may use any more, at once. The garbage collector may take seconds, in which
 * other bodies fill as much again. Bytes that are shared, or that were transferred, are left alone.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new Uint8Array(1000);
 * freeBytes(bytes);
 * assertEquals(bytes.length, 0);
 * ```
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}

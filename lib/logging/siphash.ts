// The state is four 64-bit numbers. Each is stored as its lower and upper half, because bitwise operators take 32 bits.
const V0 = 0, V1 = 2, V2 = 4, V3 = 6;
const state = new Int32Array(8);

/**
 * Returns SipHash-2-4 of a text of one-byte characters as 16 hexadecimal digits. The key is four 32-bit words, the least
 * significant first. Without the key nobody can find the address of a hash, not even by trying all addresses.
 *
 * Written here because each new client in the log needs it: `node:crypto` takes 30 MB when it is loaded, and its hashes
 * hold memory outside the heap (70 MB after 300,000 clients) that the process does not return.
 */
export function sipHash(key: Uint32Array, text: string): string {
  // The constants spell "somepseudorandomlygeneratedbytes".
  state.set([0x70736575, 0x736f6d65, 0x6e646f6d, 0x646f7261, 0x6e657261, 0x6c796765, 0x79746573, 0x74656462]);
  for (let i = 0; i < 8; i++) state[i]! ^= key[i & 3]!;
  const whole = text.length & ~7;
  for (let at = 0; at < whole; at += 8) absorb(word(text, at), word(text, at + 4));
  absorb(word(text, whole), word(text, whole + 4) | (text.length << 24));
  state[V2]! ^= 0xff;
  for (let i = 0; i < 4; i++) round();
  return hex(state[1]! ^ state[3]! ^ state[5]! ^ state[7]!) + hex(state[0]! ^ state[2]! ^ state[4]! ^ state[6]!);
}

function absorb(low: number, high: number): void {
  state[V3]! ^= low;
  state[V3 + 1]! ^= high;
  round();
  round();
  state[V0]! ^= low;
  state[V0 + 1]! ^= high;
}

function round(): void {
  add(V0, V1), mix(V1, V0, 13), swap(V0);
  add(V2, V3), mix(V3, V2, 16);
  add(V0, V3), mix(V3, V0, 21);
  add(V2, V1), mix(V1, V2, 17), swap(V2);
}

function add(a: number, b: number): void {
  const low = (state[a]! >>> 0) + (state[b]! >>> 0);
  state[a] = low;
  state[a + 1]! += state[b + 1]! + (low > 0xffffffff ? 1 : 0);
}

/** Rotates `a` to the left by fewer than 32 bits, then XORs it with `b`. */
function mix(a: number, b: number, bits: number): void {
  const low = state[a]!, high = state[a + 1]!;
  state[a] = ((low << bits) | (high >>> (32 - bits))) ^ state[b]!;
  state[a + 1] = ((high << bits) | (low >>> (32 - bits))) ^ state[b + 1]!;
}

function swap(a: number): void {
  const low = state[a]!;
  state[a] = state[a + 1]!;
  state[a + 1] = low;
}

// Past the end of the text all bytes are zero.
function word(text: string, at: number): number {
  let bits = 0;
  for (let i = 3; i >= 0; i--) bits = (bits << 8) | (at + i < text.length ? text.charCodeAt(at + i) & 0xff : 0);
  return bits;
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}

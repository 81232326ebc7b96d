// AssemblyScript, part of every module: grows the linear memory. Buffers are laid out from `__heap_base` upwards.

/** Grows the memory so that it reaches up to an address. */
export function growTo(end: usize): void {
  const pages = <i32>((end + 0xffff) >> 16);
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) unreachable();
}

// AssemblyScript, part of every module: makes its memory large enough.

/** Grows the memory up to an address, unless it reaches there already. */
export function growTo(end: usize): void {
  const pages = <i32>((end + 0xffff) >> 16);
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) unreachable();
}

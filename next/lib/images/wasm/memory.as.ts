// AssemblyScript, part of every module: grows the linear memory. Buffers are laid out from `__heap_base` upwards.

/** Whether the memory may grow to this number of pages: the limit of the job. */
@external("env", "mayGrowTo")
declare function mayGrowTo(pages: i32): bool;

/** Grows the memory so that it reaches up to an address. */
export function growTo(end: usize): void {
  const pages = <i32>((end + 0xffff) >> 16);
  if (pages <= memory.size()) return;
  if (!mayGrowTo(pages) || memory.grow(pages - memory.size()) < 0) unreachable();
}

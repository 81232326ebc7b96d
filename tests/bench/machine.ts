/** Says on what the figures were measured: they only hold beside each other. */
export function describeMachine(): string {
  const { deno, v8 } = Deno.version;
  const cpu = readFirst("/proc/cpuinfo", /model name\s*:\s*(.+)/) ?? Deno.build.arch;
  const cores = navigator.hardwareConcurrency;
  return `${new Date().toISOString().slice(0, 10)}, ${cpu}, ${cores} cores, ${Deno.build.os}, Deno ${deno} (V8 ${v8}).`;
}

/** Writes rows of cells as a Markdown table; the first row is its head. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const lines = [head, head.map((_, column) => column === 0 ? "---" : "---:"), ...body];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Yields the middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

function readFirst(path: string, pattern: RegExp): string | undefined {
  try {
    return Deno.readTextFileSync(path).match(pattern)?.[1];
  } catch {
    return undefined; // Not Linux: the architecture is said instead.
  }
}

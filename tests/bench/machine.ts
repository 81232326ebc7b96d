/** Describes the machine, because figures can only be compared with figures from the same run. */
export function describeMachine(): string {
  const { deno, v8 } = Deno.version;
  const cpu = readFirst("/proc/cpuinfo", /model name\s*:\s*(.+)/) ?? Deno.build.arch;
  const cores = navigator.hardwareConcurrency;
  return `${new Date().toISOString().slice(0, 10)}, ${cpu}, ${cores} cores, ${Deno.build.os}, Deno ${deno} (V8 ${v8}).`;
}

/** Formats rows of cells as a Markdown table; the first row is the header. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const lines = [head, head.map((_, column) => column === 0 ? "---" : "---:"), ...body];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

/** Returns the median of the ratios round by round: both values of a ratio were measured on the same busy machine. */
export function medianRatio(values: readonly number[], baseline: readonly number[]): number {
  return median(values.map((value, round) => value / (baseline[round] ?? NaN)));
}

function readFirst(path: string, pattern: RegExp): string | undefined {
  try {
    return Deno.readTextFileSync(path).match(pattern)?.[1];
  } catch {
    return undefined; // Not Linux: the architecture is reported instead.
  }
}

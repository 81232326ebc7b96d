/** How long the process has been running. */
export interface Uptime {
  /** Seconds, with three decimals. */
  readonly uptime: number;
  readonly startedAt: string;
  readonly human: string;
}

const STARTED_AT = new Date(performance.timeOrigin).toISOString();

/** Returns how long the process has been running, whatever happens to the clock of the machine. */
export function readUptime(elapsedMs: number = performance.now()): Uptime {
  const uptime = Math.floor(elapsedMs) / 1000;
  return { uptime, startedAt: STARTED_AT, human: toHuman(Math.floor(uptime)) };
}

/** Formats seconds for people, without leading zeros: `3h 25m 7s`. */
function toHuman(seconds: number): string {
  const days = Math.floor(seconds / 86_400), hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60);
  if (days > 0) return `${days}d ${hours % 24}h ${minutes % 60}m ${seconds % 60}s`;
  if (hours > 0) return `${hours}h ${minutes % 60}m ${seconds % 60}s`;
  return minutes > 0 ? `${minutes}m ${seconds % 60}s` : `${seconds}s`;
}

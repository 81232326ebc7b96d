/** How long the process runs. */
export interface Uptime {
  /** Seconds, with milliseconds behind the point. */
  readonly uptime: number;
  readonly startedAt: string;
  readonly human: string;
}

const STARTED_AT = new Date(performance.timeOrigin).toISOString();

/** Tells how long the process runs; `now` is milliseconds since its start. */
export function readUptime(now: number = performance.now()): Uptime {
  return { uptime: Math.round(now) / 1000, startedAt: STARTED_AT, human: toHuman(Math.floor(now / 1000)) };
}

/** Writes seconds as a person says them: `3h 25m 7s`. */
export function toHuman(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return `${days}d ${hours}h ${minutes}m ${seconds % 60}s`;
  if (hours > 0) return `${hours}h ${minutes}m ${seconds % 60}s`;
  return minutes > 0 ? `${minutes}m ${seconds % 60}s` : `${seconds % 60}s`;
}

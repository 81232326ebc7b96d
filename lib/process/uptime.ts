/** How long the process has been running. */
export interface Uptime {
  /** Seconds, with three decimals. */
  readonly uptime: number;
  readonly startedAt: string;
  readonly human: string;
}

const START_MS = Math.floor(performance.timeOrigin);
const STARTED_AT = new Date(START_MS).toISOString();

/** Returns how long the process has been running; `now` is a time as returned by `Date.now()`. */
export function readUptime(now: number = Date.now()): Uptime {
  const uptime = Math.max(0, now - START_MS) / 1000; // The clock may be set back.
  return { uptime, startedAt: STARTED_AT, human: toHuman(Math.floor(uptime)) };
}

/** Formats seconds for people, without leading zeros: `3h 25m 7s`. */
export function toHuman(seconds: number): string {
  const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit));
  const text = `${days}d ${hours! % 24}h ${minutes! % 60}m ${seconds % 60}s`;
  return text.replace(/^(0[dhm] )+/, "");
}

// What costs how many points. The buckets that pay them are in points.ts.

/** What a piece of work takes when it gets its slot. They pay for its first {@linkcode INCLUDED_MS}. */
export const WORK_POINTS = 5;

/** The processor time that {@linkcode WORK_POINTS} include. */
export const INCLUDED_MS = 100;

/** The processor time of a worker for which one further point is charged. */
export const MS_PER_POINT = 20;

/** The bytes, received and sent, for which a point is charged. */
export const BYTES_PER_POINT = 500_000;

/** What a body in tiny chunks costs: dropping the rest of it takes Deno up to half a second. */
export const SMALL_CHUNKS_POINTS = 50;

/** Returns the points for the processor time of a piece of work, beyond what is included. */
export function toTimePoints(cpuMs: number): number {
  return Math.max(0, Math.floor((cpuMs - INCLUDED_MS) / MS_PER_POINT));
}

/** Returns the points for received and sent bytes. */
export function toBytePoints(bytes: number): number {
  return Math.floor(bytes / BYTES_PER_POINT);
}

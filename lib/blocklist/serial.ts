import { ifExists } from "@/lib/fs/if_exists.ts";
import { readTextAt } from "@/lib/fs/read_at.ts";

/** The serial of a zone has 32 bits (RFC 1035), and 0 has a special meaning for some servers. */
const SERIALS = 2 ** 32;

/** Longer than the longest header of a list. */
const HEADER_BYTES = 16 * 1024;

/**
 * Returns the serial of a changed zone: the current time in seconds, or the next number if that is not an increase over
 * the previous serial (RFC 1982), because the clock was set back or the zone changed twice in a second. Secondaries
 * ignore a zone whose serial does not increase. Time is used so that the serial also increases if the old file is lost.
 */
export function nextSerial(previous: number | undefined, nowMs: number): number {
  const time = Math.floor(nowMs / 1000) % SERIALS || 1;
  if (previous === undefined) return time;
  const distance = (time - previous + SERIALS) % SERIALS;
  return distance > 0 && distance < SERIALS / 2 ? time : (previous + 1) % SERIALS || 1;
}

/** Reads the serial from the header of a zone file, or returns `undefined` if there is no such file or no serial. */
export async function readSerial(path: string): Promise<number | undefined> {
  using file = await ifExists(Deno.open(path));
  if (file === undefined) return undefined;
  const text = await readTextAt(file, { start: 0, end: HEADER_BYTES });
  const digits = /^@ IN SOA \S+ \S+ (\d{1,10}) /m.exec(text)?.[1];
  return digits === undefined || Number(digits) >= SERIALS ? undefined : Number(digits);
}

// Fields that the documents and responses of several features have.
import { z } from "zod";

/** A number of bytes, entries, downloads or requests. */
export const count = z.int().min(0);

/** A time, in UTC. */
export const instant = z.iso.datetime().meta({ example: "2026-11-15T08:00:00.000Z" });

/**
 * A SHA-256 hash in hexadecimal.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const hashes = ["0".repeat(64), "0".repeat(63), "A".repeat(64)];
 * assertEquals(hashes.map((hash) => sha256.safeParse(hash).success), [true, false, false]);
 * ```
 */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: "must be 64 lower case hexadecimal digits" })
  .meta({ example: "8a9bae4d44db0d5e594e0e81d4f14ba6aef7a346a6cdbaa3e9c3a4124a20b538" });

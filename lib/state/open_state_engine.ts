import type { StateEngine } from "@/lib/state/state_engine.ts";

/**
 * Opens the engine that `STATE_URL` names. Only the code of that engine is loaded. `onReconnect` is called for each
 * connection after the first.
 *
 * @throws {TypeError} if the form of `url` is unknown or Deno KV is not available.
 */
export async function openStateEngine(url: string, onReconnect: () => void): Promise<StateEngine> {
  if (url.startsWith("kv:")) {
    const { openKvEngine } = await import("@/lib/state/kv_engine.ts");
    return await openKvEngine(url);
  }
  if (/^rediss?:\/\//.test(url)) {
    const { openRedisEngine } = await import("@/lib/state/redis_engine.ts");
    return await openRedisEngine(url, onReconnect);
  }
  const [scheme] = url.split(":");
  // Only the scheme, because the rest of the URL may hold a password.
  throw new TypeError(`Cannot open the state engine: its URL must start with kv: or redis://, got "${scheme}:"`);
}

/** The system chooses ports above 32,767 for connections and for servers without a fixed port. */
const FIRST = 10_000, LAST = 20_000;

/**
 * Returns a port of this machine that nothing listens on, for a program that needs a fixed one. Nobody takes it in the
 * moment until the program listens, because the system never chooses a port in this range itself.
 */
export function findFreePort(): number {
  const port = FIRST + crypto.getRandomValues(new Uint32Array(1))[0]! % (LAST - FIRST);
  return isFree(port) ? port : findFreePort();
}

function isFree(port: number): boolean {
  try {
    using _listener = Deno.listen({ hostname: "127.0.0.1", port });
    Deno.listenDatagram({ hostname: "127.0.0.1", port, transport: "udp" }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}

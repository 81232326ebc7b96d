import type { Serve } from "./serve.ts";

/** What `Deno.serve` takes, all of it optional. */
export type ListenOptions = Partial<Deno.ServeTcpOptions & Deno.TlsCertifiedKeyPem> & {
  /** The address that others reach the server by, if it is another. */
  remoteAddress?: string;
};

const FIRST_PORT = 8000;
const LAST_PORT = 8019;

/**
 * Serves on the port asked for, else on the first free one of twenty.
 *
 * @throws {Deno.errors.AddrInUse} when the port, or every one of them, is taken
 */
export function listen(options: ListenOptions, serve: Serve): void {
  if (options.port !== undefined) {
    Deno.serve(options, serve);
    return;
  }
  for (let port = FIRST_PORT; port <= LAST_PORT; port++) {
    try {
      Deno.serve({ ...options, port }, serve);
      return;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse) || port === LAST_PORT) throw error;
    }
  }
}

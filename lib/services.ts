import type { Config } from "@/fresh.config.ts";
import { pathOf } from "@/lib/http/address.ts";
import type { Exchange } from "@/lib/http/exchange.ts";
import { makeRequestId } from "@/lib/http/request_id.ts";

/** What is made once at start and handed to every route. */
export interface Services {
  readonly config: Config;
  /** Whether new requests are welcome; `/healthz` tells. */
  isServing: boolean;
  /** Takes a fault that nobody foresaw, for the log; the caller learns the id alone. */
  readonly reportFault: (exchange: Exchange, fault: unknown) => void;
}

/** Makes the capabilities from the settings. */
export function createServices(config: Config): Promise<Services> {
  return Promise.resolve({ config, isServing: true, reportFault });
}

function reportFault({ req, state }: Exchange, fault: unknown): void {
  const requestId = state.requestId ??= makeRequestId();
  const text = fault instanceof Error ? fault.stack ?? fault.message : String(fault);
  Deno.stderr.writeSync(new TextEncoder().encode(`${requestId} ${pathOf(req.url)} ${text}\n`));
}

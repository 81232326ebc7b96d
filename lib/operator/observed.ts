import type { AccessControl } from "@/lib/access/access_control.ts";
import type { FilterEngine } from "@/lib/filters/engine.ts";
import type { Launcher } from "@/lib/launcher/open_launcher.ts";
import type { ErrorLog } from "@/lib/metrics/error_log.ts";
import type { EventLoopDelay } from "@/lib/metrics/event_loop.ts";
import type { Traffic } from "@/lib/metrics/traffic.ts";

/** The parts of the service that the operator observes. */
export interface Observed {
  readonly access: Pick<AccessControl, "bans" | "state">;
  readonly errors: ErrorLog;
  readonly eventLoop: EventLoopDelay;
  readonly filters: Pick<FilterEngine, "counters" | "status">;
  readonly launcher: Pick<Launcher, "freshness">;
  readonly traffic: Traffic;
}

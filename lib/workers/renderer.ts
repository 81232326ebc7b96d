import type { MemoryBudget } from "@/lib/workers/memory_budget.ts";
import { estimateDrawing } from "@/lib/workers/cost.ts";
import { overloadedError } from "@/lib/workers/job_errors.ts";
import type { JobResult } from "@/lib/workers/job.ts";
import type { Pool, PoolRequest } from "@/lib/workers/pool.ts";
import type { Caller } from "@/lib/http/caller.ts";
import type { Bill } from "@/lib/http/price.ts";
import type { ReusableResponse } from "@/lib/http/responses.ts";
import type { Drawing } from "@pawkit/images/svg";

/** A rendered drawing. */
export type RenderedPicture = Pick<JobResult, "bytes" | "etag">;

/** Who a drawing is rendered for, and who pays for it. */
export interface RenderOptions extends Pick<PoolRequest<ReusableResponse>, "findResult"> {
  readonly caller: Caller;
  readonly bill: Bill;
}

/**
 * Renders a drawing when the turn of its client comes, unless the picture is found then.
 *
 * @throws {ApiError} `overloaded`, `filter_timeout`, or `rate_limited` if the client has a debt when its turn comes.
 * @throws the reason of the caller's signal if it aborts.
 */
export type Renderer = (drawing: Drawing, options: RenderOptions) => Promise<RenderedPicture | ReusableResponse>;

/** Creates a renderer that shares the workers and the memory of the filters. */
export function createRenderer(pool: Pool, memory: MemoryBudget): Renderer {
  return async (drawing, { caller: { client, signal, assertNoDebt }, bill, findResult }) => {
    using reservation = memory.reserve({ client, signal, createError: () => overloadedError("drawing") });
    const caller = { reservation, bill, assertNoDebt };
    return await pool.run({ job: drawing, cost: estimateDrawing(drawing), caller, findResult });
  };
}

import type { MemoryBudget, Reservation } from "@/lib/workers/memory_budget.ts";
import { overloadedError } from "@/lib/workers/job_errors.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { Bill, FILTER_PRICE } from "@/lib/http/price.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/** The caller of one filter, with what its request holds and costs. */
export interface FilterCaller extends Caller {
  /** Aborts when the caller disconnects, or when the memory of the request is taken away. */
  readonly signal: AbortSignal;
  /** The memory of its source, then of its job, then of its response. */
  readonly reservation: Reservation;
  /** What it is charged when all of its work has ended. */
  readonly bill: Bill;
  /**
   * Counts and reserves a chunk that has arrived: from a source, or in the body of the request.
   *
   * @throws {ApiError} `overloaded` if there is no memory for it.
   */
  readonly onReceived: (bytes: number) => void;
}

/** Creates the caller of a request, which must end its bill and its reservation. */
export function createFilterCaller({ req, state }: HttpContext, caller: Caller, memory: MemoryBudget): FilterCaller {
  // The rest of an upload is not read, so its connection cannot be used again.
  const headers = req.method === "POST" ? { connection: "close" } : undefined;
  const createError = () => overloadedError("filter", headers);
  const reservation = memory.reserve({ client: caller.client, signal: caller.signal, createError });
  const bill = new Bill(FILTER_PRICE, caller.charge);
  return {
    ...caller,
    signal: reservation.signal,
    // A drawing that is filtered is a part of the request, which must not be refused for its own debt.
    charge: (points) => bill.addPoints(points),
    reservation,
    bill,
    onReceived(bytes) {
      state.receivedBytes += bytes;
      reservation.growTo(reservation.bytes + bytes);
    },
  };
}

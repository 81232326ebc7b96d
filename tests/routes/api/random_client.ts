import { assertEquals } from "@std/assert";
import { type Call, startApp } from "@/tests/app.ts";

/** The application under test. */
export const call: Call = await startApp();

/** One drawn item; its fields depend on its category. */
export type Item = Readonly<Record<string, string | number>>;

/** The body of a successful response of a random endpoint. */
export interface Drawn {
  readonly message: string;
  readonly item: Item;
  readonly items: readonly Item[];
}

/** The body of an error response. */
export interface ErrorBody {
  readonly status: number;
  readonly code: string;
  readonly details: { readonly allowed?: string[]; readonly min?: number; readonly max?: number };
}

/** Sends a request that must succeed and returns the body. */
export async function read(path: string): Promise<Drawn> {
  const response = await call(path);
  assertEquals([response.status, response.headers.get("content-type")], [200, "application/json"], path);
  return await response.json();
}

/** Sends a request that must fail and returns the body, which must not be cacheable. */
export async function readError(path: string): Promise<ErrorBody> {
  const response = await call(path);
  const body = await response.json();
  assertEquals([body.success, body.status], [false, response.status]);
  assertEquals(response.headers.get("cache-control"), "no-store");
  return body;
}

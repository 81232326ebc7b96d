import { assertEquals } from "@std/assert";
import { type Call, startApp } from "@/tests/app.ts";

/** The application under test. */
export const call: Call = await startApp();

/** One drawn item: which fields it has depends on its category. */
export type Item = Readonly<Record<string, string | number>>;

/** A success of a random endpoint. */
export interface Drawn {
  readonly message: string;
  readonly item: Item;
  readonly items: readonly Item[];
}

/** A failure. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly details: { readonly allowed?: string[]; readonly min?: number; readonly max?: number };
}

/** Reads a success. */
export async function read(path: string): Promise<Drawn> {
  const response = await call(path);
  assertEquals([response.status, response.headers.get("content-type")], [200, "application/json"], path);
  return await response.json();
}

/** Reads a failure, which nobody may keep. */
export async function readFailure(path: string): Promise<Failure> {
  const response = await call(path);
  const body = await response.json();
  assertEquals([body.success, body.status], [false, response.status]);
  assertEquals(response.headers.get("cache-control"), "no-store");
  return body;
}

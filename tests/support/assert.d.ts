// The types of the parts of @std/assert that the tests use: the npm build has none.

/** Thrown by every assertion that fails. */
export class AssertionError extends Error {}

/** Asserts that `expr` is truthy. */
export function assert(expr: unknown, msg?: string): asserts expr;

/** Asserts that two numbers are within `tolerance` of each other. */
export function assertAlmostEquals(actual: number, expected: number, tolerance?: number, msg?: string): void;

/** Asserts deep equality. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void;

/** Asserts that a value is neither `null` nor `undefined`. */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T>;

/** Asserts `actual > expected`. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void;

/** Asserts `actual >= expected`. */
export function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void;

/** Asserts that a value is an instance of a class. */
export function assertInstanceOf<T>(
  actual: unknown,
  // deno-lint-ignore no-explicit-any
  expectedType: abstract new (...args: any[]) => T,
  msg?: string,
): asserts actual is T;

/** Asserts `actual < expected`. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void;

/** Asserts `actual <= expected`. */
export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void;

/** Asserts that a string matches a pattern. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void;

/** Asserts deep inequality. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;

/** Asserts that a string does not match a pattern. */
export function assertNotMatch(actual: string, expected: RegExp, msg?: string): void;

/** Asserts that an object contains a subset. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void;

/** Asserts that a promise rejects, and yields the error. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  // deno-lint-ignore no-explicit-any
  errorClass?: abstract new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;

/** Asserts identity. */
export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): asserts actual is T;

/** Asserts that a string contains another. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void;

/** Asserts that a function throws, and yields the error. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  // deno-lint-ignore no-explicit-any
  errorClass?: abstract new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): E;

/** Fails. */
export function fail(msg?: string): never;

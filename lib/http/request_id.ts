/** What a caller's own `x-request-id` may look like. */
const CALLERS_ID = /^[A-Za-z0-9._-]{1,64}$/;

// Six random characters tell processes apart and a counter tells requests apart: a UUID a request costs microseconds.
const PROCESS = Math.random().toString(36).slice(2, 8).padEnd(6, "0");
let count = 0;

/** Makes an id that no other request of this process has. */
export function makeRequestId(): string {
  return `${PROCESS}-${(++count).toString(36)}`;
}

/** Yields the id that the caller brought, or `undefined` where there is none or it cannot be kept. */
export function readRequestId(headers: Headers): string | undefined {
  const id = headers.get("x-request-id");
  return id !== null && CALLERS_ID.test(id) ? id : undefined;
}

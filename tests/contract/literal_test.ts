import { assert } from "@std/assert";
import { startApp } from "@/tests/support/app.ts";
import { type Row, ROWS } from "./literal_table.ts";

const rowsBySettings = Map.groupBy(ROWS, (row) => JSON.stringify(row.env ?? {}));

for (const [settings, rows] of rowsBySettings) {
  // The app's threads live longer than the step that starts them.
  Deno.test({ name: `the contract with ${settings}`, sanitizeOps: false, sanitizeResources: false }, async (t) => {
    await using app = await startApp({ RATE_LIMIT: "off", ...rows[0]?.env });
    for (const row of rows) {
      await t.step(row.ask.slice(0, 120), async () => {
        const [method = "", path = ""] = row.ask.split(" ");
        const response = await app.fetch(path, { method, headers: row.headers ?? {}, body: row.body ?? null });
        const text = await response.text();
        const problems = [...checkHead(row, response), ...checkBody(row, response, text)];

        const etag = response.headers.get("etag");
        if (row.has?.etag !== undefined && etag !== null) {
          const again = await app.fetch(path, { method, headers: { ...row.headers, "if-none-match": etag } });
          if (again.status !== 304 || await again.text() !== "") problems.push(`with its etag ${again.status}`);
        }
        const wanted = Deno.inspect(row, { depth: 6, strAbbreviateSize: 200 });
        const came = `${response.status} ${Deno.inspect(response.headers)}\n${text.slice(0, 600)}`;
        assert(problems.length === 0, `${problems.join("; ")}\nThe row: ${wanted}\nThe answer: ${came}`);
      });
    }
  });
}

function checkHead(row: Row, { status, headers }: Response): string[] {
  const problems: string[] = [];
  if (![row.status].flat().includes(status)) problems.push(`status ${status}`);
  const expected = {
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
    ...(status >= 400 ? { "cache-control": "no-store", "x-request-id": /./ } : {}),
    ...(row.type === undefined ? {} : { "content-type": new RegExp(`^${RegExp.escape(row.type)}(;|$)`) }),
    ...row.has,
  };
  for (const [name, value] of Object.entries(expected)) {
    if (!matches(headers.get(name) ?? "", value)) problems.push(`${name}: ${headers.get(name)}`);
  }
  return problems;
}

function checkBody(row: Row, { status, headers }: Response, text: string): string[] {
  if (row.ask.startsWith("HEAD ") || status === 204) return text === "" ? [] : ["it has a body"];
  const problems = row.text?.test(text) === false ? [`the body does not match ${row.text}`] : [];
  if (row.type !== "application/json" || !headers.get("content-type")?.startsWith(row.type)) return problems;

  const body: Record<string, unknown> = text.startsWith("{") ? JSON.parse(text) : {};
  if (JSON.stringify(body) !== text) problems.push("the body is not compact JSON");
  const failure = {
    success: false,
    status,
    code: row.code ?? /./,
    message: /./,
    requestId: headers.get("x-request-id"),
  };
  const expected = { ...(status >= 400 ? failure : { success: true, status }), ...row.json };
  for (const [name, value] of Object.entries(expected)) {
    if (!matches(body[name], value)) problems.push(`the field ${name}`);
  }
  return problems;
}

/**
 * A regular expression is tested on text, or on the JSON of another value that exists; `undefined` means absent.
 * An object has at least the expected fields; an array has the expected elements in any order, and no others.
 */
function matches(actual: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) {
    return actual !== undefined && expected.test(typeof actual === "string" ? actual : JSON.stringify(actual));
  }
  if (typeof expected !== "object" || expected === null) return actual === expected;
  if (typeof actual !== "object" || actual === null) return false;
  if (!Array.isArray(expected)) {
    return Object.entries(expected).every(([name, value]) => matches(Reflect.get(actual, name), value));
  }
  if (!Array.isArray(actual) || actual.length !== expected.length) return false;
  return expected.every((one) => actual.some((other) => matches(other, one)));
}

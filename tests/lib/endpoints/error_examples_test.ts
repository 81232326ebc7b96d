import { assertEquals, assertMatch } from "@std/assert";
import { ERROR_EXAMPLES } from "@/lib/endpoints/error_examples.ts";
import { HEADERS } from "@/lib/endpoints/headers.ts";
import { ERROR_SCHEMA } from "@/lib/endpoints/schemas.ts";
import { type ErrorCode, STATUS_BY_CODE } from "@/lib/http/errors.ts";
import { startApp } from "@/tests/app.ts";

const TOKEN = "a-token-of-the-operator";

Deno.test("ERROR_EXAMPLES has an error of each code in the form of every error", () => {
  const codes = Object.keys(STATUS_BY_CODE) as ErrorCode[];
  assertEquals(Object.keys(ERROR_EXAMPLES).toSorted(), codes.toSorted());
  for (const code of codes) {
    const { message, details, headers = [] } = ERROR_EXAMPLES[code];
    const error = { success: false, status: STATUS_BY_CODE[code], code, message, requestId: "a", details };
    // The schema leaves out what it does not know.
    assertEquals<unknown>(ERROR_SCHEMA.parse(error).details, details, code);
    assertMatch(message, /^Cannot .*[^.]$/);
    assertEquals(headers.filter((name) => !(name in HEADERS)), []);
  }
});

Deno.test("ERROR_SCHEMA has no unit that no error has", () => {
  const units = ["points", "ms", "bytes"].filter((unit) => {
    const details = { unit, limit: 1, got: 2 };
    const error = { success: false, status: 422, code: "too_expensive", message: "Cannot", requestId: "a", details };
    return ERROR_SCHEMA.safeParse(error).success;
  });
  assertEquals(units, ["ms", "bytes"]);
});

Deno.test("ERROR_EXAMPLES are what the service responds, as far as one request can cause it", async () => {
  await using call = await startApp({ OPERATOR_TOKEN: TOKEN, BASE_URL: "https://paw.test" });
  const status = "/api/v5/app/operator/status";
  const requests: readonly (readonly [ErrorCode, string, RequestInit?])[] = [
    ["missing_parameter", "/api/v2/filter/blur"],
    ["invalid_parameter", "/api/v2/filter/blur?image=/cat/Ada.png&strength=900"],
    ["bad_request", "/api/v1/animals/%zz"],
    ["authentication_required", status, { headers: { authorization: "Bearer wrong" } }],
    ["forbidden_address", "/api/v2/filter/blur?image=http://10.0.0.1/a.png"],
    ["forbidden_host", status, { headers: { origin: "https://other.test" } }],
    ["not_found", "/api/none"],
    ["unknown_type", "/api/v2/random/animal/unicorn"],
    ["unknown_app", "/api/v5/other/launcher/news"],
    ["method_not_allowed", "/api/v1/uptime", { method: "DELETE" }],
    ["uri_too_long", `/api?${"x".repeat(62_000 - "http://paw.example/api?".length)}`],
  ];
  for (const [code, path, init] of requests) {
    const response = await call(path, init);
    const { message, details, headers = [] } = ERROR_EXAMPLES[code];
    const body = await response.json();
    assertEquals([body.code, body.status, body.message, body.details], [code, response.status, message, details]);
    assertEquals(headers.filter((name) => !response.headers.has(name)), [], code);
  }
});

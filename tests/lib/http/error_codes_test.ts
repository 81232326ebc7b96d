import { assertEquals, assertMatch } from "@std/assert";
import { MAX_WRONG_TOKENS } from "@/lib/access/bans.ts";
import { ERROR_SCHEMA } from "@/lib/endpoints/schemas.ts";
import { ERROR_CODES, type ErrorCode } from "@/lib/http/error_codes.ts";
import { MAX_PATH_CHARACTERS, MAX_QUERY_PARAMETERS, MAX_URL_CHARACTERS } from "@/lib/http/request_url.ts";
import { FAILURES_MS } from "@/lib/store/store.ts";
import { startApp } from "@/tests/app.ts";

const TOKEN = "a-token-of-the-operator";

Deno.test("ERROR_CODES has an example of each code in the form of every error", () => {
  for (const [code, { status, example: { message, details } }] of Object.entries(ERROR_CODES)) {
    const error = { success: false, status, code, message, requestId: "a", details };
    // The schema leaves out what it does not know.
    assertEquals<unknown>(ERROR_SCHEMA.parse(error).details, details, code);
    assertMatch(message, /^Cannot .*[^.]$/);
  }
});

Deno.test("ERROR_SCHEMA has no unit that no error has", () => {
  const units = ["ms", "bytes", "points", "slots", "pixels"].filter((unit) => {
    const details = { unit, limit: 1, got: 2 };
    const error = { success: false, status: 422, code: "too_expensive", message: "Cannot", requestId: "a", details };
    return ERROR_SCHEMA.safeParse(error).success;
  });
  assertEquals(units, ["ms", "bytes", "points", "slots"]);
});

Deno.test("ERROR_CODES states the limits that the service has", () => {
  const { authentication_required: authentication, bad_request: badRequest, uri_too_long: tooLong } = ERROR_CODES;
  const numbersIn = (text: string) => text.match(/\d[\d,]*\b/g)?.map((number) => Number(number.replace(",", "")));
  assertEquals(numbersIn(authentication.meaning), [MAX_WRONG_TOKENS, FAILURES_MS / 60_000]);
  assertEquals(numbersIn(badRequest.meaning), [MAX_QUERY_PARAMETERS]);
  assertEquals(numbersIn(tooLong.meaning), [MAX_URL_CHARACTERS, MAX_PATH_CHARACTERS]);
});

Deno.test("the examples of ERROR_CODES are what the service responds, as far as one request can cause it", async () => {
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
    const { message, details, headers = [] } = ERROR_CODES[code].example;
    const body = await response.json();
    assertEquals([body.code, body.status, body.message, body.details], [code, response.status, message, details]);
    assertEquals(headers.filter((name) => !response.headers.has(name)), [], code);
  }
});

import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { assert, assertEquals } from "@std/assert";
import type { Endpoint, Parameter } from "@/lib/endpoints/endpoint.ts";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { startApp } from "@/tests/app.ts";

// Real answers, good and bad, against the document that the service itself hands out.

const TOKEN = "correct-horse-battery";
const LOG = "hello.log";
const logs = await Deno.makeTempDir();
await Deno.writeTextFile(`${logs}/${LOG}`, "hello, hello\n");
Deno.test.afterAll(() => Deno.remove(logs, { recursive: true }));
const call = await startApp({ RATE_LIMIT: "off", OPERATOR_TOKEN: TOKEN, LOGS_DIR: logs });
const document = await (await call("/openapi.json")).json();
const ajv = new Ajv2020.default({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "doc:", ...close(document) });

/** Shuts every object, so that an answer with a field that the document lacks fails as well. */
function close(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return value.map(close) as never;
  if (typeof value !== "object" || value === null) return value as never;
  const node = value as Record<string, unknown>;
  if (Array.isArray(node.allOf)) return { ...node, unevaluatedProperties: false };
  const closed = Object.fromEntries(Object.entries(node).map(([key, each]) => [key, close(each)]));
  const isOpen = node.type === "object" && node.properties !== undefined && node.additionalProperties === undefined;
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

/** Every call worth trying of an endpoint: its example, all its values, and each way to get a parameter wrong. */
function* callsOf(endpoint: Endpoint): Generator<string> {
  yield endpoint.example;
  for (const parameter of endpoint.parameters) {
    const values = [...(parameter.allowed ?? []), ...rangeOf(parameter), ...wrongOf(parameter)];
    for (const value of values) yield change(endpoint, parameter, String(value));
    if (parameter.required && parameter.in === "query") yield change(endpoint, parameter, "");
  }
}

function rangeOf({ min, max, example }: Parameter): readonly unknown[] {
  return [min, max, example].filter((value) => value !== undefined);
}

// A path with ".." in it never gets here: whoever parses the address takes the segments out.
function wrongOf({ min, max, maxLength, allowed, type }: Parameter): readonly string[] {
  const wrong = ["\0", "a b/c", "a".repeat((maxLength ?? 400) + 1)];
  if (min !== undefined) wrong.push(String(min - 1));
  if (max !== undefined) wrong.push(String(max + 1));
  if (allowed !== undefined || type !== "string") wrong.push("surely-not", "NaN");
  return wrong;
}

function change({ path, example }: Endpoint, { name, in: place }: Parameter, value: string): string {
  if (place === "query") {
    const url = new URL(example, "http://paw.example");
    url.searchParams.set(name, value);
    return url.pathname + url.search;
  }
  const [plain = "", query] = example.split("?");
  const names = path.split("/");
  const at = names.findIndex((segment) => segment.includes(`{${name}}`));
  const segment = names[at]!.replace(`{${name}}`, encodeURIComponent(value));
  const values = plain.split("/");
  // Set, not `with`: an example may end before its last variable, as that of all logs does.
  values[at] = segment;
  const changed = values.join("/");
  return query === undefined ? changed : `${changed}?${query}`;
}

/** Headers that let a caller ask for less: a client that does not know of them cannot. */
const CONDITIONAL = ["etag", "accept-ranges", "content-range", "last-modified"];

/** Checks one answer: its status is described, its type is, and a JSON body fits its schema. */
async function check({ path }: Endpoint, url: string, ask: () => Promise<Response> = () => call(url)): Promise<number> {
  const response = await ask();
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0]!;
  const text = await response.text();
  const described = document.paths[path].get.responses[response.status];
  assert(described !== undefined, `${url} answers ${response.status}, which is not described: ${text.slice(0, 300)}`);
  const pointer = described.$ref === undefined
    ? `/paths/${escape(path)}/get/responses/${response.status}`
    : described.$ref.slice(1);
  const { content, headers } = resolve(pointer);
  for (const name of CONDITIONAL) {
    assertEquals(response.headers.has(name) && !(name in headers), false, `${url} ${name}`);
  }
  if (response.status === 304) assertEquals([content, text], [undefined, ""]);
  if (content === undefined) return response.status;
  assert(content[type] !== undefined, `${url} answers ${type}, which is not described`);
  if (type !== "application/json") return response.status;
  const validate = ajv.getSchema(`doc:#${pointer}/content/application~1json/schema`)!;
  assert(validate(JSON.parse(text)), `${url}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`);
  return response.status;
}

function escape(path: string): string {
  return encodeURIComponent(path.replaceAll("~", "~0").replaceAll("/", "~1"));
}

interface Described {
  readonly content?: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

function resolve(pointer: string): Described {
  const keys = pointer.slice(1).split("/").map((key) => decodeURIComponent(key).replaceAll("~1", "/"));
  return keys.reduce((node, key) => node[key], document);
}

const isOpen = ({ errors }: Endpoint) => !errors.includes("authentication_required");

for (const endpoint of ENDPOINTS.filter(isOpen)) {
  Deno.test(`GET ${endpoint.path} answers what the OpenAPI document says`, async () => {
    const statuses = new Set<number>();
    for (const url of new Set(callsOf(endpoint))) statuses.add(await check(endpoint, url));
    assert(statuses.has(200), `${[...statuses]}`);
  });
}

for (const endpoint of ENDPOINTS.filter((each) => !isOpen(each))) {
  Deno.test(`GET ${endpoint.path} answers what the OpenAPI document says, with and without a token`, async () => {
    const { example } = endpoint;
    const guarded = await startApp({ OPERATOR_TOKEN: TOKEN });
    const headers = { authorization: `Bearer ${TOKEN}` };
    assertEquals(await check(endpoint, example, () => guarded(example, { headers })), 200);
    const statuses = [];
    for (let count = 0; count < 11; count++) statuses.push(await check(endpoint, example, () => guarded(example)));
    assertEquals([statuses[0], statuses.at(-1)], [401, 403]);
  });
}

Deno.test("a client over its limit gets the 429 that the OpenAPI document describes", async () => {
  const limited = await startApp({ RATE_LIMIT: "10" });
  const endpoint = ENDPOINTS.find(({ id }) => id === "v1-version")!;
  const statuses = [];
  for (let count = 0; count < 11; count++) {
    statuses.push(await check(endpoint, endpoint.example, () => limited(endpoint.example)));
  }
  assertEquals([statuses[9], statuses[10]], [200, 429]);
});

/** The call of an endpoint that is answered with the file itself, for those that have one. */
function rawCallOf({ parameters, example }: Endpoint): string {
  if (!parameters.some(({ name }) => name === "raw")) return example;
  return `${example.replace(/\/logs$/, `/logs/${LOG}`)}?raw=1`;
}

for (const endpoint of ENDPOINTS.filter(isOpen)) {
  const { path } = endpoint;
  const { responses } = document.paths[path].get;

  Deno.test(`GET ${path} answers 304 if and only if the OpenAPI document says so`, async () => {
    const url = rawCallOf(endpoint);
    const first = await call(url);
    await first.body?.cancel();
    const headers = { "if-none-match": first.headers.get("etag") ?? "*" };
    const status = await check(endpoint, url, () => call(url, { headers }));
    assertEquals(status, "304" in responses ? 304 : 200);
  });

  Deno.test(`GET ${path} answers parts if and only if the OpenAPI document says so`, async () => {
    const url = rawCallOf(endpoint);
    const statuses = [];
    for (const range of ["bytes=0-3", "bytes=0-1,3-4", "bytes=999999999-"]) {
      statuses.push(await check(endpoint, url, () => call(url, { headers: { range } })));
    }
    assertEquals(statuses, "206" in responses ? [206, 206, 416] : [200, 200, 200]);
  });
}

Deno.test("GET /healthz is free, in the OpenAPI document as well", async () => {
  const limited = await startApp({ RATE_LIMIT: "10" });
  const { responses } = document.paths["/healthz"].get;
  assertEquals(["429" in responses, "ratelimit" in responses[200].headers], [false, false]);
  for (let count = 0; count < 12; count++) {
    const response = await limited("/healthz");
    await response.body?.cancel();
    assertEquals([response.status, response.headers.has("ratelimit")], [200, false]);
  }
});

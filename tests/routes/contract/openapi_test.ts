import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { assert, assertEquals } from "@std/assert";
import type { Endpoint, EndpointParameter } from "@/lib/endpoints/endpoint.ts";
import { HEADERS } from "@/lib/endpoints/headers.ts";
import { ENDPOINTS, toMethodKey } from "@/tests/endpoints.ts";
import { startApp } from "@/tests/app.ts";

// Compares real responses, successes and errors, with the OpenAPI document of the service.

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

/** Closes every object schema, so that a response with an undocumented field fails too. */
function close(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return value.map(close) as never;
  if (typeof value !== "object" || value === null) return value as never;
  const node = value as Record<string, unknown>;
  if (Array.isArray(node.allOf)) return { ...node, unevaluatedProperties: false };
  const closed = Object.fromEntries(Object.entries(node).map(([key, each]) => [key, close(each)]));
  const isOpen = node.type === "object" && node.properties !== undefined && node.additionalProperties === undefined;
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

/** A GIF of one pixel, which each of some 200 calls filters instead of the 262,144 pixels of the example. */
const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** Further calls of an endpoint whose path also decides what its JSON contains. */
const MORE_CALLS: Readonly<Record<string, readonly string[]>> = {
  "/{kind}/{name}": ["Ada.json", "Ada+Grace.json", "Ada,Grace.json", "Ada,dog:Rex+Bo.json"].map((name) =>
    `/cat/${name}`
  ),
};

/** Lists the calls of an endpoint: its example, all allowed values, and every kind of invalid parameter. */
function* callsOf(endpoint: Endpoint): Generator<string> {
  yield endpoint.example;
  yield* MORE_CALLS[endpoint.path] ?? [];
  const image = endpoint.parameters.find(({ name }) => name === "image");
  const example = image === undefined ? endpoint.example : change(endpoint, image, PIXEL);
  for (const parameter of endpoint.parameters) {
    // The example of the endpoint contains that of the image.
    const valid = parameter === image ? [] : [...allowedOf(endpoint, parameter), ...rangeOf(parameter)];
    for (const value of [...valid, ...invalidOf(parameter)]) {
      yield change({ ...endpoint, example }, parameter, String(value));
    }
    if (parameter.required && parameter.in === "query") yield change({ ...endpoint, example }, parameter, "");
  }
}

/** Returns all allowed values; of the statuses as PNG, which take a second to draw, two. Those as SVG are the same. */
function allowedOf({ path }: Endpoint, { allowed = [] }: EndpointParameter): readonly unknown[] {
  return path === "/{status}.png" ? allowed.slice(0, 2) : allowed;
}

function rangeOf({ min, max, example }: EndpointParameter): readonly unknown[] {
  return [min, max, example].filter((value) => value !== undefined);
}

// A path with ".." is missing because URL parsing resolves such segments.
function invalidOf({ min, max, maxLength, allowed, type }: EndpointParameter): readonly string[] {
  const invalid = ["\0", "a b/c", "a".repeat((maxLength ?? 400) + 1)];
  if (min !== undefined) invalid.push(String(min - 1));
  if (max !== undefined) invalid.push(String(max + 1));
  if (allowed !== undefined || type !== "string") invalid.push("surely-not", "NaN");
  return invalid;
}

function change({ path, example }: Endpoint, { name, in: location }: EndpointParameter, value: string): string {
  if (location === "query") {
    const url = new URL(example, "http://paw.example");
    url.searchParams.set(name, value);
    return url.pathname + url.search;
  }
  const [plain = "", query] = example.split("?");
  const names = path.split("/");
  const at = names.findIndex((segment) => segment.includes(`{${name}}`));
  const segment = names[at]!.replace(`{${name}}`, encodeURIComponent(value));
  const values = plain.split("/");
  // Assigned, not `with()`: an example may end before its last variable, like that of the list of logs.
  values[at] = segment;
  const changed = values.join("/");
  return query === undefined ? changed : `${changed}?${query}`;
}

/** Checks that status and media type of a response are documented and that a JSON body matches its schema. */
async function check(
  endpoint: Endpoint,
  url: string,
  send: () => Promise<Response> = () => call(url),
): Promise<number> {
  const { path } = endpoint;
  const method = toMethodKey(endpoint);
  const response = await send();
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0]!;
  const text = await response.text();
  const documented = document.paths[path][method].responses[response.status];
  assert(documented !== undefined, `${url} returns ${response.status}, which is not documented: ${text.slice(0, 300)}`);
  const pointer = documented.$ref === undefined
    ? `/paths/${escape(path)}/${method}/responses/${response.status}`
    : documented.$ref.slice(1);
  const { content, headers, description } = resolve(pointer);
  for (const name of Object.keys(HEADERS)) {
    assertEquals(response.headers.has(name) && !(name in headers), false, `${url} ${name}`);
  }
  if (response.status === 304) assertEquals([content, text], [undefined, ""]);
  if (content === undefined) return response.status;
  // Beside JSON, other types are only named in the description, because clients in TypeScript would have a union.
  const isDocumented = content[type] !== undefined || description.includes(`\`${type}\``);
  assert(isDocumented, `${url} returns ${type}, which is not documented`);
  if (type !== "application/json") return response.status;
  const validate = ajv.getSchema(`doc:#${pointer}/content/application~1json/schema`)!;
  assert(validate(JSON.parse(text)), `${url}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`);
  return response.status;
}

function escape(path: string): string {
  return encodeURIComponent(path.replaceAll("~", "~0").replaceAll("/", "~1"));
}

interface DocumentedResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

function resolve(pointer: string): DocumentedResponse {
  const keys = pointer.slice(1).split("/").map((key) => decodeURIComponent(key).replaceAll("~1", "/"));
  return keys.reduce((node, key) => node[key], document);
}

const isOpen = ({ errors }: Endpoint) => !errors.includes("authentication_required");

for (const endpoint of ENDPOINTS.filter(isOpen)) {
  Deno.test(`GET ${endpoint.path} responds as the OpenAPI document describes`, async () => {
    const statuses = new Set<number>();
    for (const url of new Set(callsOf(endpoint))) statuses.add(await check(endpoint, url));
    assert(statuses.has(endpoint.responses[0]?.status ?? 200), `${[...statuses]}`);
  });
}

for (const endpoint of ENDPOINTS.filter((each) => !isOpen(each))) {
  const { example, method = "GET" } = endpoint;
  Deno.test(`${method} ${endpoint.path} responds as the OpenAPI document describes, with and without a token`, async () => {
    const guarded = await startApp({ OPERATOR_TOKEN: TOKEN });
    // The ban that the example lifts.
    for (let count = 0; count < 10; count++) guarded.services.access.bans.countWrongToken("192.0.2.7");
    const right = { method, headers: { authorization: `Bearer ${TOKEN}` } };
    assertEquals(await check(endpoint, example, () => guarded(example, right)), 200);
    const statuses = [];
    const wrong = { method, headers: { authorization: "Bearer wrong" } };
    for (let count = 0; count < 11; count++) {
      statuses.push(await check(endpoint, example, () => guarded(example, wrong)));
    }
    assertEquals([statuses[0], statuses.at(-1)], [401, 403]);
    const closed = await startApp();
    assertEquals(await check(endpoint, example, () => closed(example, right)), 404);
  });
}

Deno.test("a client over its limit receives the 429 that the OpenAPI document describes", async () => {
  const limited = await startApp({ RATE_LIMIT: "10" });
  const endpoint = ENDPOINTS.find(({ id }) => id === "v1-version")!;
  const statuses = [];
  for (let count = 0; count < 11; count++) {
    statuses.push(await check(endpoint, endpoint.example, () => limited(endpoint.example)));
  }
  assertEquals([statuses[9], statuses[10]], [200, 429]);
});

/** Returns a call whose response is the file itself if the endpoint has files, otherwise the example. */
function rawCallOf({ parameters, example }: Endpoint): string {
  if (!parameters.some(({ name }) => name === "raw")) return example;
  return `${example.replace(/\/logs$/, `/logs/${LOG}`)}?raw=1`;
}

for (const endpoint of ENDPOINTS.filter(isOpen)) {
  const { path } = endpoint;
  const { responses } = document.paths[path].get;
  const plain = endpoint.responses[0]?.status ?? 200;

  Deno.test(`GET ${path} returns 304 if and only if the OpenAPI document describes it`, async () => {
    const url = rawCallOf(endpoint);
    const first = await call(url);
    await first.body?.cancel();
    const headers = { "if-none-match": first.headers.get("etag") ?? "*" };
    const status = await check(endpoint, url, () => call(url, { headers }));
    assertEquals(status, "304" in responses ? 304 : plain);
  });

  Deno.test(`GET ${path} returns ranges if and only if the OpenAPI document describes them`, async () => {
    const url = rawCallOf(endpoint);
    const statuses = [];
    for (const range of ["bytes=0-3", "bytes=0-1,3-4", "bytes=999999999-"]) {
      statuses.push(await check(endpoint, url, () => call(url, { headers: { range } })));
    }
    assertEquals(statuses, "206" in responses ? [206, 206, 416] : [plain, plain, plain]);
  });
}

Deno.test("GET /healthz is not rate limited, neither in fact nor in the OpenAPI document", async () => {
  const limited = await startApp({ RATE_LIMIT: "10" });
  const { responses } = document.paths["/healthz"].get;
  assertEquals(["429" in responses, "ratelimit" in responses[200].headers], [false, false]);
  for (let count = 0; count < 12; count++) {
    const response = await limited("/healthz");
    await response.body?.cancel();
    assertEquals([response.status, response.headers.has("ratelimit")], [200, false]);
  }
});

import { FILTERS, getFilter, type Parameter as FilterParameter } from "@pawkit/images";
import fc from "fast-check";
import { assertEquals } from "@std/assert";
import { parseImageUrl } from "@/lib/sources/image_url.ts";
import { startApp } from "@/tests/app.ts";

// Generates requests that are valid by the OpenAPI document. The service must accept the form of each.

interface Schema {
  readonly type: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

type Paths = Readonly<Record<string, { readonly get: { readonly parameters?: readonly Parameter[] } }>>;

/** The requests of each operation. */
const REQUESTS = 10;

/** Any character, as `unit: "binary"`, which takes a second because it lists all of them. */
const CHARACTER = fc.integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/** The values of each schema: to create those of a pattern takes longer than all requests with them. */
const cached = new Map<string, fc.Arbitrary<string>>();

/** Returns valid values of a parameter. */
function valuesOf(schema: Schema): fc.Arbitrary<string> {
  const key = JSON.stringify(schema);
  const values = cached.get(key) ?? createValues(schema);
  cached.set(key, values);
  return values;
}

function createValues(
  { type, enum: allowed, format, pattern, minimum: min, maximum: max, maxLength }: Schema,
): fc.Arbitrary<string> {
  if (allowed !== undefined) return fc.constantFrom(...allowed.map(String));
  if (type === "boolean") return fc.constantFrom("true", "false", "1", "0");
  if (type === "integer") return fc.integer({ min: min!, max: max! }).map(String);
  if (type === "number") return fc.double({ min: min!, max: max!, noNaN: true }).map(String);
  if (format === "date") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: maxLength ?? 300 });
  return fc.string({ minLength: 1, maxLength: maxLength ?? 64, unit: CHARACTER });
}

/** Returns chains of filters, which a pattern cannot describe: each filter has its own range. */
function createChains() {
  const steps = FILTERS.map(getFilter).flatMap(({ name, parameters }) => {
    const [parameter] = Object.values(parameters);
    if (parameter === undefined) return [fc.constant(name)];
    const plain = parameter.fallback === undefined ? [] : [fc.constant(name)];
    return [...plain, stepValuesOf(parameter).map((value) => `${name}:${value}`)];
  });
  return fc.array(fc.oneof(...steps), { minLength: 1, maxLength: 8 }).map((chain) => chain.join());
}

function stepValuesOf(parameter: FilterParameter) {
  if (parameter.type === "choice") return fc.constantFrom(...parameter.allowed);
  if (parameter.type === "number") {
    return fc.double({ min: parameter.min, max: parameter.max, noNaN: true }).map(String);
  }
  return fc.constant(String(parameter.example));
}

/** The filters without a default for some value. */
const NEEDING_VALUES: readonly string[] = FILTERS.filter((name) =>
  Object.values(getFilter(name).parameters).some(({ fallback, isOptional }) => fallback === undefined && !isOptional)
);

/** Leaves out what OpenAPI cannot express about two parameters, or about a number inside a URL. */
function isPossible(path: string, query: URLSearchParams): boolean {
  const image = query.get("image");
  if (image?.startsWith("http") && !URL.canParse(image)) return false;
  if (/^\/(?!api).*\.(?:png|webp|svg|jpg|json)$/.test(path) && (query.has("columns") || query.has("colors"))) {
    return false;
  }
  if (query.get("size") === "card") return /\.(?:png|jpg)$/.test(path) && !query.has("view") && !query.has("radius");
  if (path.endsWith("/resize")) return query.has("width");
  // Which strengths a filter has, and whether it needs one, depends on its name.
  const [, filter = ""] = /^\/api\/v\d\/filter\/(.+)$/.exec(path) ?? [];
  if (query.has("strength") && filter !== "") return false;
  if (NEEDING_VALUES.includes(filter)) return false;
  return !query.has("since") || !query.has("until");
}

Deno.test("requests that are valid by the OpenAPI document get neither 400 nor 5xx", async () => {
  await using call = await startApp({ RATE_LIMIT: "off", OPERATOR_TOKEN: "a-token-of-the-operator" });
  const document: { paths: Record<string, Partial<Paths[string]>> } = await (await call("/openapi.json")).json();
  // Without those that have no GET: nothing is read with them.
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([, item]) => item.get)) as Paths;
  const chains = createChains();
  const failed: string[] = [];
  for (const [template, { get: { parameters = [] } }] of Object.entries(paths)) {
    const values = parameters.map(({ name, in: place, required, schema }) => {
      if (name === "steps") return chains;
      return required || place === "path" ? valuesOf(schema) : fc.option(valuesOf(schema), { freq: 1 });
    });
    for (const sample of fc.sample(fc.tuple(...values), { numRuns: REQUESTS })) {
      const query = new URLSearchParams();
      let path = template;
      for (const [index, { name, in: place }] of parameters.entries()) {
        const value = sample[index];
        if (place === "path") path = path.replace(`{${name}}`, () => encodeURIComponent(value!));
        else if (typeof value === "string") query.set(name, value);
      }
      if (!isPossible(path, query)) continue;
      const image = query.get("image") ?? "";
      // Nothing is requested from other servers.
      if (image.startsWith("http") && parseImageUrl(image)) continue;
      const response = await call(`${path}?${query}`);
      const text = await response.text();
      if (response.status === 400 || response.status >= 500) failed.push(`${path}?${query} ${text.slice(0, 200)}`);
    }
  }
  assertEquals(failed, []);
});

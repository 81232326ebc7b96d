import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { REQUEST_PARAMETERS } from "@/lib/filters/parameters.ts";
import { parseOperation, toOperationKey } from "@/lib/filters/request.ts";
import { parseUploadForm } from "@/lib/filters/upload.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { type FilterName, FILTERS, getFilter, type Parameter, type Parameters } from "@pawkit/images";

// What holds for every parameter in the tables, also for one that is added later.

/** Valid texts of a parameter. Two different ones mean different values. */
function textsOf(parameter: Parameter): fc.Arbitrary<string> {
  switch (parameter.type) {
    case "integer": {
      const { min, max, word } = parameter;
      const numbers = fc.integer({ min, max }).map(String);
      return word === undefined ? numbers : fc.oneof(numbers, fc.constant(word));
    }
    case "number": {
      const { min, max, isRounded } = parameter;
      return (isRounded ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })).map(String);
    }
    case "choice":
      return fc.constantFrom(...parameter.allowed);
    case "colour": {
      const colour = fc.stringMatching(/^[0-9a-f]{6}$/);
      return fc.array(colour, { minLength: parameter.count, maxLength: parameter.count }).map((all) => all.join("-"));
    }
    case "size":
      return fc.array(fc.integer({ min: 1, max: parameter.max }), { minLength: 1, maxLength: 2 })
        .map((sides) => sides.join("x"));
  }
}

/** All parameters that a request for one filter has. */
function parametersOf(filter: FilterName): Parameters {
  return { ...getFilter(filter).parameters, ...REQUEST_PARAMETERS };
}

/** The runs of each property: there are two hundred, and each value of a table is wrong for most values or for none. */
const RUNS = { numRuns: 20 };

type Query = Readonly<Record<string, string>>;

/** Queries with a value for each parameter, so that none is ignored for the lack of another. */
function queriesOf(filter: FilterName): fc.Arbitrary<Query> {
  const texts = Object.entries(parametersOf(filter)).map(([name, parameter]) => [name, textsOf(parameter)]);
  return fc.record(Object.fromEntries(texts));
}

function keyOf(chain: string, query: Query | URLSearchParams): string {
  return toOperationKey(parseOperation(chain, new URLSearchParams(query)));
}

for (const filter of FILTERS) {
  for (const [name, parameter] of Object.entries(parametersOf(filter))) {
    Deno.test(`requests for ${filter} that differ in ${name} have different cache keys`, () => {
      fc.assert(
        fc.property(queriesOf(filter), textsOf(parameter), (query, text) => {
          const { [name]: given, ...others } = query;
          if (text !== given) assertNotEquals(keyOf(filter, query), keyOf(filter, { ...query, [name]: text }));
          // Without it, the request is one with the fallback, or another one.
          if (parameter.fallback === undefined && !parameter.isOptional) return;
          const isFallback = given === String(parameter.fallback);
          assertEquals(keyOf(filter, query) === keyOf(filter, others), isFallback);
        }),
        RUNS,
      );
    });
  }

  Deno.test(`an empty parameter of ${filter} counts as absent`, () => {
    const parameters = Object.entries(parametersOf(filter));
    const empty = Object.fromEntries(parameters.map(([name]) => [name, ""]));
    const required = parameters.filter(([, { fallback, isOptional }]) => fallback === undefined && !isOptional);
    const given = Object.fromEntries(required.map(([name, { example }]) => [name, String(example)]));
    assertEquals(keyOf(filter, { ...empty, ...given }), keyOf(filter, given));
    if (!needsValue(filter)) return;
    assertEquals(assertThrows(() => keyOf(filter, empty), ApiError).code, "missing_parameter");
  });

  Deno.test(`equal requests for ${filter} have equal cache keys, in any order and as a chain`, () => {
    fc.assert(
      fc.property(queriesOf(filter), (query) => {
        const key = keyOf(filter, query);
        assertEquals(keyOf(filter, Object.fromEntries(Object.entries(query).toReversed())), key);
        const own = Object.keys(getFilter(filter).parameters);
        const others = Object.entries(query).filter(([name]) => !own.includes(name));
        assertEquals(keyOf([filter, ...own.map((name) => query[name])].join(":"), Object.fromEntries(others)), key);
      }),
      RUNS,
    );
  });

  Deno.test(`the fields of a form mean the same to ${filter} as the query`, async () => {
    await fc.assert(
      fc.asyncProperty(queriesOf(filter), async (query) => {
        const form = new FormData();
        form.append("image", new File(["picture"], "cat.png"));
        for (const [name, text] of Object.entries(query)) form.append(name, text);
        const response = new Response(form);
        const type = response.headers.get("content-type")!;
        const { fields } = await parseUploadForm(await response.bytes(), type);
        assertEquals(
          keyOf(filter, new URLSearchParams(fields.map(([name, text]) => [name, text]))),
          keyOf(filter, query),
        );
      }),
      RUNS,
    );
  });
}

function needsValue(filter: FilterName): boolean {
  return Object.values(getFilter(filter).parameters).some(({ fallback, isOptional }) =>
    fallback === undefined && !isOptional
  );
}

Deno.test("requests with other filters, or with the same ones in another order, have different cache keys", () => {
  const chains = fc.array(fc.constantFrom(...FILTERS.filter((name) => !needsValue(name))), {
    minLength: 1,
    maxLength: 8,
  }).map((names) => names.join());
  fc.assert(fc.property(chains, chains, (one, other) => {
    assertEquals(keyOf(one, {}) === keyOf(other, {}), one === other);
  }));
});

Deno.test("every parameter has a valid fallback", () => {
  for (const filter of FILTERS.filter((name) => !needsValue(name))) {
    const { parameters } = getFilter(filter);
    const fallbacks = Object.entries(parameters).flatMap(([name, { fallback }]) =>
      fallback === undefined ? [] : [[name, String(fallback)]]
    );
    const defaults = parseValues(new URLSearchParams(), parameters);
    assertEquals(parseValues(new URLSearchParams(fallbacks), parameters), defaults, filter);
  }
});

Deno.test("parseValues() needs a value for each parameter that has no fallback and is not optional", () => {
  const parameters: Parameters = {
    angle: { type: "choice", allowed: ["90", "180"] },
    side: { type: "integer", min: 1, max: 9, isOptional: true },
  };
  const { code, details } = assertThrows(() => parseValues(new URLSearchParams(), parameters), ApiError);
  assertEquals([code, details], ["missing_parameter", { parameter: "angle" }]);
  assertEquals(parseValues(new URLSearchParams("angle=90"), parameters), { angle: "90" });
});

import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parseFilterRequest, toOperationKey } from "@/lib/filters/request.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { FILTERS } from "@pawkit/images";

function parse(filter: string, query: string) {
  return parseFilterRequest(filter, new URLSearchParams(query), "https://pawkit.example");
}

function strengthOf(filter: string, query: string): unknown {
  return parse(filter, query).steps[0]!.values.strength;
}

function codeOf(filter: string, query: string): unknown {
  const error = assertThrows(() => parse(filter, query), ApiError);
  return [error.code, error.details];
}

Deno.test("parseFilterRequest() uses the default strength of a filter, and rounds that of blur but not of contrast", () => {
  assertEquals<unknown>(parse("blur", "image=a"), {
    steps: [{ filter: "blur", values: { strength: 5 } }],
    values: { fit: "inside", position: "centre" },
    imageRef: "a",
  });
  assertEquals([strengthOf("contrast", "image=a"), strengthOf("invert", "image=a")], [0.1, undefined]);
  assertEquals(strengthOf("blur", "image=a&strength=2.5"), 3);
  assertEquals(strengthOf("contrast", "image=a&strength=-0.25"), -0.25);
  assertEquals(Object.is(strengthOf("contrast", "image=a&strength=-0"), 0), true);
});

Deno.test("parseFilterRequest() throws an error that names the missing or unknown value", () => {
  assertEquals(codeOf("blur", ""), ["missing_parameter", { parameter: "image" }]);
  assertEquals(codeOf("blur", "image="), ["missing_parameter", { parameter: "image" }]);
  assertEquals(codeOf("blur", "image=a&format=bmp"), [
    "invalid_parameter",
    { parameter: "format", value: "bmp", allowed: ["png", "jpeg", "webp", "gif", "auto"] },
  ]);
  assertEquals(codeOf("no-such-filter", "image=a"), [
    "unknown_type",
    { value: "no-such-filter", allowed: FILTERS },
  ]);
});

Deno.test("parseFilterRequest() suggests what is meant by filters that do not exist", () => {
  const meant = {
    crop: "resize with fit=cover",
    mirror: "flop",
    circle: "radius=max",
    bw: "greyscale",
    "black-and-white": "greyscale",
  };
  for (const [value, suggestion] of Object.entries(meant)) {
    assertEquals(codeOf(value, "image=a"), ["unknown_type", { value, allowed: FILTERS, suggestion }]);
  }
  assertEquals(codeOf("constructor", "image=a"), ["unknown_type", { value: "constructor", allowed: FILTERS }]);
});

Deno.test("parseFilterRequest() reads jpg as jpeg and center as centre", () => {
  const { format, position } = parse("blur", "image=a&format=jpg&position=center").values;
  assertEquals([format, position], ["jpeg", "centre"]);
});

Deno.test("parseFilterRequest() rejects the name of the filter as a parameter", () => {
  const details = (parameter: string, suggestion: string) => ({ parameter, value: "9", suggestion });
  assertEquals(codeOf("gamma", "image=a&gamma=9"), ["invalid_parameter", details("gamma", "strength")]);
  assertEquals(codeOf("resize", "image=a&width=5&resize=9"), ["invalid_parameter", details("resize", "size")]);
  // Without a strength there is nothing that could be meant.
  assertEquals(parse("invert", "image=a&invert=9&blur=9"), parse("invert", "image=a"));
});

Deno.test("toOperationKey() is equal for equal operations only", () => {
  const key = (query: string) => toOperationKey(parse("contrast", `image=a&${query}`));
  assertEquals(key("strength=0.10"), key("strength=.1"));
  assertEquals(new Set(["strength=0", "strength=1", "format=png", "format=gif"].map(key)).size, 4);
});

Deno.test("parseFilterRequest() reads a chain of filters, each with its own strength or its default", () => {
  assertEquals(parse("greyscale:-.5e1,contrast:-0.3,blur,blur:2.5,invert:5", "image=a").steps, [
    { filter: "greyscale", values: {} },
    { filter: "contrast", values: { strength: -0.3 } },
    { filter: "blur", values: { strength: 5 } },
    { filter: "blur", values: { strength: 3 } },
    { filter: "invert", values: {} },
  ]);
  assertEquals(parse("invert,blur", "image=a&strength="), parse("invert,blur", "image=a"));
  assertEquals(parse(Array(8).fill("invert").join(), "image=a").steps.length, 8);
});

Deno.test("parseFilterRequest() throws on an unknown step, and on a chain that is too long or has a wrong strength", () => {
  const unknown = [
    "blur,",
    ",",
    ":",
    "blur,,invert",
    "blur, invert",
    "Blur,invert",
    "blur:2,no",
    "a/b,blur",
    "%2C",
    ":5",
  ];
  for (const chain of unknown) assertEquals((codeOf(chain, "image=a") as unknown[])[0], "unknown_type", chain);
  const range = { parameter: "strength", min: 1, max: 256 };
  for (const value of ["0", "257", "2:3", " 2", "x"]) {
    assertEquals(codeOf(`invert,blur:${value}`, "image=a"), ["invalid_parameter", { ...range, value }]);
  }
  for (const chain of ["invert,blur:", "blur:", "invert:,blur", "resize:,blur", "tint:"]) {
    const [code, details] = codeOf(chain, "image=a") as [string, { value: string }];
    assertEquals([code, details.value], ["invalid_parameter", ""], chain);
  }
  for (const value of ["abc", "5:", " 5", "0x10", "Infinity"]) {
    assertEquals(codeOf(`invert:${value},blur`, "image=a"), ["invalid_parameter", { parameter: "strength", value }]);
  }
  const long = Array(9).fill("no").join();
  assertEquals(codeOf(long, "image=a"), ["invalid_parameter", { parameter: "steps", value: long, max: 8 }]);
  for (const chain of ["blur:2", "invert,greyscale"]) {
    assertEquals(codeOf(chain, "image=a&strength=3"), ["invalid_parameter", { parameter: "strength", value: "3" }]);
  }
});

Deno.test("toOperationKey() is equal for all spellings of a chain", () => {
  const key = (chain: string, query = "") => toOperationKey(parse(chain, `image=a&${query}`));
  assertEquals(new Set([key("blur"), key("blur:5"), key("blur:5.2"), key("blur", "strength=5")]).size, 1);
  assertEquals(key("invert:7,contrast:-0"), key("invert,contrast:0"));
  const chains = ["blur,invert", "invert,blur", "invert,blur:2", "invert", "invert,invert"];
  assertEquals(new Set(chains.map((chain) => key(chain))).size, 5);
});

Deno.test("parseFilterRequest() reads width, height and fit, and ignores fit if it cannot matter", () => {
  const sizeOf = (query: string) => {
    const { position: _position, ...size } = parse("blur", `image=a&${query}`).values;
    return size;
  };
  assertEquals([sizeOf(""), sizeOf("fit=cover")], [{ fit: "inside" }, { fit: "inside" }]);
  assertEquals(sizeOf("width=1&height=4096"), { width: 1, height: 4096, fit: "inside" });
  assertEquals(sizeOf("width=9&height=8&fit=cover"), { width: 9, height: 8, fit: "cover" });
  assertEquals(sizeOf("height=8&fit=fill"), { height: 8, fit: "inside" });
});

Deno.test("parseFilterRequest() throws on a size that is not a whole number from 1 to 4096, and on another fit", () => {
  for (const name of ["width", "height"]) {
    for (const value of ["0", "4097", "1.5", "-1", "auto", "1e9", "Infinity"]) {
      const details = { parameter: name, value, min: 1, max: 4096 };
      assertEquals(codeOf("invert", `image=a&${name}=${value}`), ["invalid_parameter", details]);
    }
  }
  const allowed = ["inside", "cover", "fill"];
  const twice = { parameter: "width", value: "1,2" };
  assertEquals(codeOf("blur", "image=a&fit=zoom"), ["invalid_parameter", { parameter: "fit", value: "zoom", allowed }]);
  assertEquals(codeOf("blur", "image=a&width=1&width=2"), ["invalid_parameter", twice]);
});

Deno.test("parseFilterRequest() accepts resize anywhere, with a size of its own or that of the request", () => {
  const valuesOf = (chain: string, query: string) => parse(chain, `image=a&${query}`).steps.map(({ values }) => values);
  assertEquals(valuesOf("resize", "height=9"), [{}]);
  assertEquals(valuesOf("flip,resize:0400x9,resize:5", ""), [{}, { size: "400x9" }, { size: "5" }]);
  assertEquals(valuesOf("resize", "size=5x6"), [{ size: "5x6" }]);
  const missing = ["missing_parameter", { parameter: "width" }];
  assertEquals([codeOf("resize", "image=a"), codeOf("blur,resize", "image=a&fit=fill")], [missing, missing]);
  assertEquals(parse("blur,resize:5x6", "image=a&fit=cover").values.fit, "cover");
  assertEquals(parse("blur,resize:5", "image=a&fit=cover").values.fit, "inside");
});

Deno.test("parseFilterRequest() needs the colours of tint and duotone, and says where and how", () => {
  const messageOf = (chain: string) => assertThrows(() => parse(chain, "image=a"), ApiError).message;
  const start = 'Cannot read "strength": must be present';
  assertEquals(messageOf("tint"), `${start} in the query: RRGGBB, such as ff8800`);
  const form = "RRGGBB-RRGGBB, such as 1b1464-f7d046";
  assertEquals(messageOf("blur,duotone"), `${start} after "duotone:" in a chain: ${form}`);
  assertEquals(strengthOf("tint", "image=a&strength=FF8800"), "ff8800");
  const { radius, background } = parse("blur:2", "image=a&radius=max&background=AABBCC").values;
  assertEquals([radius, background], ["max", "aabbcc"]);
});

Deno.test("parseFilterRequest() names the filter whose value in a chain is wrong", () => {
  const error = assertThrows(() => parse("sharpen:2,greyscale,blur:900", "image=a"), ApiError);
  assertEquals(error.message, 'Cannot read "strength" of "blur": must be a number from 1 to 256, got "900"');
  assertEquals<unknown>(error.details, { parameter: "strength", value: "900", min: 1, max: 256 });
  const { message } = assertThrows(() => parse("invert,resize:0x5", "image=a"), ApiError);
  assertStringIncludes(message, 'Cannot read "size" of "resize": must be a width');
});

Deno.test("parseFilterRequest() says where a filter is missing in a chain", () => {
  for (const chain of ["blur,", ",blur", "blur,,invert", ",", "blur,:5", ":5"]) {
    const error = assertThrows(() => parse(chain, "image=a"), ApiError);
    assertEquals([error.code, error.details], ["unknown_type", { value: "", allowed: FILTERS }]);
    assertEquals(error.message, `Cannot find a filter: must be before and after each comma, got "${chain}"`);
  }
});

Deno.test("parseFilterRequest() reads all spellings of a colour as six digits", () => {
  for (const colour of ["ff8800", "FF8800", "f80", "F80", "%23ff8800", "%23f80"]) {
    const steps = [{ filter: "tint", values: { strength: "ff8800" } }];
    assertEquals<unknown>(parse("tint", `image=a&strength=${colour}`).steps, steps, colour);
    assertEquals<unknown>(parse(`tint:${decodeURIComponent(colour)}`, "image=a").steps, steps, colour);
    assertEquals(parse("blur", `image=a&background=${colour}`).values.background, "ff8800", colour);
  }
  assertEquals(strengthOf("duotone", "image=a&strength=%23123-F7D046"), "112233-f7d046");
});

Deno.test("parseFilterRequest() says how to write the # of a colour if the URL ended before it", () => {
  for (const [filter, query] of [["tint", "strength="], ["duotone", "strength=123-"]] as const) {
    const { message } = assertThrows(() => parse(filter, `image=a&${query}`), ApiError);
    assertStringIncludes(message, "; write # as %23, or leave it out");
  }
});

Deno.test("parseFilterRequest() throws on values of steps that do not exist, with what is allowed", () => {
  for (const value of ["0", "4097", "5x", "x5", "5x0", "5x4097", "5x5x5", "-5", "5.5", "a", "5:5"]) {
    const details = { parameter: "size", value, min: 1, max: 4096 };
    assertEquals(codeOf(`blur,resize:${value}`, "image=a"), ["invalid_parameter", details]);
  }
  const allowed = ["90", "180", "270"];
  const turned = { parameter: "strength", value: "-90", allowed, suggestion: "270" };
  assertEquals(codeOf("rotate:-90", "image=a"), ["invalid_parameter", turned]);
  for (const value of ["0", "45", "360", "90.0", "left"]) {
    const error = ["invalid_parameter", { parameter: "strength", value, allowed }];
    assertEquals([codeOf(`rotate:${value}`, "image=a"), codeOf("rotate", `image=a&strength=${value}`)], [error, error]);
  }
  const positions = ["centre", "top", "bottom", "left", "right"];
  const error = ["invalid_parameter", { parameter: "position", value: "middle", allowed: positions }];
  assertEquals(codeOf("blur", "image=a&position=middle"), error);
  for (const value of ["f8", "ff880", "ff88000", "gg8800", "%23%23f80", "ff8800-ff8800", "colour", "-ff8800"]) {
    const quoted = decodeURIComponent(value);
    const error = (parameter: string) => ["invalid_parameter", { parameter, value: quoted }];
    assertEquals(codeOf("tint", `image=a&strength=${value}`), error("strength"));
    assertEquals(codeOf(`blur,tint:${quoted}`, "image=a"), error("strength"));
    assertEquals(codeOf("blur", `image=a&background=${value}`), error("background"));
  }
  for (const value of ["ff8800", "ff8800-", "ff8800-00", "ff8800-000000-ffffff", "ff8800,000000"]) {
    assertEquals(codeOf("duotone", `image=a&strength=${value}`), [
      "invalid_parameter",
      { parameter: "strength", value },
    ]);
  }
  for (const value of ["0", "2049", "1.5", "-1", "most"]) {
    const range = { parameter: "radius", value, min: 1, max: 2048, allowed: ["max"] };
    assertEquals(codeOf("blur", `image=a&radius=${value}`), ["invalid_parameter", range]);
  }
  const largest = { parameter: "radius", value: "MAX", min: 1, max: 2048, allowed: ["max"], suggestion: "max" };
  assertEquals(codeOf("blur", "image=a&radius=MAX"), ["invalid_parameter", largest]);
  for (const [filter, value, min, max] of [["gamma", "0", 0.1, 10], ["threshold", "256", 0, 255]] as const) {
    const range = { parameter: "strength", value, min, max };
    assertEquals(codeOf(filter, `image=a&strength=${value}`), ["invalid_parameter", range]);
  }
  for (const value of ["0", "101", "5.5", "best"]) {
    const range = { parameter: "quality", value, min: 1, max: 100 };
    assertEquals(codeOf("blur", `image=a&quality=${value}`), ["invalid_parameter", range]);
  }
});

Deno.test("toOperationKey() is equal for equal sizes only", () => {
  const key = (query: string) => toOperationKey(parse("invert", `image=a&${query}`));
  assertEquals(new Set(["width=9", "width=09", "width=9.0&fit=fill", "fit=inside&width=9"].map(key)).size, 1);
  const queries = ["", "width=9", "height=9", "width=9&height=9", "width=9&height=9&fit=fill", "width=99"];
  assertEquals(new Set(queries.map(key)).size, 6);
});

function toRef(image: string, origin = "https://pawkit.example"): string {
  return parseFilterRequest("invert", new URLSearchParams({ image }), origin).imageRef;
}

Deno.test("parseFilterRequest() shortens every spelling of a URL of this service to its path", () => {
  const origins = ["https://b\u00fccher.example", "http://127.0.0.1:8000"];
  const hosts = [
    "https://b\u00fccher.example",
    "http://b\u00fccher.example",
    "HTTPS://B\u00dcCHER.Example.",
    "https://xn--bcher-kva.example:443",
    "http://2130706433:8000",
  ];
  for (const host of [...hosts, "http://xn--bcher-kva.example:443", "https://127.0.0.1:8000"]) {
    const origin = origins[/8000$/.test(host) ? 1 : 0]!;
    assertEquals(toRef(`${host}/images/a.png?size=64#x`, origin), "/images/a.png?size=64", host);
    assertEquals(toRef(`${host}/cat/%2F.svg?a`, origin), "/cat/%2F.svg?a", host);
    assertEquals(toRef(`${host}/Cats/Ada.png`, origin), "/Cats/Ada.png");
    assertEquals(toRef(`${host}//cat/Ada.png`, origin), "/cat/Ada.png");
    assertEquals([toRef(host, origin), toRef(`${host}/images/../api`, origin)], ["/", "/api"]);
  }
});

Deno.test("parseFilterRequest() does not change other URLs, paths and data", () => {
  const others = [
    "https://pawkit.example.evil.example/images/a",
    "https://pawkit.example@evil.example/images/a",
    "https://pawkit.exampleevil/images/a",
    "https://pawkit.example:8001/images/a",
    "https://a.pawkit.example/images/a",
    "/images/a",
    "data:image/png,",
    "http://",
  ];
  assertEquals(others.map((image) => toRef(image)), others);
});

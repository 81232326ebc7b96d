import { assertEquals } from "@std/assert";
import { createRedactor, hideValue, redactUrl, toLoggedPath } from "@/lib/text/redact.ts";

Deno.test("createRedactor() hides secrets, the credentials and queries of URLs, and paths of this machine", () => {
  const redact = createRedactor({
    secrets: ["p@ss/word", "short", undefined],
    // The longest is replaced first, and each only where it begins and ends.
    paths: [["/srv", "."], ["/srv/logs", "LOGS_DIR"], ["/", "ROOT"]],
  });
  const lines = {
    "redis://u:p@ss/word@host and redis://u:pw@host:1/0": "redis://[secret]@host and redis://[secret]@host:1/0",
    "https://a.example/b.png?key=1#c short": "https://a.example/b.png short",
    "authorization: Bearer some-token, data:image/png;base64,iVBO": "authorization: Bearer [secret] data:image/png",
    '"/srv/logs/a.log" /srv/x /srvx /a/srv file:///srv/lib/a.ts': '"LOGS_DIR/a.log" ./x /srvx /a/srv ./lib/a.ts',
    "not found (os error 2): open '/etc/x/key.pem'": "not found (os error 2): open '.../key.pem'",
    'Cannot respond to "/api/v1/uptime"': 'Cannot respond to "/api/v1/uptime"',
  };
  for (const [line, expected] of Object.entries(lines)) assertEquals(redact(line), expected);
});

Deno.test("createRedactor() hides paths of Windows, in text, in JSON and in file: URLs", () => {
  const redact = createRedactor({ paths: [["D:\\pawkit", "."], ["D:\\pawkit\\logs", "LOGS_DIR"]] });
  const lines = {
    "D:\\pawkit\\logs\\a.log, D:\\pawkit\\lib": "LOGS_DIR\\a.log, .\\lib",
    "at file:///D:/pawkit/lib/a.ts:1:2 (file:///C:/Users/Ada/x.ts:3:4)": "at ./lib/a.ts:1:2 (file:///.../x.ts:3:4)",
    "open 'C:\\Users\\Ada O'Neil (1)\\key.pem' or C:/Users/Ada/key.pem": "open '.../key.pem' or .../key.pem",
    "from c:\\Users\\Ada\\a to c:\\Users\\Ada\\b, a:b, https://x/y": "from .../a to .../b, a:b, https://x/y",
  };
  for (const [line, expected] of Object.entries(lines)) {
    assertEquals(redact(line), expected);
    assertEquals(JSON.parse(redact(JSON.stringify([`"${line}"\n`]))), [`"${expected}"\n`]);
  }
});

Deno.test("redactUrl() removes the query, fragment, credentials and data, and is short", () => {
  assertEquals(redactUrl("https://a.example/b.png?token=1#c"), "https://a.example/b.png");
  assertEquals(redactUrl("https://me:pw@a.example/b"), "https://[secret]@a.example/b");
  assertEquals(redactUrl("data:image/png;base64,AAAA"), "data:image/png;base64");
  assertEquals(redactUrl("x".repeat(1000)), `${"x".repeat(80)}…`);
});

Deno.test("redactUrl() shows commas and at signs of a path", () => {
  for (const url of ["https://a.example/w_400,h_3/a.png", "https://a.example/npm/x@1.0/a.png", "/cat/@Ada,Bo.png"]) {
    assertEquals(redactUrl(`${url}?key=a@b,c`), url);
  }
});

Deno.test("redactUrl() removes a password with any character in it", () => {
  for (const password of ["p?w", "p#w", "p,w", "p/w", "p@w", "p\\w", "p\nw", "1/w", "1?w"]) {
    assertEquals(redactUrl(`https://me:${password}@a.example/b`), "https://[secret]@a.example/b");
  }
  assertEquals(redactUrl("HTTP:\\\\me:pw@a.example"), "HTTP:\\\\[secret]@a.example");
  assertEquals(redactUrl("https://me:443/p\\w@a.example"), "https://[secret]@a.example");
  assertEquals(redactUrl("ftp://me/x:pw@a.example"), "ftp://[secret]@a.example");
  assertEquals(redactUrl("me:pw@a.example"), "[secret]@a.example");
});

Deno.test("hideValue() removes the value that a message quotes", () => {
  assertEquals(
    hideValue('Cannot read "name": must be short, got "Ada\n", or not'),
    'Cannot read "name": must be short',
  );
  assertEquals(hideValue("Cannot read it: must have 2 bytes, got 3"), "Cannot read it: must have 2 bytes, got 3");
});

Deno.test("toLoggedPath() omits a query that is encoded in the path, and is short", () => {
  assertEquals(toLoggedPath("/api/b", null), "/api/b");
  assertEquals(
    toLoggedPath("/api/https%3A%2F%2Fx%2Fa.png%3Fkey%3Dhidden", null),
    "/api/{name}",
  );
  assertEquals(toLoggedPath("/a.png%25253Fkey", null), "/a.png");
  for (const character of ["a", "\u202e", "\u{e0061}"]) {
    assertEquals(toLoggedPath(`/${character.repeat(30_000)}`, null).length, 200);
  }
});

Deno.test("toLoggedPath() omits a query without a question mark", () => {
  const route = "/api/v2/random/animal/{kind}";
  for (const query of ["&seed=Ada", ";seed=Ada", "#/Ada", "%26seed=Ada", "%252526seed=Ada"]) {
    assertEquals(toLoggedPath(`/api/v2/random/animal/cat${query}`, route), "/api/v2/random/animal/cat");
    assertEquals(toLoggedPath(`/cats${query}/Ada`, null), "/cats");
  }
  const steps = "/api/v2/filter/blur:3,tint:%23f80";
  assertEquals(toLoggedPath(steps, "/api/v2/filter/{steps}"), steps);
  for (const secret of ["https:%2F%2Fuser:SECRET@x", "%252Fx%252FSECRET", "me:SECRET%40x", `${"x".repeat(300)}@x`]) {
    assertEquals(toLoggedPath(`/api/v2/filter/blur:${secret}`, "/api/v2/filter/{steps}"), "/api/v2/filter/{steps}");
  }
});

Deno.test("toLoggedPath() omits the id of a drawing, which can be computed from a name", () => {
  const route = "/images/animals/{kind}/{file}";
  assertEquals(toLoggedPath("/images/animals/cat/io1dwf90.png", route), route);
  assertEquals(toLoggedPath("/images/animals/cat/io1dwf90.png/x", null), "/images/{name}");
  const feed = "/api/v5/app/launcher/feeds/appcast.xml";
  assertEquals(toLoggedPath(feed, "/api/v5/{app_name}/launcher/feeds/{file}"), feed);
});

Deno.test("toLoggedPath() omits names, which are nobody's business", () => {
  const route = "/{kind}/{name}";
  for (const path of ["/cat/Ada", "/cat/Zo%C3%AB.png", "//cat//Ada/", "/x/../cat/Ada", "/cat/a%3Fb"]) {
    assertEquals(toLoggedPath(path, route).replace(/^\/*\w+\//, ""), "{name}");
  }
});

Deno.test("toLoggedPath() omits what may be a name in a path without a route", () => {
  const paths = ["/cat/Ada/extra", "/cat/Ada%ff", "//Cat//Ada/", "/x/../cat/Ada/extra", "/api/../cat/Ada/x"];
  for (const path of [...paths, "/api/%2e%2E/cat/Ada/x"]) {
    assertEquals(toLoggedPath(path, null).replace(/^\/*\w+\//, ""), "{name}", path);
  }
  for (const slash of ["%2F", "%5c", "\\", "%252f"]) {
    assertEquals(toLoggedPath(`/%63at${slash}Ada`, null), `/%63at${slash}{name}`);
  }
  for (const path of ["/", "//", "//cat", "/style.css", "/cat/", "/api/v3/cat/extra"]) {
    assertEquals(toLoggedPath(path, null), path);
  }
});

Deno.test("toLoggedPath() omits the client whose ban is lifted, also in a path without a route", () => {
  const route = "/api/v5/{app_name}/operator/bans/{client}";
  assertEquals(toLoggedPath("/api/v5/app/operator/bans/203.0.113.9", route), route);
  const paths = {
    "/api/v5/app/operator/bans/2001:db8::/64": "/api/v5/app/operator/bans/{name}",
    "/api/v5/app/bans/127.77.0.10": "/api/v5/app/bans/{name}",
    "//API/v5//app/operater/bans/127.77.0.11/": "//API/v5//app/operater/bans/{name}",
    "/api/v5/app/%6Fperator/bans/127.77.0.14": "/api/v5/app/{name}",
    "/api/v5/app/operator/bans%2F127.77.0.15": "/api/v5/app/operator/{name}",
    "/api/127.77.0.16": "/api/{name}",
  };
  for (const [path, expected] of Object.entries(paths)) assertEquals(toLoggedPath(path, null), expected);
});

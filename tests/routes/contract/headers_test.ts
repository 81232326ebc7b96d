import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { startApp } from "@/tests/app.ts";
import { KINDS } from "@/tests/routes/contract/kinds.ts";

// Headers are what an answer costs on the wire: each kind has exactly those that its reader needs.

const logs = await Deno.makeTempDir();
await Deno.writeTextFile(join(logs, "kinds.log"), "one\ntwo\n");
addEventListener("unload", () => Deno.removeSync(logs, { recursive: true }));
const call = await startApp({ LOGS_DIR: logs });

const EVERY = [
  "access-control-allow-origin",
  "access-control-expose-headers",
  "cache-control",
  "content-type",
  "x-content-type-options",
];

/** The server computes it from the body unless the answer brings it. */
function namesOf({ headers }: Response): string[] {
  return [...headers.keys()].filter((name) => name !== "content-length").sort();
}

async function read(path: string, init?: RequestInit): Promise<{ response: Response; bytes: number }> {
  const response = await call(path, init);
  return { response, bytes: (await response.bytes()).length };
}

for (const { path, status, type, cache, headers = [], isTagged } of KINDS) {
  const own = headers.filter((name) => name !== "content-length");
  const limited = path === "/healthz" ? [] : ["ratelimit"];

  Deno.test(`GET ${path.slice(0, 60)} answers ${status} with its headers and no other`, async () => {
    const { response } = await read(path);
    const id = status >= 400 ? ["x-request-id"] : [];
    assertEquals(response.status, status);
    assertEquals(namesOf(response), [...EVERY, ...own, ...limited, ...id].sort());
    const common = EVERY.map((name) => response.headers.get(name));
    assertEquals(common, ["*", "*", cache, type, "nosniff"]);
  });

  Deno.test(`HEAD ${path.slice(0, 60)} answers as GET does, without its body`, async () => {
    const asked = { headers: { "x-request-id": "the-same", origin: "https://page.example" } };
    const head = await read(path, { ...asked, method: "HEAD" });
    const get = await read(path, asked);
    assertEquals([head.response.status, head.bytes], [status, 0]);
    assertEquals(namesOf(head.response), namesOf(get.response));
    assertEquals(head.response.headers.get("x-request-id"), status >= 400 ? "the-same" : null);
    const isDrawn = cache === "no-store" && status < 400 && path.startsWith("/api");
    const length = head.response.headers.get("content-length");
    if (isDrawn) assertMatch(length ?? "", /^\d+$/);
    else assertEquals(length, String(get.bytes));
  });

  Deno.test(`OPTIONS ${path.slice(0, 60)} tells what is allowed, where there is something`, async () => {
    const isKnown = path !== "/nope" && path !== "/api/nope" && path !== "/api/v1/%zz";
    const { response, bytes } = await read(path, { method: "OPTIONS" });
    assertEquals(response.status, isKnown ? 204 : status);
    assertEquals(response.headers.get("allow"), isKnown ? "GET, HEAD, OPTIONS" : null);
    assertEquals(bytes > 0, !isKnown);
  });

  if (!isTagged) continue;
  Deno.test(`GET ${path.slice(0, 60)} answers 304 to whoever has it already`, async () => {
    const { response } = await read(path);
    const tag = response.headers.get("etag")!;
    assertMatch(tag, /^"[^"\s]+"$/);
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, `"other",W/${tag} , "more"`, "*"]) {
      const again = await read(path, { headers: { "if-none-match": held } });
      assertEquals([again.response.status, again.bytes, again.response.headers.get("etag")], [304, 0, tag], held);
      assertEquals(again.response.headers.get("cache-control"), cache);
    }
    for (const other of ['"other"', tag.slice(1, -1), "", ",,"]) {
      const again = await read(path, { headers: { "if-none-match": other } });
      assertEquals([again.response.status, again.bytes > 0], [200, true], other);
    }
  });
}

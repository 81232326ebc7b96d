import { assertEquals } from "@std/assert";
import { assertCode, createLoader, NEVER, toUrl } from "./loading.ts";
import { startOrigin } from "../sources/origin.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

/** Records when a lookup begins (`+`) and ends (`-`). */
function recordLookups() {
  const events: string[] = [];
  const acquire = () => {
    events.push("+lookup");
    return Promise.resolve({ [Symbol.dispose]: () => void events.push("-lookup") });
  };
  return { acquire, events };
}

Deno.test("loadSource() holds a lookup only while a name is resolved", async () => {
  const { acquire, events } = recordLookups();
  await using origin = startOrigin(async (path, { send }) => {
    events.push(path);
    const location = `location: http://127.0.0.1:${origin.port}/end\r\n`;
    await send(path === "/" ? `HTTP/1.1 302 Found\r\n${location}\r\n` : "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  });
  const load = createLoader({
    allowPrivateHosts: ["pictures.example", "127.0.0.1"],
    resolve: () => Promise.resolve(["127.0.0.1"]),
  });
  await load(`http://pictures.example:${origin.port}/`, NEVER, acquire);
  assertEquals(events, ["+lookup", "-lookup", "/", "/end"]);
});

Deno.test("loadSource() ends its lookup when a name does not resolve, and needs none for an address", async () => {
  const { acquire, events } = recordLookups();
  await using origin = startOrigin(() => {});
  const load = createLoader({ resolve: () => Promise.reject(new Error("NXDOMAIN")) });
  await assertCode(() => load("http://pictures.example/", NEVER, acquire), "source_failed");
  await assertCode(() => load(toUrl(origin), NEVER, acquire), "source_failed");
  assertEquals(events, ["+lookup", "-lookup"]);
});

Deno.test("loadSource() counts the wait for a lookup in the time of the source, and aborts it", async () => {
  const signals: AbortSignal[] = [];
  const wait = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  await assertCode(() => createLoader({ sourceTimeoutMs: 1 })("http://a.example/", NEVER, wait), "source_timeout");
  assertEquals(signals.map(({ aborted }) => aborted), [true]);
});

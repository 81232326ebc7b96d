import { assertEquals } from "@std/assert";
import { type Slot, Slots } from "@/lib/workers/slots.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import { paintPhoto, toPng } from "@/lib/images/tests/pictures.ts";
import { createFilters, headersOf, parse } from "./filtering.ts";

const PNG = await toPng(paintPhoto(40, 30));

/** How many names of a client are looked up at once. */
const MAX_LOOKUPS = 2;

/** Looks up names below `silent.example` until the signal aborts, and counts them. Others are on this machine. */
function createSilentResolver() {
  const isFull = Promise.withResolvers<void>();
  let silent = 0;
  const resolve = async (name: string, signal: AbortSignal) => {
    if (!name.endsWith("silent.example")) return ["127.0.0.1"];
    if (++silent === MAX_LOOKUPS) isFull.resolve();
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => reject(signal.reason));
    return await promise;
  };
  return { resolve, isFull: isFull.promise };
}

for (const path of ["/picture.png", "/redirect"]) {
  Deno.test(`Filters.filter() does not wait for the silent names of another client that wants the same ${path}`, async () => {
    const bytes = PNG.slice();
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
      const { pathname, port } = new URL(url);
      if (pathname === "/redirect") return Response.redirect(`http://pictures.example:${port}/picture.png`);
      return new Response(bytes);
    });
    const { resolve, isFull } = createSilentResolver();
    const allowPrivateHosts = ["127.0.0.1", "pictures.example", "a.silent.example", "b.silent.example"];
    using setup = createFilters({ filterWorkers: 0, resolve, allowPrivateHosts });
    const lookups = new Slots({ max: MAX_LOOKUPS, room: new WaitingRoom() });
    const createError = () => new Error("Unexpected");
    const filter = (image: string, client: string, signal: AbortSignal) => {
      const acquireLookup = async (signal: AbortSignal) => {
        const request = { client, signal, findResult: () => undefined, overloadedError: createError };
        const slot = await lookups.acquire(request);
        return slot as Slot;
      };
      return setup.filter(parse("invert", image), { client, signal, acquireLookup });
    };
    const attacker = new AbortController();
    const host = path === "/redirect" ? "127.0.0.1" : "pictures.example";
    const popular = `http://${host}:${server.addr.port}${path}`;
    const attack = (image: string) => Promise.allSettled([filter(image, "attacker", attacker.signal)]);
    const silent = ["a", "b"].map((name) => attack(`http://${name}.silent.example/`));
    await isFull;
    const first = attack(popular);
    const image = await filter(popular, "other", new AbortController().signal);
    assertEquals(headersOf(image)["cache-status"], "pawkit; fwd=miss");
    attacker.abort();
    const outcomes = await Promise.all([...silent, first]);
    assertEquals(outcomes.flat().map(({ status }) => status), ["rejected", "rejected", "rejected"]);
    assertEquals(lookups.size, 0);
  });
}

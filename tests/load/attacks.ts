// deno-lint-ignore-file no-console -- its output is read by the measurement
/**
 * The eight attacks. This file is also the program that performs one of them by some clients, each from an address of its
 * own: attacks.ts NAME CLIENTS SECONDS PROXY_PORT SOURCES_PORT. It prints how often it got each status.
 */
import { connect } from "node:net";
import { sleep } from "@/lib/util/async.ts";

/** A hostile client, and what it can reach. */
interface Attacker {
  readonly proxyPort: number;
  /** The address from which it connects. */
  readonly address: string;
  readonly signal: AbortSignal;
  /** Returns the URL of a hostile source, different each time, so that no result is cached. */
  toSource(path: string): string;
  /** Returns a number that no other request has. */
  next(): number;
  count(answer: string): void;
}

type Attack = (attacker: Attacker) => Promise<unknown>;

/** The answers that mean no work for the service, and the pause after them, so that this program costs little. */
const REFUSALS = ["429", "503", "none"], PAUSE_MS = 250;

/** The length of a large upload. */
const UPLOAD_BYTES = 19_000_000;

/** The longest job of a picture that arrives at once. */
const HEAVY_CHAIN = Array.from({ length: 8 }, (_, i) => `sharpen:${i + 1}`).join();

/** The attacks. The first one shows what innocent clients notice without an attack. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  "nothing": ({ signal }) => new Promise((resolve) => signal.addEventListener("abort", resolve)),
  "slow sources": press(60, ({ toSource }) => toFilter("invert", toSource("slow"))),
  "long jobs": press(20, ({ toSource }) => toFilter(HEAVY_CHAIN, toSource("black/5000"))),
  "large results": press(20, ({ toSource }) => toFilter("invert", toSource("noise/2600"))),
  "readers that do not read": hold(100, 50, (attacker) => {
    return toHead(attacker, `GET ${toFilter("invert", attacker.toSource("noise/1800"))}`, "");
  }),
  "uploads in pieces": hold(40, 50, (attacker) => {
    return toHead(attacker, "POST /api/v2/filter/invert", `content-length: ${UPLOAD_BYTES}\r\n`);
  }, "a".repeat(2000)),
  "many drawings": press(100, ({ next }) => `/fox/attack${next()}.png?size=1024`),
  "many pages": press(100, ({ next }) => `/cat/attack${next()}`, { accept: "text/html" }),
  "one-byte chunks": press(40, ({ toSource }) => toFilter("invert", toSource("chunks"))),
};

if (import.meta.main) {
  const [name = "", clients, seconds, proxyPort, sourcesPort] = Deno.args;
  const signal = AbortSignal.timeout(Number(seconds) * 1000);
  const answers: Record<string, number> = {};
  let last = 0;
  const next = () => last++;
  const attackers = Array.from({ length: Number(clients) }, (_, i): Attacker => ({
    proxyPort: Number(proxyPort),
    address: `127.0.2.${i + 1}`,
    signal,
    next,
    toSource: (path) => `http://127.0.0.1:${sourcesPort}/${path}?${next()}`,
    count: (answer) => answers[answer] = (answers[answer] ?? 0) + 1,
  }));
  await Promise.all(attackers.map((attacker) => ATTACKS[name]!(attacker)));
  console.log(JSON.stringify(answers));
  Deno.exit();
}

/** Has so many requests under way at any time. */
function press(atOnce: number, toPath: (attacker: Attacker) => string, headers: HeadersInit = {}): Attack {
  return async (attacker) => {
    const client = Deno.createHttpClient({ localAddress: attacker.address, poolMaxIdlePerHost: atOnce });
    const { proxyPort, signal, count } = attacker;
    const send = async () => {
      const response = await fetch(`http://localhost:${proxyPort}${toPath(attacker)}`, { client, headers, signal });
      await response.body?.pipeTo(new WritableStream());
      return `${response.status}`;
    };
    await Promise.all(Array.from({ length: atOnce }, async () => {
      while (!signal.aborted) {
        const answer = await send().catch(() => "none");
        if (signal.aborted) return;
        count(answer);
        if (REFUSALS.includes(answer)) await sleep(PAUSE_MS);
      }
    }));
  };
}

/**
 * Opens so many connections, one after the other, and sends a request on each. Then it sends a piece again and again, if
 * there is one, and never reads.
 */
function hold(
  connections: number,
  everyMs: number,
  toRequest: (attacker: Attacker, connection: number) => string,
  piece?: string,
): Attack {
  return async (attacker) => {
    const { proxyPort: port, address: localAddress, signal, count } = attacker;
    const sockets = [];
    for (let n = 0; n < connections && !signal.aborted; n++) {
      const socket = connect({ host: "127.0.0.1", port, localAddress });
      // Nothing of the response is read.
      socket.pause();
      socket.on("error", () => count("broken"));
      socket.write(toRequest(attacker, n));
      sockets.push(socket);
      await sleep(everyMs);
    }
    while (!signal.aborted) {
      if (piece !== undefined) { for (const socket of sockets) if (socket.writable) socket.write(piece); }
      await sleep(everyMs);
    }
    count(`${sockets.filter(({ destroyed }) => !destroyed).length} held`);
    for (const socket of sockets) socket.destroy();
  };
}

function toHead({ proxyPort }: Attacker, request: string, headers: string): string {
  return `${request} HTTP/1.1\r\nhost: localhost:${proxyPort}\r\n${headers}\r\n`;
}

function toFilter(steps: string, image: string): string {
  return `/api/v2/filter/${steps}?image=${encodeURIComponent(image)}`;
}

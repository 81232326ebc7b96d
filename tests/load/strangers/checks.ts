import { sleep } from "@/lib/async/deadline.ts";
import { createNoise, createPngBomb } from "./bombs.ts";
import type { Perform, Target } from "./pressure.ts";

// Attackers that check what they get themselves, because no innocent client requests the same.

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The SHA-256 of the body. */
  readonly digest: string;
}

interface Sent {
  readonly path: string;
  /** The last two bytes of the address of the client. */
  readonly client: number;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** Sends a request of one client, and returns the answer, or `undefined` if the attack is over. */
async function ask(target: Target, { path, client, body }: Sent): Promise<Answer | undefined> {
  const { port, network, signal } = target;
  try {
    const headers = { "x-forwarded-for": `${network}.${client >> 8}.${client & 255}` };
    const init = { headers, signal, ...(body && { method: "POST", body }) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.bytes()));
    target.count(response.status);
    return { status: response.status, headers: response.headers, digest: digest.toHex() };
  } catch {
    target.count(0);
    if (!signal.aborted) target.countWrong("no answer");
    return undefined;
  }
}

/** Performs an attack that proves nothing if nobody was answered. */
function requireAnswers(perform: Perform): Perform {
  return async (target) => {
    let answers = 0;
    const count = (status: number | string) => {
      if (typeof status === "number" && status > 0) answers++;
      target.count(status);
    };
    await perform({ ...target, count });
    if (answers === 0) target.countWrong("no answer at all");
  };
}

/** Lets many clients request the same new picture at once, again and again. All must get it, in the same bytes. */
export function askTogether(clients: number): Perform {
  return requireAnswers(async (target) => {
    const picture = createPngBomb(300, 300);
    const bytes = Uint8Array.fromBase64(picture.slice(picture.indexOf(",") + 1));
    await using source = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      target.count("downloads");
      return new Response(bytes);
    });
    for (let round = 0; !target.signal.aborted; round++) {
      const image = `http://127.0.0.1:${source.addr.port}/${round}.png`;
      const path = `/api/v2/filter/blur?${new URLSearchParams({ image })}`;
      const answers = await Promise.all(Array.from({ length: clients }, (_, client) => ask(target, { path, client })));
      const complete = answers.filter((answer) => answer !== undefined);
      for (const { status } of complete) if (status !== 200) target.countWrong(`${status} instead of 200`);
      if (new Set(complete.map(({ digest }) => digest)).size > 1) target.countWrong("different pictures");
      for (const { headers } of complete) if (!headers.get("cache-status")?.endsWith("hit")) target.count("jobs");
      await sleep(1000);
    }
  });
}

/**
 * Uploads pictures of 5 MB, of which each costs a client more than it has: the first is answered and empties the
 * bucket, the second must be told when to come back.
 */
export const overdraw: Perform = requireAnswers(async (target) => {
  const body = createNoise(1300);
  for (let client = 0; !target.signal.aborted; client++) {
    const upload = { path: "/api/v2/filter/invert", client, body };
    const first = await ask(target, upload);
    if (first !== undefined && first.status !== 200) target.countWrong(`${first.status} instead of 200`);
    const second = await ask(target, upload);
    if (second !== undefined && second.status !== 429) target.countWrong(`${second.status} instead of 429`);
    const seconds = Number(second?.headers.get("retry-after") ?? NaN);
    if (second?.status === 429 && !(seconds > 0 && seconds <= 66)) target.countWrong(`retry-after ${seconds}`);
    await sleep(500);
  }
});

/** Uploads pictures, which must be filtered or refused because of their size or of the load. */
export function uploadToLittleMemory(body: () => Promise<Uint8Array<ArrayBuffer>>): Perform {
  return requireAnswers(async (target) => {
    const bytes = await body();
    const uploadUntilOver = async () => {
      while (!target.signal.aborted) {
        const answer = await ask(target, { path: "/api/v2/filter/invert", client: 0, body: bytes });
        if (answer !== undefined && ![200, 422, 429, 503].includes(answer.status)) {
          target.countWrong(`${answer.status}`);
        }
        await sleep(100);
      }
    };
    await Promise.all([uploadUntilOver(), uploadUntilOver()]);
  });
}

import { join } from "@std/path";
import { createFiles, type Files, type Lists } from "@/lib/files/files.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import { createContext } from "../http/context.ts";
import { createMemory } from "../workers/working.ts";

/** Two roots in a temporary directory, and the endpoints on them. */
export interface Fixture {
  readonly directory: string;
  readonly generated: string;
  readonly logs: string;
  readonly files: Files;
}

/** Creates a fixture for one test and removes it afterwards. Some methods of the look-up can be replaced. */
export async function withFiles(use: (fixture: Fixture) => Promise<void>, lists: Partial<Lists> = {}): Promise<void> {
  const directory = await Deno.makeTempDir();
  const generated = join(directory, "generated");
  const logs = join(directory, "logs");
  try {
    await Deno.mkdir(generated);
    await Deno.mkdir(logs);
    const address = { trustProxy: 0, baseUrl: undefined };
    const room = new WaitingRoom();
    const files = createFiles({ generatedDir: generated, logsDir: logs, address, memory: createMemory(), room });
    const loadLists = async () => Object.assign(await files.loadLists(), lists);
    await use({ directory, generated, logs, files: { ...files, loadLists } });
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Repeats a disturbance until a function has run. */
export async function whileRepeating(
  disturb: (turn: number) => Promise<void>,
  run: () => Promise<void>,
): Promise<void> {
  let isDone = false;
  const repeated = (async () => {
    for (let turn = 0; !isDone; turn++) await disturb(turn);
  })();
  try {
    await run();
  } finally {
    isDone = true;
    await repeated;
  }
}

/** Creates the context of a request, without the middlewares. */
export function createRequest(query = "", headers: Record<string, string> = {}, method = "GET"): HttpContext {
  return createContext(new Request(`http://pawkit.test/x${query}`, { headers, method }));
}

/** Returns the SHA-256 of bytes, computed by another implementation than the one under test. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Compresses bytes with another implementation than the one under test. */
export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

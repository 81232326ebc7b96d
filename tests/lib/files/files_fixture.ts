import { join } from "@std/path";
import { createFiles, type Files, type Lists } from "@/lib/files/mod.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { createContext } from "../http/context.ts";

/** Lists that know nothing. */
export const NO_LISTS: Lists = {
  countEntries: () => Promise.resolve(undefined),
  parseDomain: (text) => text,
  explain: (domain) => Promise.resolve({ domain }),
};

/** Two roots in a folder of their own, and the endpoints on them. */
export interface Fixture {
  readonly folder: string;
  readonly generated: string;
  readonly logs: string;
  readonly files: Files;
}

/** Makes a fixture for one test and removes it afterwards. */
export async function withFiles(use: (fixture: Fixture) => Promise<void>, lists: Lists = NO_LISTS): Promise<void> {
  const folder = await Deno.makeTempDir();
  const generated = join(folder, "generated");
  const logs = join(folder, "logs");
  try {
    await Deno.mkdir(generated);
    await Deno.mkdir(logs);
    const loadLists = () => Promise.resolve(lists);
    const originOf = () => "http://pawkit.test";
    const files = createFiles({ generatedDir: generated, logsDir: logs, loadLists, originOf });
    await use({ folder, generated, logs, files });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A request on its way, without the middlewares. */
export function exchange(query = "", headers: Record<string, string> = {}, method = "GET"): HttpContext {
  return createContext(new Request(`http://pawkit.test/x${query}`, { headers, method }));
}

/** The SHA-256 of some bytes, by another implementation than the one under test. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Gzip by another implementation than the one under test. */
export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

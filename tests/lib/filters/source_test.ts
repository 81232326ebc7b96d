import { assertEquals } from "@std/assert";
import { createSourceLoader, type SourceLoader, type SourceOptions } from "@/lib/filters/source.ts";
import { type Behaviour, type Origin, startOrigin } from "./origin.ts";

const NEVER = new AbortController().signal;
const PNG = "\x89PNG\r\n\x1a\n";

function createLoader(options: Partial<SourceOptions> = {}): SourceLoader {
  return createSourceLoader({
    allowPrivateHosts: ["127.0.0.1"],
    maxSourceBytes: 1000,
    maxRedirects: 5,
    sourceTimeoutMs: 5000,
    ownPicture: () => Promise.resolve(undefined),
    ...options,
  });
}

function toUrl({ port }: Origin, path = "/"): string {
  return `http://127.0.0.1:${port}${path}`;
}

function serveBody(body: string, headers = ""): Behaviour {
  return (_path, { send }) => send(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`);
}

async function sha256(text: string): Promise<string> {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

Deno.test("load() downloads a picture and names it by its content", async () => {
  await using origin = startOrigin(serveBody(PNG));
  const source = await createLoader().load(toUrl(origin), NEVER);
  assertEquals([...source.bytes], [...PNG].map((letter) => letter.charCodeAt(0)));
  assertEquals(source.key, `sha256-${await sha256(PNG)}`);
});

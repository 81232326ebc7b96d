// Prints what each host sends, or "refused", as JSON: `tls_client.ts <port> <host>…`.
// Run by connection_test.ts.
import { readAtMost } from "@/lib/async/read_at_most.ts";
import { connect } from "@/lib/sources/connection.ts";

const MAX_BYTES = 2_000_000;

const [port, ...hosts] = Deno.args;
const { signal } = new AbortController();
const outcomes: Record<string, string> = {};
for (const host of hosts) {
  const url = new URL(`https://${host}:${port}/`);
  const target = { url, host, port: Number(port), addresses: ["127.0.0.1"] };
  try {
    using response = await connect(target, { headers: {}, maxBytes: MAX_BYTES, signal });
    const tooLargeError = () => new Error("too large");
    const body = await readAtMost(response.body, { maxBytes: MAX_BYTES, tooLargeError });
    const isIntact = body.every((byte, index) => byte === index % 251);
    outcomes[host] = `${response.status}, ${body.length} bytes, ${isIntact ? "intact" : "damaged"}`;
  } catch {
    outcomes[host] = "refused";
  }
}
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(outcomes)));

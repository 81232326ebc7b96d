// Prints the status of a connection to each host, or "refused", as JSON: `tls_client.ts <port> <host>…`.
// Run by connection_test.ts.
import { connect } from "@/lib/sources/connection.ts";

const [port, ...hosts] = Deno.args;
const { signal } = new AbortController();
const outcomes: Record<string, number | "refused"> = {};
for (const host of hosts) {
  const url = new URL(`https://${host}:${port}/`);
  const target = { url, host, port: Number(port), addresses: ["127.0.0.1"] };
  try {
    using response = await connect(target, { headers: {}, maxBytes: 1000, signal });
    outcomes[host] = response.status;
  } catch {
    outcomes[host] = "refused";
  }
}
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(outcomes)));

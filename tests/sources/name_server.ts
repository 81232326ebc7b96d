import dgram from "node:dgram";

/** The answer of a {@linkcode NameServer}: addresses, an error, or `undefined` for silence. */
export type DnsAnswer = readonly string[] | "NXDOMAIN" | "SERVFAIL" | undefined;

/** A DNS server on loopback. */
export interface NameServer extends AsyncDisposable {
  readonly ipAddr: string;
  readonly port: number;
  /** The received queries, such as `A pictures.example`. */
  readonly queries: readonly string[];
}

/** Starts a DNS server with a test's answers to queries such as `A pictures.example`. An answer may be a CNAME. */
export async function startNameServer(answer: (query: string) => DnsAnswer | Promise<DnsAnswer>): Promise<NameServer> {
  const socket = dgram.createSocket("udp4");
  const queries: string[] = [];
  socket.on("message", async (message, { address, port }) => {
    const [labels, end] = readName(message);
    const query = `${message[end + 1] === 28 ? "AAAA" : "A"} ${labels.join(".")}`;
    queries.push(query);
    const answers = await answer(query);
    if (answers !== undefined) socket.send(toReply(message.subarray(0, end + 4), answers), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    ipAddr: "127.0.0.1",
    port: socket.address().port,
    queries,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** Returns the labels of the name in a query, and where its type starts. */
function readName(message: Uint8Array): [string[], number] {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(new TextDecoder().decode(message.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  return [labels, at + 1];
}

function toReply(question: Uint8Array, answers: readonly string[] | "NXDOMAIN" | "SERVFAIL"): Uint8Array {
  const records = typeof answers === "string" ? [] : answers;
  const reply = [...question, ...records.flatMap(toRecord)];
  // Response, recursion available, the status; one question; so many answers; no other records.
  const status = { NXDOMAIN: 3, SERVFAIL: 2 }[String(answers)] ?? 0;
  reply.splice(2, 10, 0x81, 0x80 + status, 0, 1, 0, records.length, 0, 0, 0, 0);
  return Uint8Array.from(reply);
}

/** A record about the name of the question: an IPv4 address, the 32 digits of an IPv6 address, or a CNAME. */
function toRecord(text: string): number[] {
  const isV4 = /^\d+(\.\d+){3}$/.test(text);
  const isV6 = /^[\da-f]{32}$/.test(text);
  const labels = text.split(".").flatMap((label) => [label.length, ...new TextEncoder().encode(label)]);
  const data = isV4 ? text.split(".").map(Number) : isV6 ? [...Uint8Array.fromHex(text)] : [...labels, 0];
  const type = isV4 ? 1 : isV6 ? 28 : 5;
  return [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data];
}

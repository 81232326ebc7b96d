import dgram from "node:dgram";

/** The addresses that the name server knows. Names below `silent.test` are never answered; all others do not exist. */
const ADDRESSES: Readonly<Record<string, readonly number[]>> = {
  "pictures.test": [127, 0, 0, 1],
  "pawkit.test": [127, 0, 0, 1],
};

const TYPE_A = 1;
const NO_SUCH_NAME = 3;

/** Starts a name server on 127.0.0.1, on the port that every resolver uses. */
export function startNameServer(): Promise<void> {
  const socket = dgram.createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const reply = toReply(query);
    if (reply !== undefined) socket.send(reply, port, address);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on("error", reject);
  socket.bind(53, "127.0.0.1", resolve);
  return promise;
}

/** Answers a DNS query (RFC 1035, section 4) that has one question, or returns `undefined` to stay silent. */
export function toReply(query: Uint8Array): Uint8Array | undefined {
  const labels: string[] = [];
  let end = 12;
  for (let length = query[end]!; length > 0; length = query[end]!) {
    labels.push(new TextDecoder().decode(query.subarray(end + 1, end + 1 + length)));
    end += 1 + length;
  }
  const name = labels.join(".").toLowerCase();
  if (name.endsWith("silent.test")) return undefined;
  const address = ADDRESSES[name];
  const isAnswered = address !== undefined && query[end + 2] === TYPE_A;
  const question = query.subarray(12, end + 5);
  // Response, recursion available; one question, at most one answer.
  const head = [
    query[0]!,
    query[1]!,
    0x81,
    0x80 | (address ? 0 : NO_SUCH_NAME),
    0,
    1,
    0,
    isAnswered ? 1 : 0,
    0,
    0,
    0,
    0,
  ];
  // A pointer to the name in the question, type A, class IN, one second to live, four bytes.
  const answer = isAnswered ? [0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, ...address] : [];
  return Uint8Array.from([...head, ...question, ...answer]);
}

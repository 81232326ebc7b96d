import { createSocket, type Socket } from "node:dgram";

/** The address that the upstream server answers with, whatever the name: a name with this address is not blocked. */
export const UPSTREAM_ADDRESS = "192.0.2.77";

/** The answer to a question: an IPv4 address, a serial, or the name of an error such as `NXDOMAIN`. */
export type Answer = string;

const TYPES = { A: 1, SOA: 6 } as const;
const ERRORS: Readonly<Record<number, string>> = { 1: "FORMERR", 2: "SERVFAIL", 3: "NXDOMAIN", 5: "REFUSED" };

/** Questions that are sent before the first answer arrives: fewer than any server accepts at the same time. */
const MAX_WAITING = 50;

/** A question is repeated after this time, because UDP may lose it. */
const REPEAT_MS = 1_000;

/** Starts a server that answers every question with the same address, in place of the internet. */
export async function startUpstream(): Promise<{ port: number } & AsyncDisposable> {
  const socket = await bindSocket();
  const address = UPSTREAM_ADDRESS.split(".").map(Number);
  socket.on("message", (question: Uint8Array, { port, address: client }) => {
    const end = endOfQuestion(question);
    const answer = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address];
    const isAddress = question[end - 3] === TYPES.A;
    const head = [question[0]!, question[1]!, 0x81, 0x80, 0, 1, 0, isAddress ? 1 : 0, 0, 0, 0, 0];
    socket.send(new Uint8Array([...head, ...question.subarray(12, end), ...isAddress ? answer : []]), port, client);
  });
  return { port: socket.address().port, [Symbol.asyncDispose]: () => closeSocket(socket) };
}

/** Asks a server on this machine about many names, and returns the answer to each. */
export async function askDns(
  port: number,
  names: readonly string[],
  type: keyof typeof TYPES = "A",
): Promise<Map<string, Answer>> {
  const socket = await bindSocket();
  const answers = new Map<string, Answer>();
  const waiting = new Map<number, string>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let next = 0;
  const send = (id: number, name: string) => socket.send(encodeQuestion(id, name, TYPES[type]), port, "127.0.0.1");
  const sendMore = () => {
    while (waiting.size < MAX_WAITING && next < names.length) {
      waiting.set(next, names[next]!);
      send(next, names[next++]!);
    }
    if (waiting.size === 0) resolve();
  };
  // A server that is still starting refuses questions; they are repeated like those that were lost.
  socket.on("error", () => {});
  socket.on("message", (message: Uint8Array) => {
    const id = message[0]! << 8 | message[1]!;
    const name = waiting.get(id);
    if (name === undefined) return;
    waiting.delete(id);
    answers.set(name, decodeAnswer(message));
    sendMore();
  });
  const repeat = setInterval(() => waiting.forEach((name, id) => send(id, name)), REPEAT_MS);
  sendMore();
  await promise;
  clearInterval(repeat);
  await closeSocket(socket);
  return answers;
}

/** A running server; disposing of it stops it. */
export interface DnsServer extends AsyncDisposable {
  /** Waits for a string that the server writes after the last one that was found. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Makes it read its files again. */
  reload(): void;
}

/** Starts a server and waits until it writes a string that matches `ready`. */
export async function startServer(program: string, args: readonly string[], ready: RegExp): Promise<DnsServer> {
  const child = new Deno.Command(program, { args: [...args], stdout: "null", stderr: "piped" }).spawn();
  let text = "";
  let onText = () => {};
  // Read all the time: a server waits if nobody reads what it writes.
  const reading = (async () => {
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      onText();
    }
  })();
  const waitFor = async (pattern: RegExp) => {
    while (true) {
      const found = pattern.exec(text);
      if (found !== null) {
        text = text.slice(found.index + found[0].length);
        return found;
      }
      const more = new Promise<true>((resolve) => onText = () => resolve(true));
      if (!await Promise.race([more, reading])) throw new Error(`Cannot use ${program}: it ended with\n${text}`);
    }
  };
  await waitFor(ready);
  return {
    waitFor,
    reload: () => child.kill("SIGHUP"),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await reading;
      await child.status;
    },
  };
}

async function bindSocket(): Promise<Socket> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return socket;
}

function closeSocket(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()));
}

function encodeQuestion(id: number, name: string, type: number): Uint8Array {
  const labels = name.split(".").flatMap((label) => [label.length, ...new TextEncoder().encode(label)]);
  return new Uint8Array([id >> 8, id & 255, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, type, 0, 1]);
}

function decodeAnswer(message: Uint8Array): Answer {
  const error = message[3]! & 15;
  if (error !== 0) return ERRORS[error] ?? `error ${error}`;
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  let at = endOfQuestion(message);
  for (let record = 0; record < view.getUint16(6); record++) {
    at = endOfName(message, at);
    const type = view.getUint16(at);
    const length = view.getUint16(at + 8);
    const data = at + 10;
    if (type === TYPES.A) return message.subarray(data, data + 4).join(".");
    if (type === TYPES.SOA) return String(view.getUint32(endOfName(message, endOfName(message, data))));
    at = data + length;
  }
  return "no answer";
}

function endOfQuestion(message: Uint8Array): number {
  return endOfName(message, 12) + 4;
}

function endOfName(message: Uint8Array, start: number): number {
  let at = start;
  while (message[at] !== 0) {
    if (message[at]! >= 0xc0) return at + 2;
    at += message[at]! + 1;
  }
  return at + 1;
}

import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { Program } from "@/tests/process/program.ts";

/** Starts served.ts on a port. */
function start(port: number, ...args: string[]): Program {
  const program = fromFileUrl(new URL("served.ts", import.meta.url));
  return new Program(["run", "--allow-all", "--no-check", program, `${port}`, ...args]);
}

const ORIGIN = /http:\/\/127\.0\.0\.1:\d+(?=\/)/;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`serveApp() finishes a running request after ${signal}, closes, and exits with code 0`, async () => {
    const service = start(0);
    const { body } = await fetch(`${await service.find(ORIGIN)}/slow`);
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    assertEquals((await reader.read()).value, "begin");
    const code = service.stop(signal);
    assertEquals((await reader.read()).value, " end");
    assertEquals(await code, 0);
    assertStringIncludes(service.output, ` INFO Stopping after ${signal}\n`);
    assertStringIncludes(service.output, " INFO Closed\n");
    reader.releaseLock();
  });
}

Deno.test("serveApp() exits with code 1 and one plain sentence if the port is used", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const service = start(listener.addr.port);
  assertEquals(await service.end(), 1);
  const message =
    `Cannot listen: PORT must be free and HOST an address of this machine, got "127.0.0.1:${listener.addr.port}" (`;
  assertEquals([service.output.slice(0, message.length), service.output.split("\n").length], [message, 2]);
});

Deno.test("serveApp() logs errors that nobody handles, and goes on", async () => {
  const service = start(0);
  const origin = await service.find(ORIGIN);
  for (const path of ["/reject", "/throw"]) assertEquals(await (await fetch(origin + path)).text(), "fast");
  await service.find(/ ERROR A rejection was not handled\n {2}Error: nobody handles this\n/);
  await service.find(/ ERROR An error was not handled\n {2}Error: nobody catches this\n/);
  assertEquals(await (await fetch(`${origin}/`)).text(), "fast");
  assertEquals(await service.stop("SIGTERM"), 0);
});

Deno.test("serveApp() logs the error of a body", async () => {
  const service = start(0);
  await fetch(`${await service.find(ORIGIN)}/fail`).then((response) => response.text()).catch(() => {});
  await service.find(/ ERROR Cannot send the rest of a response\n {2}Error: no more\n/);
  assertEquals(await service.stop("SIGTERM"), 0);
});

Deno.test("serveApp() listens again on the same port after its listener broke", async () => {
  const service = start(0, "breaks");
  const origin = await service.find(ORIGIN);
  await service.find(/ ERROR Cannot accept connections: listening again\n {2}Error: Too many open files\n/);
  await service.find(/ INFO Listening again\n/);
  assertEquals(await (await fetch(origin)).text(), "fast");
  assertEquals(await service.stop("SIGTERM"), 0);
});

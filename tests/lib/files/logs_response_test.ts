import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { respondWithLogs } from "@/lib/files/logs_response.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { createMemory } from "../workers/working.ts";
import { createRequest, type Fixture, whileRepeating, withFiles } from "./files_fixture.ts";

async function get({ files }: Fixture, name: string, query = "") {
  return await (await respondWithLogs(createRequest(query), files, name)).json();
}

Deno.test("respondWithLogs() returns the last 200 lines or the requested number, and counts all", () =>
  withFiles(async (fixture) => {
    const all = Array.from({ length: 1000 }, (_, index) => `line ${index}`);
    await Deno.writeTextFile(join(fixture.logs, "app.log"), `${all.join("\n")}\n`);
    const { fileName, size, lines, total } = await get(fixture, "app.log");
    assertEquals([fileName, size, total], ["app.log", all.join("\n").length + 1, 1000]);
    assertEquals(lines, all.slice(-200));
    assertEquals((await get(fixture, "app.log", "?tail=3")).lines, all.slice(-3));
    assertEquals((await get(fixture, "app.log", "?tail=5000")).lines, all);
  }));

Deno.test("respondWithLogs() costs a further point for each thousand lines begun", () =>
  withFiles(async ({ files, logs }) => {
    await Deno.writeTextFile(join(logs, "app.log"), "one\n");
    const queries = ["", "?tail=1", "?tail=1000", "?tail=1001", "?tail=5000", "?tail=5000&raw=1"];
    const points = await Array.fromAsync(queries, async (query) => {
      const ctx = createRequest(query);
      let charged = 0;
      ctx.state.charge = (points) => charged += points;
      await (await respondWithLogs(ctx, files, "app.log")).body?.cancel();
      return charged;
    });
    assertEquals(points, [1, 1, 1, 2, 5, 0]);
  }));

Deno.test("respondWithLogs() rejects a tail outside its range", () =>
  withFiles(async ({ files }) => {
    for (const tail of ["0", "5001", "1.5", "x"]) {
      const error = await assertRejects(
        () => respondWithLogs(createRequest(`?tail=${tail}`), files, "app.log"),
        ApiError,
      );
      assertEquals([error.code, error.details], ["invalid_parameter", {
        parameter: "tail",
        value: tail,
        min: 1,
        max: 5000,
      }]);
    }
  }));

Deno.test("respondWithLogs() serves and lists only names that end in .log", () =>
  withFiles(async (fixture) => {
    for (const name of ["directory.log", "private"]) await Deno.mkdir(join(fixture.logs, name));
    for (
      const name of [
        "b.log",
        "a.log",
        "a.log.1",
        "notes.txt",
        ".hidden.log",
        "directory.log/c.log",
        "private/refused.log",
      ]
    ) {
      await Deno.writeTextFile(join(fixture.logs, name), "x\n");
    }
    const { files } = await get(fixture, "");
    assertEquals(files.map((file: { name: string }) => file.name), ["a.log", "b.log"]);
    for (
      const name of [
        "a.log.1",
        "notes.txt",
        ".hidden.log",
        "directory.log/c.log",
        "directory.log",
        "../a.log",
        "c.log",
        "private/refused.log",
        "private%2Frefused.log",
        "private",
      ]
    ) {
      const error = await assertRejects(() => respondWithLogs(createRequest(), fixture.files, name), ApiError);
      assertEquals(error.code, "not_found", name);
    }
  }));

Deno.test("respondWithLogs() reads a log that grows and rotates in the meantime", () =>
  withFiles(async (fixture) => {
    const path = join(fixture.logs, "app.log");
    const line = "2026-01-01 a line of a log\n";
    await Deno.writeTextFile(path, line.repeat(5000));
    const write = async (turn: number) => {
      await Deno.writeTextFile(path, line.repeat(200), { append: true });
      if (turn % 5 === 0) await Deno.truncate(path);
      if (turn % 7 === 0) await Deno.rename(path, `${path}.1`).then(() => Deno.writeTextFile(path, line));
    };
    await whileRepeating(write, async () => {
      for (let turn = 0; turn < 60; turn++) {
        const { lines } = await get(fixture, "app.log", "?tail=50").catch(notFoundAsEmpty);
        // A truncation in mid-read may leave a part of a line, but never text that was not written.
        for (const each of lines) assertEquals(line.includes(each), true, each);
      }
    });
  }));

// Between the rename and the new file there is no file.
function notFoundAsEmpty(error: unknown): { lines: string[] } {
  if (error instanceof ApiError && error.code === "not_found") return { lines: [] };
  throw error;
}

Deno.test("respondWithLogs() streams the log itself, also from an offset", () =>
  withFiles(async ({ logs, files }) => {
    await Deno.writeTextFile(join(logs, "app.log"), "one\ntwo\n");
    const request = createRequest("?raw=1");
    const whole = await finishResponse(request, await respondWithLogs(request, files, "app.log"));
    assertEquals([whole.headers.get("content-type"), await whole.text()], ["text/plain; charset=UTF-8", "one\ntwo\n"]);
    const ctx = createRequest("?raw=1", { range: "bytes=4-" });
    const rest = await finishResponse(ctx, await respondWithLogs(ctx, files, "app.log"));
    assertEquals([rest.status, await rest.text()], [206, "two\n"]);
  }));

Deno.test("respondWithLogs() sends large logs in a part of the memory for each, and a client with most loses one", () =>
  withFiles(async ({ logs, files }) => {
    await Deno.writeFile(join(logs, "app.log"), new Uint8Array(100_000));
    const memory = createMemory(512 * 1024);
    const send = async (client: string) => {
      const ctx = createRequest("?raw=1");
      ctx.state.client = client;
      return (await finishResponse(ctx, await respondWithLogs(ctx, { ...files, memory }, "app.log"))).body!;
    };
    const first = await send("many");
    const second = await send("many");
    assertEquals((await assertRejects(() => send("many"), ApiError)).code, "overloaded");
    const other = await send("other");
    const lengths = await Array.fromAsync(
      [first, second, other],
      async (body) => (await new Response(body).bytes()).length,
    );
    assertEquals([lengths, memory.used], [[100_000, 0, 100_000], 0]);
  }));

Deno.test("respondWithLogs() reserves the memory of many lines until they are read, or nobody wants them", () =>
  withFiles(async ({ logs, files }) => {
    await Deno.writeTextFile(join(logs, "app.log"), `${"x".repeat(999)}\n`.repeat(100));
    const memory = createMemory(150_000);
    const send = async (method = "GET") => {
      const ctx = createRequest("?tail=100", {}, method);
      return await finishResponse(ctx, await respondWithLogs(ctx, { ...files, memory }, "app.log"));
    };
    const response = await send();
    assertEquals(memory.used, Number(response.headers.get("content-length")));
    assertEquals((await assertRejects(() => send(), ApiError)).code, "overloaded");
    assertEquals([(await response.json()).lines.length, memory.used], [100, 0]);
    assertEquals([(await send("HEAD")).headers.get("content-length"), memory.used], [
      response.headers.get("content-length"),
      0,
    ]);
  }));

Deno.test("respondWithLogs() streams a log without hashing it, with a tag that changes with the log", () =>
  withFiles(async ({ logs, files }) => {
    const path = join(logs, "app.log");
    await Deno.writeTextFile(path, "one\n");
    const checksums = { of: () => Promise.reject(new Error("Hashed")), getCached: () => undefined };
    const get = async (headers: Record<string, string>, method = "GET") => {
      const ctx = createRequest("?raw=1", headers, method);
      const log = await respondWithLogs(ctx, Object.assign(files, { checksums }), "app.log");
      const response = await finishResponse(ctx, log);
      await response.body?.cancel();
      return response;
    };
    // A time in the future, so that the log may still change within it, however long the test takes.
    const soon = new Date("2100-01-01");
    await Deno.utime(path, soon, soon);
    const weak = await get({}, "HEAD");
    assertEquals([weak.status, weak.headers.get("etag")?.startsWith("W/")], [200, true]);
    const old = new Date("2024-05-06T07:08:09Z");
    await Deno.utime(path, old, old);
    const { headers } = await get({ "accept-encoding": "gzip" });
    const etag = headers.get("etag")!;
    assertEquals([etag.startsWith('"'), headers.get("repr-digest")], [true, null]);
    assertEquals((await get({ "if-none-match": etag })).status, 304);
    assertEquals((await get({ range: "bytes=1-", "if-range": etag })).status, 206);
    await Deno.writeTextFile(path, "two\n", { append: true });
    assertEquals((await get({ "if-none-match": etag })).status, 200);
    assertEquals((await get({ range: "bytes=1-", "if-range": etag })).status, 200);
  }));

Deno.test("respondWithLogs() lists nothing while the directory does not exist", () =>
  withFiles(async (fixture) => {
    await Deno.remove(fixture.logs);
    assertEquals((await get(fixture, "")).files, []);
  }));

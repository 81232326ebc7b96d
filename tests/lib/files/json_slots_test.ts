import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { respondWithGenerated } from "@/lib/files/generated_response.ts";
import { respondWithLogs } from "@/lib/files/logs_response.ts";
import { acquireJsonSlot } from "@/lib/files/reserve_file.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { createContext } from "../http/context.ts";
import { createRequest, withFiles } from "./files_fixture.ts";

Deno.test("of each client, one file at a time becomes JSON", () =>
  withFiles(async ({ files, generated, logs }) => {
    await Deno.writeTextFile(join(generated, "a.txt"), "a");
    await Deno.writeTextFile(join(logs, "a.log"), "a\n");
    const order: string[] = [];
    const slot = await acquireJsonSlot(createRequest(), files);
    const own = [
      respondWithLogs(createRequest(), files, "a.log").then(() => order.push("log")),
      respondWithGenerated(createRequest(), files, "a.txt").then(() => order.push("generated")),
    ];
    const raw = await respondWithLogs(createRequest("?raw=1"), files, "a.log");
    await raw.body?.cancel();
    const other = createRequest();
    other.state.client = "192.0.2.1";
    await respondWithLogs(other, files, "a.log");
    assertEquals(order, []);
    slot[Symbol.dispose]();
    await Promise.all(own);
    assertEquals(order, ["log", "generated"]);
  }));

Deno.test("a file that is missing, and a client that has left, leave the slot to the next request", () =>
  withFiles(async ({ files, logs }) => {
    await Deno.writeTextFile(join(logs, "a.log"), "a\n");
    const controller = new AbortController();
    const left = createContext(new Request("http://pawkit.test/x", { signal: controller.signal }));
    const missing = assertRejects(() => respondWithGenerated(createRequest(), files, "b.txt"), ApiError);
    const leaving = assertRejects(() => respondWithLogs(left, files, "a.log"), Error, "left");
    const next = respondWithLogs(createRequest(), files, "a.log");
    controller.abort(new Error("left"));
    await Promise.all([missing, leaving]);
    assertEquals([(await next).status, files.jsonSlots.size], [200, 0]);
  }));

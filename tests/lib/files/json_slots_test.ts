import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { respondWithGenerated } from "@/lib/files/generated_response.ts";
import { respondWithLogs } from "@/lib/files/logs_response.ts";
import { acquireJsonSlot } from "@/lib/files/reserve_file.ts";
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

import { assertEquals, assertRejects } from "@std/assert";
import http from "node:http";
import { ApiError } from "@/lib/http/errors.ts";
import { assertLookupHook } from "@/lib/sources/lookup_hook.ts";
import { startOrigin } from "./origin.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("assertLookupHook() finds that this runtime calls the hook", async () => {
  await assertLookupHook();
});

Deno.test("assertLookupHook() throws overloaded if the hook is not called", async () => {
  await using origin = startOrigin((_path, { send }) => send("HTTP/1.1 200 OK\r\n\r\n"));
  const ignoring = [
    () => http.get({ host: "127.0.0.1", port: origin.port }),
    () => http.get({ host: "127.0.0.1", port: 1 }),
  ];
  for (const request of ignoring) {
    const error = await assertRejects(() => assertLookupHook(request), ApiError);
    assertEquals([error.code, error.status], ["overloaded", 503]);
  }
});

import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { createResolver } from "@/lib/sources/resolver.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("createResolver() returns all addresses of a name with their family", async () => {
  const resolve = createResolver(() =>
    Promise.resolve([{ address: "2606:4700::1", family: 6 }, { address: "1.1.1.1", family: 4 }])
  );
  assertEquals(await resolve("pictures.example"), [
    { address: "2606:4700::1", family: 6 },
    { address: "1.1.1.1", family: 4 },
  ]);
});

Deno.test("createResolver() throws overloaded while 64 names hang, and continues when one ends", async () => {
  const hanging: PromiseWithResolvers<[]>[] = [];
  const resolve = createResolver(() => {
    hanging.push(Promise.withResolvers());
    return hanging.at(-1)?.promise ?? Promise.reject();
  });
  const pending = Array.from({ length: 64 }, () => resolve("slow.example"));
  const error = await assertRejects(() => resolve("more.example"), ApiError);
  assertEquals([error.code, error.headers], ["overloaded", { "retry-after": "5" }]);
  hanging[0]?.reject(new Error("gave up"));
  await assertRejects(() => pending[0] ?? Promise.resolve(), Error, "gave up");
  pending.push(resolve("more.example"));
  for (const each of hanging) each.resolve([]);
  const statuses = (await Promise.allSettled(pending)).map(({ status }) => status);
  assertEquals(statuses, ["rejected", ...Array<"fulfilled">(64).fill("fulfilled")]);
});

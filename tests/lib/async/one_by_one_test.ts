import { assertEquals, assertRejects } from "@std/assert";
import { OneByOne } from "@/lib/async/one_by_one.ts";

/** A queue, and work that ends when the test says so. */
function createQueue() {
  const queue = new OneByOne();
  const events: string[] = [];
  const run = (name: string, signal = new AbortController().signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const result = queue.run(name[0]!, signal, () => {
      events.push(`${name} starts`);
      return promise.finally(() => events.push(`${name} ends`));
    });
    return { result, resolve: () => resolve(name), reject };
  };
  return { events, run };
}

Deno.test("OneByOne runs the work of a client one after the other, and that of others at the same time", async () => {
  const { events, run } = createQueue();
  const [a1, a2, b1] = [run("a1"), run("a2"), run("b1")];
  b1.resolve();
  assertEquals(await b1.result, "b1");
  a1.resolve();
  a2.resolve();
  assertEquals(await a2.result, "a2");
  assertEquals(events, ["a1 starts", "b1 starts", "b1 ends", "a1 ends", "a2 starts", "a2 ends"]);
});

Deno.test("OneByOne goes on after work that failed, and leaves out that of a caller who has left", async () => {
  const { events, run } = createQueue();
  const controller = new AbortController();
  const [failing, left, last] = [run("a1"), run("a2", controller.signal), run("a3")];
  controller.abort(new Error("left"));
  failing.reject(new Error("failed"));
  last.resolve();
  await assertRejects(() => failing.result, Error, "failed");
  await assertRejects(() => left.result, Error, "left");
  assertEquals(await last.result, "a3");
  assertEquals(events.filter((event) => event.endsWith("starts")), ["a1 starts", "a3 starts"]);
});

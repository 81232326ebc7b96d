import { assertEquals, assertRejects } from "@std/assert";
import { entriesOf, withWorkshop } from "./fixture.ts";

const REMOTE = [
  { id: "a", title: "A", from: "https://lists.example/a.txt", licence: "MIT" },
  { id: "b", title: "B", from: "b.txt", licence: "MIT" },
];

function answering(...answers: (() => Response | Promise<Response>)[]): typeof fetch {
  return () => Promise.resolve((answers.shift() ?? (() => new Response("late.example.com\n")))());
}

Deno.test("fetchSource() reads a source from an address", () =>
  withWorkshop(async ({ source, run, read }) => {
    await source("b.txt", "b.example.com\n");
    await run({ fetch: answering(() => new Response("||remote.example.com^\n")) }, { sources: REMOTE });
    assertEquals(entriesOf(await read("one/domains.txt")), ["remote.example.com"]);
  }));

Deno.test("fetchSource() keeps the last good copy of a source that fails in any way, and reports it", () =>
  withWorkshop(async ({ source, run, read }) => {
    await source("b.txt", "b.example.com\n");
    await run({ fetch: answering(() => new Response("good.example.com\n")) }, { sources: REMOTE });
    const breaking = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("half.example.com\n"));
        controller.error(new Error("connection reset"));
      },
    });
    const failures: [() => Response, string][] = [
      [() => new Response("gone", { status: 404 }), "its server answered 404"],
      [() => new Response("down", { status: 503 }), "its server answered 503"],
      [() => new Response(""), "it has no domain in it"],
      [() => new Response("<html><body>Please log in</body></html>"), "it has no domain in it"],
      [() => new Response(breaking), "connection reset"],
      [() => {
        throw new TypeError("name does not resolve");
      }, "name does not resolve"],
    ];
    for (const [answer, failure] of failures) {
      const fetch: typeof globalThis.fetch = async () => await answer();
      const report = await run({ fetch }, { sources: REMOTE });
      assertEquals(report.sources[0]!.failure, failure);
      assertEquals(entriesOf(await read("one/domains.txt")), ["good.example.com"], failure);
    }
  }));

Deno.test("fetchSource() keeps the last good copy of a file that was deleted", () =>
  withWorkshop(async ({ source, run, read, folder }) => {
    await source("a.txt", "a.example.com\n");
    await source("b.txt", "b.example.com\n");
    await run();
    await Deno.remove(`${folder}/a.txt`);
    const report = await run();
    assertEquals(report.sources[0]!.failure?.includes("No such file"), true);
    assertEquals(entriesOf(await read("one/domains.txt")), ["a.example.com"]);
  }));

Deno.test("fetchSource() fails without an earlier copy, and says which source and why", () =>
  withWorkshop(async ({ source, run }) => {
    await source("b.txt", "b.example.com\n");
    const fetch = answering(() => new Response("no", { status: 500 }));
    await assertRejects(
      () => run({ fetch }, { sources: REMOTE }),
      Error,
      'Cannot read the source "a" from https://lists.example/a.txt: its server answered 500',
    );
  }));

import { assertEquals, assertRejects } from "@std/assert";
import { entriesOf, withWorkshop } from "./fixture.ts";

const REMOTE = [
  { id: "a", title: "A", from: "https://lists.example/a.txt", licence: "MIT" },
  { id: "b", title: "B", from: "b.txt", licence: "MIT" },
];

function respondingWith(...responses: (() => Response | Promise<Response>)[]): typeof fetch {
  return () => Promise.resolve((responses.shift() ?? (() => new Response("late.example.com\n")))());
}

Deno.test("fetchSource() reads a source from a URL", () =>
  withWorkshop(async ({ source, run, read }) => {
    await source("b.txt", "b.example.com\n");
    await run({ fetch: respondingWith(() => new Response("||remote.example.com^\n")) }, { sources: REMOTE });
    assertEquals(entriesOf(await read("one/domains.txt")), ["remote.example.com"]);
  }));

Deno.test("fetchSource() uses the last good copy of a source that fails in any way, and reports the error", () =>
  withWorkshop(async ({ source, run, read }) => {
    await source("b.txt", "b.example.com\n");
    await run({ fetch: respondingWith(() => new Response("good.example.com\n")) }, { sources: REMOTE });
    const breaking = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("half.example.com\n"));
        controller.error(new Error("connection reset"));
      },
    });
    const errors: [() => Response, string][] = [
      [() => new Response("gone", { status: 404 }), "its server responded with 404"],
      [() => new Response("down", { status: 503 }), "its server responded with 503"],
      [() => new Response(""), "it contains no domain"],
      [() => new Response("<html><body>Please log in</body></html>"), "it contains no domain"],
      [() => new Response(breaking), "connection reset"],
      [() => {
        throw new TypeError("name does not resolve");
      }, "name does not resolve"],
    ];
    for (const [respond, error] of errors) {
      const fetch: typeof globalThis.fetch = async () => await respond();
      const report = await run({ fetch }, { sources: REMOTE });
      assertEquals(report.sources[0]!.fetchError, error);
      assertEquals(entriesOf(await read("one/domains.txt")), ["good.example.com"], error);
    }
  }));

Deno.test("fetchSource() uses the last good copy of a deleted file", () =>
  withWorkshop(async ({ source, run, read, directory }) => {
    await source("a.txt", "a.example.com\n");
    await source("b.txt", "b.example.com\n");
    await run();
    await Deno.remove(`${directory}/a.txt`);
    const report = await run();
    assertEquals(report.sources[0]!.fetchError?.includes("No such file"), true);
    assertEquals(entriesOf(await read("one/domains.txt")), ["a.example.com"]);
  }));

Deno.test("fetchSource() throws without an earlier copy, and names the source and the reason", () =>
  withWorkshop(async ({ source, run }) => {
    await source("b.txt", "b.example.com\n");
    const fetch = respondingWith(() => new Response("no", { status: 500 }));
    await assertRejects(
      () => run({ fetch }, { sources: REMOTE }),
      Error,
      'Cannot read the source "a" from https://lists.example/a.txt: its server responded with 500',
    );
  }));

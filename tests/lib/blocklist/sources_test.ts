import { assert, assertEquals, assertRejects } from "@std/assert";
import { entriesOf, ONLY_A, withWorkshop } from "./fixture.ts";

/** Changes the configuration to one list of a source with this address. */
function fromUrl(from: string) {
  return { ...ONLY_A, sources: [{ ...ONLY_A.sources[0]!, from }] };
}

const REMOTE = fromUrl("https://lists.example/a.txt");

Deno.test("fetchSources() uses the last good copy of a source that fails in any way, and reports the error", () =>
  withWorkshop(async ({ run, read }) => {
    await run({ fetch: () => Promise.resolve(new Response("||good.example.com^\n")) }, REMOTE);
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
      const report = await run({ fetch }, REMOTE);
      assertEquals(report.sources[0]!.note, `last good copy used: ${error}`);
      assertEquals(entriesOf(await read("one/domains.txt")), ["good.example.com"], error);
    }
  }));

Deno.test("fetchSources() uses the last good copy of a deleted file", () =>
  withWorkshop(async ({ source, run, read, folder }) => {
    await source("a.txt", "a.example.com\n");
    await run({}, ONLY_A);
    await Deno.remove(`${folder}/a.txt`);
    const report = await run({}, ONLY_A);
    assertEquals(report.sources[0]!.note?.includes("No such file"), true);
    assertEquals(entriesOf(await read("one/domains.txt")), ["a.example.com"]);
  }));

Deno.test("fetchSources() does not use the copy of another URL", () =>
  withWorkshop(async ({ run }) => {
    await run({ fetch: () => Promise.resolve(new Response("a.example.com\n")) }, REMOTE);
    const fetch = () => Promise.resolve(new Response("no", { status: 404 }));
    const other = fromUrl("https://lists.example/other.txt");
    await assertRejects(() => run({ fetch }, other), Error, "its server responded with 404");
  }));

Deno.test("fetchSources() throws without an earlier copy, and names the source and the reason", () =>
  withWorkshop(async ({ run }) => {
    const fetch = () => Promise.resolve(new Response("no", { status: 500 }));
    await assertRejects(
      () => run({ fetch }, REMOTE),
      Error,
      'Cannot read the source "a" from https://lists.example/a.txt: its server responded with 500',
    );
  }));

/** Serves one list with its validators, and records what each request sent. */
function createServer(version: { text: string; etag?: string }): { fetch: typeof fetch; conditions: unknown[] } {
  const conditions: unknown[] = [];
  const fetch: typeof globalThis.fetch = (_url, init) => {
    const headers = new Headers(init?.headers);
    conditions.push([headers.get("if-none-match"), headers.get("if-modified-since")]);
    const validators = {
      ...(version.etag && { etag: version.etag }),
      "last-modified": "Fri, 02 Jan 2026 03:04:05 GMT",
    };
    const isCurrent = headers.get("if-none-match") === version.etag;
    const response = isCurrent
      ? new Response(null, { status: 304 })
      : new Response(version.text, { headers: validators });
    return Promise.resolve(response);
  };
  return { fetch, conditions };
}

Deno.test("fetchSources() asks only for a newer version, and uses the stored copy after a 304", () =>
  withWorkshop(async ({ run, read }) => {
    const version: { text: string; etag?: string } = { text: "one.example.com\n", etag: '"1"' };
    const { fetch, conditions } = createServer(version);
    const fetchNote = async () => (await run({ fetch }, REMOTE)).sources[0]!.note;
    const notes = [undefined, "not modified, stored copy used"];
    assertEquals([await fetchNote(), await fetchNote()], notes);
    assertEquals(entriesOf(await read("one/domains.txt")), ["one.example.com"]);
    Object.assign(version, { text: "one.example.com\ntwo.example.com\n", etag: '"2"' });
    assertEquals([await fetchNote(), await fetchNote()], notes);
    assertEquals(entriesOf(await read("one/domains.txt")), ["one.example.com", "two.example.com"]);
    delete version.etag;
    assertEquals([await fetchNote(), await fetchNote()], [undefined, undefined]);
    const date = "Fri, 02 Jan 2026 03:04:05 GMT";
    const tags = ['"1"', '"1"', '"2"', '"2"'].map((etag) => [etag, null]);
    assertEquals(conditions, [[null, null], ...tags, [null, date]]);
  }));

Deno.test("fetchSources() asks for everything if the copy is missing, its validators are damaged or the URL is new", () =>
  withWorkshop(async ({ run, out }) => {
    const { fetch, conditions } = createServer({ text: "one.example.com\n", etag: '"1"' });
    await run({ fetch }, REMOTE);
    await Deno.remove(`${out}/.sources/a.txt`);
    await run({ fetch }, REMOTE);
    await Deno.writeTextFile(`${out}/.sources/a.json`, "{");
    await run({ fetch }, REMOTE);
    await run({ fetch }, fromUrl("https://lists.example/moved.txt"));
    assertEquals(conditions, Array(4).fill([null, null]));
  }));

Deno.test("fetchSources() does not trust validators whose copy was never stored", () =>
  withWorkshop(async ({ run, read }) => {
    const version: { text: string; etag?: string } = { text: "one.example.com\n", etag: '"1"' };
    const { fetch } = createServer(version);
    await run({ fetch }, REMOTE);
    Object.assign(version, { text: "<html>Please log in</html>", etag: '"2"' });
    const fetchNote = async () => (await run({ fetch }, REMOTE)).sources[0]!.note;
    assertEquals(await fetchNote(), "last good copy used: it contains no domain");
    Object.assign(version, { text: "two.example.com\n" });
    assertEquals(await fetchNote(), undefined);
    assertEquals(entriesOf(await read("one/domains.txt")), ["two.example.com"]);
  }));

Deno.test("fetchSources() fetches at most four sources at a time, and reads them in the order of the configuration", () =>
  withWorkshop(async ({ run }) => {
    const ids = Array.from({ length: 9 }, (_, index) => `s${index}`);
    const sources = ids.map((id) => ({ id, title: id, from: `https://lists.example/${id}`, license: "MIT" }));
    const lists = [{ name: "one", title: "One", description: "All", sources: ids }];
    let running = 0;
    let most = 0;
    let arrived = 0;
    const waiting: (() => void)[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      most = Math.max(most, ++running);
      // Responds once four requests are waiting or no more will come, the last one first.
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        arrived++;
        if (waiting.length === 4 || arrived === ids.length) {
          while (waiting.length > 0) waiting.pop()!();
        }
      });
      running--;
      return new Response(`same.example.com\n${String(url).slice(-2)}.example.com\n`);
    };
    const report = await run({ fetch }, { sources, lists });
    assertEquals(most, 4);
    assertEquals(
      report.sources.map(({ id, duplicate }) => [id, duplicate]),
      ids.map((id, at) => [id, at === 0 ? 0 : 1]),
    );
  }));

Deno.test("fetchSources() finishes every other fetch before it throws, so that no file is written afterwards", () =>
  withWorkshop(async ({ run, out }) => {
    let isDone = false;
    const slow = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (let turn = 0; turn < 50; turn++) await Promise.resolve();
        controller.enqueue(new TextEncoder().encode("slow.example.com\n"));
        controller.close();
        isDone = true;
      },
    });
    const fetch: typeof globalThis.fetch = (url) =>
      Promise.resolve(String(url).endsWith("/a") ? new Response("no", { status: 500 }) : new Response(slow));
    const sources = ["a", "b"].map((id) => ({ id, title: id, from: `https://lists.example/${id}`, license: "MIT" }));
    await assertRejects(() => run({ fetch }, { sources }), Error, 'Cannot read the source "a"');
    assert(isDone);
    const names = (await Array.fromAsync(Deno.readDir(`${out}/.sources`))).map(({ name }) => name);
    assertEquals(names.sort(), ["b.json", "b.txt"]);
  }));

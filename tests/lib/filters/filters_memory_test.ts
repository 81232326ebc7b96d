import { assertEquals, assertRejects } from "@std/assert";
import { withKey } from "@/lib/filters/filters.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { Work } from "@/lib/workers/work.ts";
import { ONE_DAY } from "@/lib/http/cache_control.ts";
import { createWork } from "../workers/working.ts";
import { createFilters, type FiltersSetup, parse } from "./filtering.ts";

const SIZE = 100_000;
const URL_TEXT = "https://a.example/cat.png".padEnd(SIZE);
const FORM_TYPE = "multipart/form-data; boundary=b";

/** Creates the start of a form with a file. */
function startForm(field = ""): string {
  const start = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  return `${field}${start}${"x".repeat(SIZE)}`;
}

/** Filters something that is refused. Returns the code of the error, and how much of what arrived is left. */
async function refuse(
  { memory }: FiltersSetup,
  run: (work: Work) => Promise<unknown>,
): Promise<[code: string, left: number | undefined]> {
  const work = createWork(memory);
  const error = await assertRejects(() => run(work).finally(() => work[Symbol.dispose]()), ApiError);
  assertEquals(memory.used, 0);
  return [error.code, work.reservation.source?.length];
}

Deno.test("Filters.filterUpload() frees an image that it refuses", async () => {
  using setup = createFilters({ filterWorkers: 0 });
  const field = '--b\r\ncontent-disposition: form-data; name="widht"\r\n\r\n5\r\n';
  const bodies = [
    [URL_TEXT, "text/plain", "invert", "invalid_parameter"],
    ["x".repeat(SIZE), "image/png", "invert", "unsupported_format"],
    ["x".repeat(SIZE), "image/png", "nothing", "unknown_type"],
    [startForm(), FORM_TYPE, "invert", "bad_request"],
    [`${startForm(field)}\r\n--b--`, FORM_TYPE, "invert", "invalid_parameter"],
  ] as const;
  for (const [body, type, chain, code] of bodies) {
    const req = new Request("http://paw.example/", { method: "POST", body, headers: { "content-type": type } });
    const query = new URLSearchParams();
    const refused = await refuse(setup, (work) => setup.filters.filterUpload(chain, { req, query, work }));
    assertEquals(refused, [code, 0]);
  }
});

Deno.test("Filters.filterUpload() reads the header of an image when it is the turn of its client, not before", async () => {
  using setup = createFilters({ filterWorkers: 0 });
  const takeTurn = () => Promise.reject(new ApiError("overloaded", "Cannot"));
  using work = createWork(setup.memory, { takeTurn });
  const headers = { "content-type": "image/png" };
  const req = new Request("http://paw.example/", { method: "POST", body: "no picture", headers });
  const filtering = () => setup.filters.filterUpload("invert", { req, query: new URLSearchParams(), work });
  assertEquals((await assertRejects(filtering, ApiError)).code, "overloaded");
});

Deno.test("Filters.filter() frees an image that it refuses, whatever its source", async () => {
  const bytes = new Uint8Array(SIZE).fill(120);
  const findServicePicture = () => Promise.resolve({ options: { cache: ONE_DAY }, read: () => bytes });
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response("x".repeat(SIZE)),
  );
  using setup = createFilters({ filterWorkers: 0, findServicePicture });
  const web = `http://127.0.0.1:${server.addr.port}/`;
  for (const image of [web, "/a.png", `data:image/png;base64,${bytes.toBase64()}`]) {
    const refused = await refuse(setup, (work) => setup.filters.filter(withKey(parse("invert", image)), work));
    assertEquals(refused, ["unsupported_format", 0]);
  }
  // The picture of this service was copied.
  assertEquals(bytes.length, SIZE);
});

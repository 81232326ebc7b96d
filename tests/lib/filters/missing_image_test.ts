import { assertEquals, assertThrows } from "@std/assert";
import { assertImage } from "@/lib/filters/missing_image.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { FILTERS } from "@pawkit/images";
import { startApp } from "@/tests/app.ts";

function messageOf(path: string): string {
  const { pathname, searchParams: query, href: url } = new URL(path, "http://paw.example");
  const chain = pathname.split("/")[4]!;
  return assertThrows(() => assertImage(chain, { url, query }), ApiError).message;
}

const START = 'Cannot read "image": must be present in the query, as in';

Deno.test("assertImage() states the request as it works, and POST in version 2", () => {
  const examples = {
    "/api/v2/filter/blur": "/api/v2/filter/blur?image=/cat/Ada.png, or POST the picture",
    "/api/v1/filter/blur?strength=3&utm=x&width=": "/api/v1/filter/blur?image=/cat/Ada.png&strength=3",
    "/api/v2/filter/tint?width=9&image=":
      "/api/v2/filter/tint?image=/cat/Ada.png&width=9&strength=ff8800, or POST the picture",
    "/api/v1/filter/resize": "/api/v1/filter/resize?image=/cat/Ada.png&size=400x300",
    "/api/v1/filter/resize?width=9": "/api/v1/filter/resize?image=/cat/Ada.png&width=9",
    "/api/v2/filter/greyscale,tint:f80": "/api/v2/filter/greyscale,tint:f80?image=/cat/Ada.png, or POST the picture",
  };
  for (const [path, example] of Object.entries(examples)) assertEquals(messageOf(path), `${START} ${example}`);
});

Deno.test("assertImage() reports other mistakes first", () => {
  assertEquals(messageOf("/api/v2/filter/blur?strength=900").includes("from 1 to 256"), true);
  assertEquals(messageOf("/api/v2/filter/blurr").includes('did you mean "blur"'), true);
  assertEquals(messageOf("/api/v2/filter/blur,tint").includes('after "tint:" in a chain'), true);
});

Deno.test("GET of any filter without an image states a request that works", async () => {
  await using app = await startApp({ RATE_LIMIT: "off" });
  for (const filter of FILTERS) {
    const { message } = await (await app(`/api/v2/filter/${filter}?width=8`)).json();
    const [, example = ""] = /as in (.+), or POST/.exec(message) ?? [];
    const response = await app(example);
    await response.body?.cancel();
    assertEquals(response.status, 200, message);
  }
});

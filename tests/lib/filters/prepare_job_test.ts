import { assertEquals, assertThrows } from "@std/assert";
import { prepareAuto } from "@/lib/filters/prepare_job.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { ImageError } from "@pawkit/images";
import { parse } from "./filtering.ts";

Deno.test("prepareAuto() prepares a picture that WebP cannot hold, or not within the limits, in its own format", () => {
  const refusals = [new ImageError("side_too_long", "Too wide"), new ApiError("too_expensive", "Too expensive")];
  const formats = refusals.map((refusal) =>
    prepareAuto(parse("invert", "/a.png", "format=auto"), ({ values: { format = "own" } }) => {
      if (format === "auto") throw refusal;
      return format;
    })
  );
  assertEquals(formats, ["own", "own"]);
});

Deno.test("prepareAuto() throws every other error, which is a bug", () => {
  let attempts = 0;
  const prepare = () => {
    attempts++;
    throw new RangeError("Bug");
  };
  assertThrows(() => prepareAuto(parse("invert", "/a.png", "format=auto"), prepare), RangeError, "Bug");
  assertEquals(attempts, 1);
});

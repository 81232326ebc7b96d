import { assertEquals } from "@std/assert";
import { pickAnimalId, seedRandom } from "@pawkit/animals";
import { planDrawing } from "@/lib/content/drawings/drawing_plan.ts";
import type { SizedDrawing } from "@/lib/sources/service_picture.ts";
import { ONE_DAY } from "@/lib/http/cache_control.ts";
import { renderDrawing } from "@pawkit/images/svg";
import { codecs } from "@/lib/images/tests/pictures.ts";
import { createFilters, headersOf, parse } from "./filtering.ts";

const id = pickAnimalId(seedRandom("filtered"));

/** Draws the SVG of a drawing that is not cached. */
function plan(type: "png" | "webp" | "jpg", isBare: boolean, view?: "face" | "preview"): SizedDrawing {
  const size = view === "preview" ? 1200 : 64;
  const variant = { type, size, background: isBare ? "none" : undefined, view, radius: isBare ? 8 : 0 };
  const { drawSvg, width, height, radius } = planDrawing([{ kind: "cat", id }], variant)!;
  return { svg: drawSvg(), width, height, radius, format: type === "jpg" ? "jpeg" : type };
}

Deno.test("Filters.filter() draws and filters an animal in one job, with the result of its picture", async () => {
  const cases = [["jpg", true], ["webp", false], ["webp", true, "face"], ["png", true, "face"], [
    "png",
    false,
    "preview",
  ]] as const;
  for (const [type, isBare, view] of cases) {
    const drawing = plan(type, isBare, view);
    const file = renderDrawing(drawing, codecs);
    const results: [string | undefined, string | undefined][] = [];
    for (const picture of [{ draw: () => drawing }, { read: () => file }]) {
      using setup = createFilters({
        filterWorkers: 0,
        findServicePicture: () => Promise.resolve({ ...picture, options: { etag: "1", cache: ONE_DAY } }),
      });
      let jobs = 0;
      const { pool } = setup;
      const run = pool.run.bind(pool);
      pool.run = (request) => {
        jobs++;
        return run(request);
      };
      const image = await setup.filter(parse("sepia,blur:2", `/cat/Ada.${type}`));
      results.push([image.response.options.etag, headersOf(image)["cache-status"]]);
      assertEquals(jobs, 1);
    }
    assertEquals(results[0], results[1], `${type} ${isBare} ${view}`);
  }
});

Deno.test("Filters.filter() checks the limits of a drawing as those of a file", async () => {
  const drawing = plan("png", false);
  using setup = createFilters({
    filterWorkers: 0,
    maxPixels: 64 * 64 - 1,
    findServicePicture: () => Promise.resolve({ draw: () => drawing, options: { cache: ONE_DAY } }),
  });
  const error = await setup.filter(parse("invert", "/cat/Ada.png")).catch((error) => error);
  assertEquals(error.code, "too_many_pixels");
});

import { assertEquals } from "@std/assert";
import { createPictureLoader } from "@/lib/content/picture_loader.ts";
import type { Renderer } from "@/lib/workers/renderer.ts";
import { Limiter } from "@/lib/access/limiter.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { paintPhoto, toPng } from "@/lib/images/tests/pictures.ts";
import { createFilters, headersOf, parse } from "./filtering.ts";

const PNG = await toPng(paintPhoto(40, 30));

Deno.test("Filters.filter() does not refuse a drawing for the time that drawing it took", async () => {
  const limiter = new Limiter({ limit: 20, clock: () => 0 });
  const render: Renderer = (_drawing, { bill, findResult }) => {
    findResult();
    bill.startJob();
    bill.endJob(1000);
    return Promise.resolve({ bytes: PNG, etag: '"1"' });
  };
  const loadPicture = createPictureLoader({ findFilePicture: () => undefined, cacheBytes: 1_000_000, render });
  using setup = createFilters({
    filterWorkers: 0,
    findServicePicture: (_url, caller) => loadPicture("cat", "io1dwf90.png", { caller }),
  });
  const charged: number[] = [];
  const image = await setup.filter(parse("invert", "/images/animals/cat/io1dwf90.png"), {
    take: (points) => void limiter.take("a", points),
    charge(points) {
      charged.push(points);
      limiter.charge("a", points);
    },
    assertNoDebt(price) {
      if (!limiter.checkDebt("a", price).allowed) throw new ApiError("rate_limited", "Cannot accept more requests now");
    },
  });
  assertEquals(headersOf(image)["cache-status"], "pawkit; fwd=miss");
  // 900 ms beyond what a drawing includes.
  assertEquals(charged, [45]);
});

import { assert } from "@std/assert";
import { shareTestSite, waitUntilLoaded } from "@/tests/browser/browser.ts";
import { until } from "@/tests/browser/elements.ts";

/**
 * The most bytes of a first visit: all bodies as they are sent, without headers. So the page appears soon on a slow
 * phone, and whoever adds to it notices what that costs.
 */
const MAX_BYTES = 32 * 1024;

/** The length of each body that the service has sent, or `undefined` while it is sent. */
const bodies = new Map<string, number | undefined>();

const { test } = shareTestSite({
  onResponse(request, response) {
    const { pathname } = new URL(request.url);
    // Some browsers load the icons, even several times, and others never.
    if (response.body === null || /icon/.test(pathname)) return response;
    const [body, copy] = response.body.tee();
    bodies.set(pathname, undefined);
    new Response(copy).bytes().then(({ length }) => bodies.set(pathname, length));
    return new Response(body, response);
  },
});

// The window ends before the playground, which is loaded when it comes near.
test("the bodies of a first visit have at most 32 KB", { viewport: { width: 1280, height: 600 } }, async (page) => {
  await waitUntilLoaded(page);
  // What comes into view is loaded after it was drawn.
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  await until(() => ![...bodies.values()].includes(undefined));
  const bytes = bodies.values().reduce<number>((sum, length = 0) => sum + length, 0);
  assert(["/", "/style.css", "/app.js", "/meet.js"].every((path) => bodies.has(path)));
  assert(bytes <= MAX_BYTES, `${bytes} bytes: ${JSON.stringify([...bodies])}`);
});

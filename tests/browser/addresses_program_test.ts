import { shareTestSite } from "@/tests/browser/browser.ts";
import { find, waitForUrl } from "@/tests/browser/elements.ts";

const { site, test } = shareTestSite();

test("a link of version 3 to an endpoint opens its card in the documentation, with its parameters", {
  path: "/#v2-random-animal?kind=fox&count=2",
}, async (page) => {
  await waitForUrl(page, /\/docs\/animals#v2-random-animal\?kind=fox&count=2$/);
  await find(page, "#v2-random-animal > details[open]").wait();
  await find(page, "#v2-random-animal [data-value=fox][aria-current]").wait();
});

test("a link of version 3 keeps the query of the picture that it names", {
  path: "/#v2-filter?filter=invert&image=https://a.invalid/b?c=1",
  expectsErrors: true,
}, async (page) => {
  await waitForUrl(page, /\/docs\/filters#v2-filter\?filter=invert&image=https:\/\/a\.invalid\/b\?c=1$/);
});

test("links of version 3 to a v1 endpoint, an error code, a limit or a section find what they name", {
  path: "/#v1-kaomoji",
}, async (page) => {
  await waitForUrl(page, /\/docs\/text#v1-kaomoji$/);
  await find(page, "#v2-random-kaomoji > details[open]").wait();
  for (
    const [id, url] of [
      ["error-rate_limited", /\/docs\/service#error-rate_limited$/],
      ["limit-requests", /\/docs\/service#limit-requests$/],
      ["list-adblock", /\/docs\/lists#list-adblock$/],
      ["versioning", /\/docs\/service#versions$/],
      ["lookup", /\/docs\/lists#lookup$/],
    ] as const
  ) {
    await page.goto(`${site.origin}/#${id}`);
    await waitForUrl(page, url);
    await find(page, url.source.replace(/.*#/, "#").replace("$", "")).wait();
  }
});

test("an address of the documentation opens its card", { path: "/docs/launcher#v5-news" }, async (page) => {
  await find(page, "#v5-news > details[open]").wait();
  await find(page, "#v5-news .body").wait();
  await find(page, "#v5-news .try").wait();
});

test("the table of contents follows the section in view", {
  path: "/docs/filters",
  viewport: { width: 1400, height: 900 },
}, async (page) => {
  await find(page, ".contents").find("a", "Input and output").click();
  await find(page, '.contents ul ul a[href="#input-and-output"][aria-current]').wait();
});

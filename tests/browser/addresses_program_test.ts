import { shareTestSite } from "@/tests/browser/browser.ts";
import { find } from "@/tests/browser/elements.ts";

const { site, test } = shareTestSite();

test("a link to an endpoint, to its v1 endpoint or to an error code opens what it names", {
  path: "/#v1-kaomoji",
}, async (page) => {
  await find(page, "#v1-kaomoji").wait();
  await page.goto(`${site.origin}/#v2-filter`);
  await find(page, "#v2-filter[id] > details[open]").wait();
  await page.goto(`${site.origin}/#error-rate_limited`);
  await find(page, "#error-rate_limited").wait();
});

test("an address in a folded section opens it and its card", { path: "/#v5-news" }, async (page) => {
  await find(page, "#v5-news > details[open]").wait();
  await find(page, "#v5-news .body").wait();
  await find(page, "#v5-news .try").wait();
});

test("the table of contents follows the endpoint in view", {
  path: "/#v5-news",
  viewport: { width: 1400, height: 900 },
}, async (page) => {
  await find(page, '.contents a[href="#v5-news"][aria-current]').wait();
  await find(page, 'header a[href="/#errors"]').click();
  await find(page, 'header a[href="/#errors"][aria-current]').wait();
});

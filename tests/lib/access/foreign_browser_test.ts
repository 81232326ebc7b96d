import { assertEquals } from "@std/assert";
import { isForeignBrowser } from "@/lib/access/foreign_browser.ts";
import type { AddressOptions } from "@/lib/http/request_url.ts";
import { createContext } from "@/tests/lib/http/context.ts";

const BROWSERS = [{ origin: "null" }, { "sec-fetch-site": "same-origin" }, { "user-agent": "Mozilla/5.0 (X11)" }];

Deno.test("isForeignBrowser() compares the host of a browser's request with BASE_URL, whatever the port", () => {
  const paw = { trustProxy: 0, baseUrl: "https://PAW.example:8443" };
  const other = { trustProxy: 0, baseUrl: "https://other.example" };
  const programs = [{}, { "user-agent": "Prometheus/3.5.0" }];
  const areForeign = (headers: readonly Record<string, string>[], options: AddressOptions) =>
    headers.map((each) =>
      isForeignBrowser(createContext(new Request("http://paw.example:8000/api", { headers: each })), options)
    );
  assertEquals(areForeign(BROWSERS, other), [true, true, true]);
  assertEquals(areForeign(BROWSERS, paw), [false, false, false]);
  assertEquals(areForeign(BROWSERS, { trustProxy: 0, baseUrl: undefined }), [false, false, false]);
  assertEquals(areForeign(programs, other), [false, false]);
  const forwarded = BROWSERS.map((headers) => ({ ...headers, "x-forwarded-host": "other.example" }));
  assertEquals(areForeign(forwarded, { ...other, trustProxy: 1 }), [false, false, false]);
  assertEquals(areForeign(forwarded, { ...paw, trustProxy: 1 }), [true, true, true]);
});

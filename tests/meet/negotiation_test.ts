import { assertEquals } from "@std/assert";
import { startApp } from "@/tests/support/app.ts";

/** What a caller sends for `/cat/Ada`: who it is, `accept`, and `user-agent`. */
type Caller = readonly [who: string, accept: string | null, userAgent?: string];

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15";
const POWERSHELL = "Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.26100; en-US) PowerShell/7.5.2";

// Each list is what one type of answer is for. A browser that loads from http: sends no `sec-fetch-dest`.
const CALLERS: Readonly<Record<string, readonly Caller[]>> = {
  "text/html; charset=utf-8": [
    ["Chrome", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", CHROME],
    ["Firefox", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", FIREFOX],
    ["Safari", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", SAFARI],
    ["Facebook", "*/*", "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
    ["Slack", "*/*", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
    ["Discord", null, "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"],
    ["a program", "*/*", "python-requests/2.32.4"],
    ["nobody known", null],
    ["lower weights of others", "application/json;q=0.5,image/*;q=0.9,text/html"],
    ["a weight that is no number", "image/png;q=much,text/html"],
  ],
  "image/png": [
    ["Chrome", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", CHROME],
    ["Firefox", "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", FIREFOX],
    ["an older Firefox", "image/webp,*/*", FIREFOX],
    ["Safari", "image/webp,image/avif,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", SAFARI],
    ["any picture", "image/*;q=0.2,*/*;q=0.1"],
    ["a type that no animal has", "image/avif"],
  ],
  "image/webp": [["webp above all", "image/webp,image/*;q=0.8"], [
    "webp above PNG",
    "image/png;q=0.8,image/webp;q=0.9",
  ]],
  "image/jpeg": [["JPEG alone", "image/jpeg"]],
  "image/svg+xml": [["SVG alone", "IMAGE/SVG+XML"]],
  "application/json": [
    ["JSON alone", "application/json", "curl/8.14.1"],
    ["axios", "application/json, text/plain, */*"],
    ["JSON-LD", "application/ld+json"],
    ["lower weight of HTML", "text/html;q=0.5,application/json;q=0.6"],
  ],
  "text/plain; charset=utf-8": [
    ["curl", "*/*", "curl/8.14.1"],
    ["wget", "*/*", "Wget/1.24.5"],
    ["HTTPie", "*/*", "HTTPie/3.2.4"],
    ["xh", "*/*", "xh/0.24.1"],
    ["PowerShell", null, POWERSHELL],
    ["text alone", "text/plain"],
  ],
};

Deno.test("GET /{kind}/{name} is what its caller can show", async (t) => {
  await using app = await startApp();
  for (const [type, callers] of Object.entries(CALLERS)) {
    for (const [who, accept, userAgent = "test"] of callers) {
      await t.step(`${type} for ${who}`, async () => {
        const headers = { "user-agent": userAgent, ...(accept !== null && { accept }) };
        const response = await app.fetch("/cat/Ada", { headers });
        await response.body?.cancel();
        assertEquals(response.headers.get("content-type"), type);
      });
    }
  }
});

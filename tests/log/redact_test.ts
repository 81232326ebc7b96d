import { assertEquals } from "@std/assert";
import fc from "@/tests/support/random.ts";
import { redact, toLoggedMethod } from "@/lib/log/redact.ts";

for (
  const [message, expected] of [
    ["GET https://example.org/a.png?token=abc#part failed", "GET https://example.org/a.png failed"],
    ['at "http://me:p%40ss@example.org:9000/a"', 'at "http://[secret]@example.org:9000/a"'],
    ["connect to redis://:password@host:6379", "connect to redis://[secret]@host:6379"],
    ["authorization: Bearer abc.def-ghi=", "authorization: Bearer [secret]"],
    ["Banned 203.0.113.5 until 2026-11-20T12:00:00Z?", "Banned 203.0.113.5 until 2026-11-20T12:00:00Z?"],
    ["mail me@example.org, see /a?b", "mail me@example.org, see /a?b"],
  ] as const
) {
  Deno.test(`redact() writes ${expected}`, () => assertEquals(redact(message), expected));
}

Deno.test("redact() leaves nothing of a secret, wherever it is", () => {
  const secret = "0123456789abcdef";
  fc.assert(fc.property(fc.string(), fc.string(), (before, after) => {
    assertEquals(redact(`${before}${secret}${after}`, [secret]).includes(secret), false);
  }));
});

Deno.test("redact() leaves nothing of a query or of credentials", () => {
  fc.assert(fc.property(fc.webUrl(), fc.stringMatching(/^[a-z0-9]{8,20}$/), (url, text) => {
    const { host, pathname } = new URL(url);
    fc.pre(!`${host}${pathname}`.includes(text));
    assertEquals(redact(`Cannot fetch https://u:${text}@${host}${pathname}?a=${text}: refused`).includes(text), false);
  }));
});

Deno.test("toLoggedMethod() returns only registered methods", () => {
  assertEquals(["GET", "QUERY", "get", "GET\n", "toString"].map(toLoggedMethod), [
    "GET",
    "OTHER",
    "OTHER",
    "OTHER",
    "OTHER",
  ]);
});

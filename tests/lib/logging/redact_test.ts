import { assertEquals } from "@std/assert";
import { createRedactor } from "@/lib/logging/redact.ts";

Deno.test("createRedactor() hides secrets and the credentials and queries of URLs", () => {
  const redact = createRedactor({ secrets: ["p@ss/word", "short", undefined] });
  assertEquals(
    redact("redis://u:p@ss/word@host and redis://u:pw@host:1/0"),
    "redis://[secret]@host and redis://[secret]@host:1/0",
  );
  assertEquals(redact("https://a.example/b.png?key=1#c short"), "https://a.example/b.png short");
});

Deno.test("createRedactor() replaces a path only where it begins and ends, and the longest first", () => {
  const redact = createRedactor({ paths: [["/srv", "."], ["/srv/logs", "LOGS_DIR"], ["/", "ROOT"]] });
  assertEquals(
    redact('"/srv/logs/a.log" /srv/x /srvx /a/srv file:///srv/lib/a.ts'),
    '"LOGS_DIR/a.log" ./x /srvx /a/srv ./lib/a.ts',
  );
  assertEquals(redact("not found (os error 2): open '/etc/x/key.pem'"), "not found (os error 2): open '.../key.pem'");
  assertEquals(redact('Cannot respond to "/api/v1/uptime"'), 'Cannot respond to "/api/v1/uptime"');
});

import { assertEquals } from "@std/assert";
import { createRedactor } from "@/lib/logging/redact.ts";

Deno.test("createRedactor() hides secrets, the credentials and queries of URLs, and paths of this machine", () => {
  const redact = createRedactor({
    secrets: ["p@ss/word", "short", undefined],
    // The longest is replaced first, and each only where it begins and ends.
    paths: [["/srv", "."], ["/srv/logs", "LOGS_DIR"], ["/", "ROOT"]],
  });
  const lines = {
    "redis://u:p@ss/word@host and redis://u:pw@host:1/0": "redis://[secret]@host and redis://[secret]@host:1/0",
    "https://a.example/b.png?key=1#c short": "https://a.example/b.png short",
    "authorization: Bearer some-token, data:image/png;base64,iVBO": "authorization: Bearer [secret] data:image/png",
    '"/srv/logs/a.log" /srv/x /srvx /a/srv file:///srv/lib/a.ts': '"LOGS_DIR/a.log" ./x /srvx /a/srv ./lib/a.ts',
    "not found (os error 2): open '/etc/x/key.pem'": "not found (os error 2): open '.../key.pem'",
    'Cannot respond to "/api/v1/uptime"': 'Cannot respond to "/api/v1/uptime"',
  };
  for (const [line, expected] of Object.entries(lines)) assertEquals(redact(line), expected);
});

import { assertStringIncludes } from "@std/assert";
import { startService } from "@/tests/load/service.ts";

Deno.test("OTEL_DENO=true exports requests and the log of the service", async () => {
  const received: Record<string, string> = {};
  const receiver = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (req) => {
    const { pathname } = new URL(req.url);
    received[pathname] = (received[pathname] ?? "") + JSON.stringify(await req.json());
    return Response.json({});
  });
  const dir = await Deno.makeTempDir();
  const service = await startService({
    env: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiver.addr.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      LOGS_DIR: dir,
      STATE_DIR: dir,
    },
  });
  await (await fetch(`http://127.0.0.1:${service.port}/api/v1/uptime`)).body?.cancel();
  await service.stop();
  await receiver.shutdown();
  await Deno.remove(dir, { recursive: true });
  assertStringIncludes(received["/v1/traces"]!, "/api/v1/uptime");
  assertStringIncludes(received["/v1/logs"]!, "Stopping after");
});

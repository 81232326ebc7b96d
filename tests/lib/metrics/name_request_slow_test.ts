import { assertStringIncludes } from "@std/assert";
import { startService } from "@/tests/load/service.ts";

/** Runs the service with a receiver of OTLP, sends requests, and returns everything it exported, as JSON by path. */
async function collectExports(paths: readonly string[]): Promise<Record<string, string>> {
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
  for (const path of paths) await (await fetch(`http://127.0.0.1:${service.port}${path}`)).body?.cancel();
  await service.stop();
  await receiver.shutdown();
  await Deno.remove(dir, { recursive: true });
  return received;
}

Deno.test("telemetry of Deno has the route of each request, and the log of the service", async () => {
  const exports = await collectExports(["/api/v1/uptime", "/api/v2/filter/blur", "/no"]);
  assertStringIncludes(exports["/v1/traces"]!, '"name":"GET /api/v1/uptime"');
  assertStringIncludes(exports["/v1/traces"]!, '"name":"GET /api/v2/filter/:steps"');
  for (const path of ["/v1/traces", "/v1/metrics"]) {
    assertStringIncludes(exports[path]!, '{"key":"http.route","value":{"stringValue":"/api/v1/uptime"}}');
  }
  assertStringIncludes(exports["/v1/logs"]!, "Stopping after");
});

import { assertEquals, assertMatch } from "@std/assert";
import { startApp } from "@/tests/app.ts";
import { AUTHORIZED, readMetrics, TOKEN } from "./scraped_metrics.ts";

Deno.test("GET /metrics counts requests by route, method and status class, and everything else once", async () => {
  const text = await readMetrics();
  const expected = [
    'pawkit_http_requests_total{route="/api/v1/uptime",method="GET",status="2xx"} 1',
    'pawkit_http_requests_total{route="/api/v1/uptime",method="HEAD",status="2xx"} 1',
    'pawkit_http_requests_total{route="(no endpoint)",method="GET",status="4xx"} 2',
    'pawkit_http_request_duration_seconds_count{route="/api/v1/uptime"} 2',
    'pawkit_errors_total{code="not_found"} 2',
    'pawkit_errors_total{code="authentication_required"} 1',
    'pawkit_refused_requests_total{reason="rate_limited"} 0',
    "pawkit_bans 0",
    'pawkit_filter_stage_duration_seconds_count{stage="decode"} 1',
    'pawkit_filter_cache_requests_total{result="miss"} 2',
    'pawkit_filter_sources_total{outcome="loaded"} 1',
    'pawkit_filter_sources_total{outcome="forbidden_address"} 1',
    'pawkit_state_up{engine="memory"} 1',
    "pawkit_launcher_data_stale 0",
    'pawkit_picture_cache_requests_total{result="miss"} 1',
    'pawkit_log_lines_lost_total{reason="dropped"} 0',
    "pawkit_filter_worker_failures_total 0",
  ];
  assertEquals(expected.filter((line) => !text.includes(`${line}\n`)), []);
  assertMatch(text, /^process_resident_memory_bytes \d+$/m);
  assertMatch(text, /^process_open_fds \d+$/m);
  assertMatch(text, /^pawkit_build_info\{version="[^"]+",commit="[0-9a-f]*",deno="[^"]+",v8="[^"]+"\} 1$/m);
});

Deno.test("GET /metrics names routes as the documents do", async () => {
  await using app = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (const path of ["/404.svg", "/cat/Ada.json", "/api/v2/random/kaomoji/cat", "/api/v1/static/generated"]) {
    await (await app(path)).body?.cancel();
  }
  const text = await (await app("/metrics", AUTHORIZED)).text();
  const routes = [...text.matchAll(/^pawkit_http_requests_total\{route="([^"]*)"/gm)].map(([, route]) => route);
  assertEquals(routes.sort(), [
    "/api/v1/static/generated/{path}",
    "/api/v2/random/kaomoji/{type}",
    "/{kind}/{name}",
    "/{status}.svg",
  ]);
});

Deno.test("GET /metrics requires the token, and returns 404 if none is set", async () => {
  await using open = await startApp({ OPERATOR_TOKEN: TOKEN });
  const response = await open("/metrics");
  assertEquals([response.status, (await response.json()).code], [401, "authentication_required"]);
  const right = await open("/metrics", AUTHORIZED);
  assertEquals(right.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  await right.body?.cancel();
  await using closed = await startApp();
  const missing = await closed("/metrics", AUTHORIZED);
  assertEquals([missing.status, (await missing.json()).code], [404, "not_found"]);
});

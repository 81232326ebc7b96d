import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/app.ts";
import { findFreePort } from "@/tests/free_port.ts";
import { startService } from "@/tests/load/service.ts";
import { findProgram, ifInstalled } from "@/tests/programs.ts";
import { PIXEL } from "@/tests/routes/contract/response_kinds.ts";

const TOKEN = "a-token-of-the-operator";
const AUTHORIZED = { headers: { authorization: `Bearer ${TOKEN}` } };

/** Starts the service, lets it count something of everything, and returns the text of `/metrics`. */
async function readMetrics(): Promise<string> {
  await using app = await startApp({ OPERATOR_TOKEN: TOKEN, RATE_LIMIT: "30" });
  const paths = [
    "/api/v1/uptime",
    "/images/animals/cat/00000000.svg",
    "/api/nope",
    "/api/v5/app/launcher/news",
    "/nope",
  ];
  const broken = "/api/v2/filter/blur?image=http%3A%2F%2F127.0.0.1%2F";
  for (const path of [...paths, `/api/v2/filter/invert?image=${encodeURIComponent(PIXEL)}`, broken]) {
    await (await app(path)).body?.cancel();
  }
  await app("/api/v1/uptime", { method: "HEAD" });
  await (await app("/metrics", { headers: { authorization: "Bearer wrong" } })).body?.cancel();
  return await (await app("/metrics", AUTHORIZED)).text();
}

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
    'pawkit_shares_refused_total{share="upload"} 0',
    'pawkit_picture_cache_requests_total{result="miss"} 1',
    'pawkit_log_lines_lost_total{reason="dropped"} 0',
    "pawkit_filter_worker_failures_total 0",
  ];
  for (const line of expected) assertStringIncludes(text, `${line}\n`);
  assertMatch(text, /^process_resident_memory_bytes \d+$/m);
  assertMatch(text, /^process_open_fds \d+$/m);
  assertMatch(text, /^pawkit_build_info\{version="[^"]+",commit="[0-9a-f]*",deno="[^"]+",v8="[^"]+"\} 1$/m);
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

Deno.test(ifInstalled("promtool", "GET /metrics passes the checks of promtool"), async () => {
  const promtool = new Deno.Command("promtool", { args: ["check", "metrics"], stdin: "piped", stderr: "piped" })
    .spawn();
  const writer = promtool.stdin.getWriter();
  await writer.write(new TextEncoder().encode(await readMetrics()));
  await writer.close();
  const { code, stderr } = await promtool.output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
});

Deno.test(ifInstalled("prometheus", "Prometheus scrapes /metrics with the token of its configuration"), async () => {
  const folder = await Deno.makeTempDir();
  const service = await startService({ env: { OPERATOR_TOKEN: TOKEN, LOGS_DIR: `${folder}/logs` } });
  const scrape = {
    "job_name": "pawkit",
    "scrape_interval": "1s",
    authorization: { credentials: TOKEN },
    "static_configs": [{ targets: [`127.0.0.1:${service.port}`] }],
  };
  // JSON is valid YAML.
  await Deno.writeTextFile(`${folder}/prometheus.yml`, JSON.stringify({ "scrape_configs": [scrape] }));
  const port = findFreePort();
  const child = new Deno.Command(findProgram("prometheus")!, {
    args: [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    const query = encodeURIComponent('up{job="pawkit"} + on(instance) pawkit_build_info');
    const value = await poll(async () => {
      const answer = await (await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${query}`)).json();
      return answer.data?.result?.[0]?.value?.[1];
    });
    assertEquals(value, "2");
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await service.stop();
    await Deno.remove(folder, { recursive: true });
  }
});

/** Waits for a value. The time limit of the test ends it. */
async function poll<T>(read: () => Promise<T | undefined>): Promise<T> {
  while (true) {
    const value = await read().catch(() => undefined);
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

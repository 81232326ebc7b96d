import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { App, csp, type CSPOptions } from "fresh";

async function ask(options?: CSPOptions): Promise<Response> {
  const app = new App().use(csp(options)).route("/", { component: () => <script>1</script> });
  return await app.handler()(new Request("http://localhost/"));
}

Deno.test("csp() sets a policy that allows this site only", async () => {
  const policy = (await ask()).headers.get("content-security-policy") ?? "";
  for (const directive of ["default-src 'self'", "object-src 'none'", "frame-ancestors 'none'"]) {
    assertStringIncludes(policy, directive);
  }
});

Deno.test("csp() takes directives in place of its own, and adds others", async () => {
  const policy = (await ask({ csp: ["img-src *", "manifest-src 'none'"] })).headers.get("content-security-policy");
  const directives = policy?.split("; ") ?? [];
  assertEquals(directives.filter((directive) => directive.startsWith("img-src")), ["img-src *"]);
  assertEquals(directives.includes("manifest-src 'none'"), true);
});

Deno.test("csp() only reports, and tells where to, when asked", async () => {
  const { headers } = await ask({ reportOnly: true, reportTo: "/reports" });
  assertEquals(headers.get("content-security-policy"), null);
  assertMatch(
    headers.get("content-security-policy-report-only") ?? "",
    /report-to csp-endpoint; report-uri \/reports$/,
  );
  assertEquals(headers.get("reporting-endpoints"), 'csp-endpoint="/reports"');
});

Deno.test("csp() gives each page a nonce of its own, and the policy the same", async () => {
  const nonces = [];
  for (let i = 0; i < 2; i++) {
    const response = await ask({ useNonce: true });
    const nonce = /<script nonce="(\w+)">/.exec(await response.text())?.[1] ?? "none";
    assertStringIncludes(response.headers.get("content-security-policy") ?? "", `script-src 'self' 'nonce-${nonce}'`);
    nonces.push(nonce);
  }
  assertEquals(new Set(nonces).size, 2);
});

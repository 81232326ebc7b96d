import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { App, csp, type CSPOptions } from "fresh";

async function ask(options?: CSPOptions): Promise<Response> {
  const app = new App().use(csp(options)).route("/", { component: () => <script>1</script> });
  return await app.handler()(new Request("http://localhost/"));
}

Deno.test("csp() sets a policy that allows only this site", async () => {
  const policy = (await ask()).headers.get("content-security-policy") ?? "";
  for (const directive of ["default-src 'self'", "object-src 'none'", "frame-ancestors 'none'"]) {
    assertStringIncludes(policy, directive);
  }
});

Deno.test("csp() replaces its own directives and adds others", async () => {
  const policy = (await ask({ csp: ["img-src *", "manifest-src 'none'"] })).headers.get("content-security-policy");
  const directives = policy?.split("; ") ?? [];
  assertEquals(directives.filter((directive) => directive.startsWith("img-src")), ["img-src *"]);
  assertEquals(directives.includes("manifest-src 'none'"), true);
});

Deno.test("csp() sets a policy that only reports, and where to", async () => {
  const { headers } = await ask({ reportOnly: true, reportTo: "/reports" });
  assertEquals(headers.get("content-security-policy"), null);
  assertMatch(
    headers.get("content-security-policy-report-only") ?? "",
    /report-to csp-endpoint; report-uri \/reports$/,
  );
  assertEquals(headers.get("reporting-endpoints"), 'csp-endpoint="/reports"');
});

Deno.test("csp() uses a new nonce for each page and its policy", async () => {
  const nonces = [];
  for (let i = 0; i < 2; i++) {
    const response = await ask({ useNonce: true });
    const nonce = /<script nonce="(\w+)">/.exec(await response.text())?.[1] ?? "none";
    assertStringIncludes(response.headers.get("content-security-policy") ?? "", `script-src 'self' 'nonce-${nonce}'`);
    nonces.push(nonce);
  }
  assertEquals(new Set(nonces).size, 2);
});

Deno.test("csp() preserves a nonce that the author wrote", async () => {
  const component = () => (
    <p>
      <script nonce="mine">1</script>
      <style>2</style>
    </p>
  );
  const app = new App().use(csp({ useNonce: true })).route("/", { component });
  const html = await (await app.handler()(new Request("http://localhost/"))).text();
  assertStringIncludes(html, '<script nonce="mine">');
  assertMatch(html, /<style nonce="\w{32}">/);
});

Deno.test("csp() uses a new nonce also for an element that is rendered again", async () => {
  const script = <script>1</script>;
  const handler = new App().use(csp({ useNonce: true })).route("/", { component: () => script }).handler();
  for (let i = 0; i < 2; i++) {
    const response = await handler(new Request("http://localhost/"));
    const nonce = /<script nonce="(\w+)">/.exec(await response.text())?.[1] ?? "none";
    assertStringIncludes(response.headers.get("content-security-policy") ?? "", `'nonce-${nonce}'`);
  }
});

Deno.test("csp() promises no nonce on a response that was not rendered, or in a directive that cannot use one", async () => {
  const app = new App().use(csp({ useNonce: true, csp: ["x-src 'unsafe-inline'"] }))
    .get("/text", () => new Response("text")).route("/page", { component: () => <p /> });
  const policy = async (path: string) => {
    const response = await app.handler()(new Request(`http://localhost${path}`));
    await response.body?.cancel();
    return response.headers.get("content-security-policy") ?? "";
  };
  assertStringIncludes(await policy("/text"), "script-src 'self' 'unsafe-inline'");
  assertMatch(await policy("/page"), /script-src 'self' 'nonce-\w+';.*x-src 'unsafe-inline'$/);
});

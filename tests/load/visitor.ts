import { type ProxyName, startProxy } from "@/tests/proxies/proxy.ts";
import { startService } from "./processes.ts";
import { countStatuses, percentile } from "./table.ts";

const PICTURES = 100;

/** Loads a page with 100 filtered pictures of 12 megapixels over HTTP/2, and says what its visitor sees. */
export async function visitPage(name: ProxyName, sourcesPort: number): Promise<string> {
  await using service = await startService([sourcesPort]);
  await using proxy = await startProxy(name, { servicePort: service.port, isSecure: true });
  using client = Deno.createHttpClient({ caCerts: proxy.caCerts, localAddress: "127.0.1.1" });
  const startMs = performance.now();
  const load = async (path: string) => {
    const response = await fetch(`${proxy.origin}${path}`, { client });
    const { length } = await response.bytes();
    return { status: response.status, ms: performance.now() - startMs, length };
  };
  // The page itself comes first, so that all pictures share its connection.
  await load("/");
  const toPath = (n: number) => {
    const image = encodeURIComponent(`http://127.0.0.1:${sourcesPort}/photo/4000?${n}`);
    return `/api/v2/filter/greyscale?width=400&image=${image}`;
  };
  const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, n) => load(toPath(n))));
  const shown = pictures.filter(({ status }) => status === 200);
  return `${name}: ${PICTURES} pictures of 12 megapixels: ${countStatuses(pictures)}; half of those shown after ` +
    `${percentile(shown, 0.5)} ms, the last after ${percentile(shown, 1)} ms, all answered after ${
      percentile(pictures, 1)
    } ms`;
}

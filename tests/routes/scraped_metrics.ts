import { startApp } from "@/tests/app.ts";
import { PIXEL } from "@/tests/routes/contract/response_kinds.ts";

/** The token of {@linkcode readMetrics}. */
export const TOKEN = "a-token-of-the-operator";
/** Options of a request with the token. */
export const AUTHORIZED = { headers: { authorization: `Bearer ${TOKEN}` } };

/** Starts the service, lets it count something of everything, and returns the text of `/metrics`. */
export async function readMetrics(): Promise<string> {
  await using app = await startApp({ OPERATOR_TOKEN: TOKEN, RATE_LIMIT: "300" });
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

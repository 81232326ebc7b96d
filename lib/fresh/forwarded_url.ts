/** Changes `url` to what the client asked the proxy for, as far as the proxy tells. */
export function readForwardedUrl(url: URL, headers: Headers): URL {
  const protocol = firstOf(headers.get("x-forwarded-proto"));
  const host = firstOf(headers.get("x-forwarded-host"));
  if (protocol === "http" || protocol === "https") url.protocol = protocol;
  if (host !== "") {
    // The setter keeps the old port when the new host has none.
    url.port = "";
    url.host = host;
  }
  return url;
}

/** The first of the values that a chain of proxies wrote: the one nearest to the client. */
function firstOf(header: string | null): string {
  return header?.split(",", 1)[0]?.trim() ?? "";
}

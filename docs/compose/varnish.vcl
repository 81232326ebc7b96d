# Varnish as a cache in front of the service; docs/caching.md explains it. Whatever else you add to vcl_recv or
# vcl_backend_response, do not return earlier: the built-in code after them excludes private and no-store.
vcl 4.1;

backend default {
    .host = "127.0.0.1";
    .port = "8000";
}

sub vcl_recv {
    # Behind a proxy that terminates TLS, leave these two to that proxy.
    set req.http.X-Forwarded-Host = req.http.Host;
    set req.http.X-Forwarded-Proto = "http";
    if (req.http.Range ~ ",") {
        unset req.http.Range;
    } elseif (req.http.Range) {
        return (pass);
    }
}

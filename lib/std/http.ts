/** `@std/http`: what the npm build offers, and a `serveFile` of ours with the name and shape of the one it cannot load. */
export * from "@/lib/std/http_upstream.ts";
export { serveFile, type ServeFileOptions } from "@/lib/std/serve_file.ts";

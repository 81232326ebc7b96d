import { App, staticFiles } from "fresh";
import { fromFileUrl } from "@std/path";
import type { State } from "@/lib/define.ts";
import type { Services } from "@/lib/services.ts";

/** Creates the application: passes the services to every request and serves the folders `routes/` and `static/`. */
export function createApp(services: Services): App<State> {
  const app = new App<State>();
  // Without this line, routes/ and static/ would be looked up in the working folder. Published Fresh sets it itself.
  app.config.root = fromFileUrl(new URL("../", import.meta.url));
  app.use((ctx) => {
    ctx.state.services = services;
    return ctx.next();
  });
  return app.fsRoutes().use(staticFiles());
}

import { App, staticFiles } from "fresh";
import type { Middleware } from "fresh";
import type { State } from "@/lib/define.ts";
import type { Services } from "@/lib/services.ts";

/** Creates the application: the services for every request, then the URL table, then the files of `static/`. */
export function createApp(services: Services): App<State> {
  const provideServices: Middleware<State> = (ctx) => {
    ctx.state.services = services;
    return ctx.next();
  };
  return new App<State>()
    .use(provideServices)
    .fsRoutes()
    .use(staticFiles());
}

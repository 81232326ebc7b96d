import { assertStrictEquals } from "@std/assert";
import {
  App,
  type Context,
  createDefine,
  HttpError,
  page,
  type PageProps,
  type RouteConfig,
  type RouteData,
} from "fresh";

interface State {
  user: string;
}

const define = createDefine<State>();

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
function check<_T extends true>(): void {}

Deno.test("define returns its arguments unchanged", () => {
  const get = () => new Response();
  const handlers = { GET: get };
  assertStrictEquals(define.handlers(handlers), handlers);
  assertStrictEquals(define.middleware(get), get);
  const component = () => <p />;
  assertStrictEquals(define.page(component), component);
  assertStrictEquals(define.layout(component), component);
});

Deno.test("define.handlers() types the context, and define.page() the data that the handlers return", () => {
  const handler = define.handlers({
    async GET(ctx) {
      check<Same<typeof ctx, Context<State>>>();
      check<Same<typeof ctx.state, State>>();
      check<Same<typeof ctx.params, Record<string, string>>>();
      return await page({ slug: ctx.state.user, count: 1 });
    },
    POST: () => new Response(),
  });
  define.page<typeof handler>(({ data, state, url, params }) => {
    check<Same<typeof data, { slug: string; count: number }>>();
    check<Same<typeof state, State>>();
    check<Same<typeof url, URL>>();
    return <p>{data.slug}{params.id}</p>;
  });
  // @ts-expect-error: the page has no such data
  define.page<typeof handler>(({ data }) => <p>{data.other}</p>);
  // @ts-expect-error: a handler must return a response or a page
  define.handlers({ GET: () => 3 });
  // @ts-expect-error: no such method
  define.handlers({ FETCH: () => new Response() });
  // @ts-expect-error: the data has another type
  define.handlers<{ slug: string }>({ GET: () => page({ slug: 1 }) });
});

Deno.test("define.handlers() accepts one function for all methods", () => {
  const handler = define.handlers((ctx) => page(ctx.req.method));
  define.page<typeof handler>(({ data }) => {
    check<Same<typeof data, string>>();
    return <p>{data}</p>;
  });
  check<Same<RouteData<(ctx: Context<unknown>) => Promise<ReturnType<typeof page<number>>>>, number>>();
});

Deno.test("define.middleware() accepts one or several middlewares and types their context", () => {
  define.middleware((ctx) => {
    check<Same<typeof ctx, Context<State>>>();
    check<Same<ReturnType<typeof ctx.next>, Promise<Response>>>();
    return ctx.next();
  });
  define.middleware([(ctx) => ctx.next(), async (ctx) => await ctx.next()]);
  // @ts-expect-error: a middleware must return a response
  define.middleware(() => "text");
});

Deno.test("App, PageProps, RouteConfig and HttpError are typed as Fresh's are", () => {
  const config: RouteConfig = { routeOverride: "/x", skipAppWrapper: true, skipInheritedLayouts: true };
  check<Same<PageProps<number, State>["data"], number>>();
  const app = new App<State>().use((ctx) => {
    check<Same<typeof ctx.state.user, string>>();
    return ctx.next();
  }).route("/x", { component: ({ state }: PageProps<unknown, State>) => <p>{state.user}</p> }, config);
  // @ts-expect-error: a handler of an application with another state
  app.get("/", (ctx: Context<{ other: number }>) => ctx.text(""));
  // @ts-expect-error: 200 is not an error
  new HttpError(200);
  // @ts-expect-error: the mode is one of two
  new App({ mode: "test" });
});

import { assertStrictEquals } from "@std/assert";
import { type Context, createDefine } from "fresh";

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
  const component = () => null;
  assertStrictEquals(define.page(component), component);
});

Deno.test("define types the context and rejects what is not a handler", () => {
  define.handlers({
    GET(ctx) {
      check<Same<typeof ctx, Context<State>>>();
      check<Same<typeof ctx.params, Record<string, string>>>();
      return new Response(ctx.state.user);
    },
  });
  define.middleware(async (ctx) => await ctx.next());
  // @ts-expect-error: a handler must return a response
  define.handlers({ GET: () => 3 });
  // @ts-expect-error: a middleware must return a response
  define.middleware(() => "text");
});

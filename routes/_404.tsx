import { page } from "fresh";
import { define } from "@/lib/define.ts";
import { errorPageHeaders } from "@/lib/http/answers.ts";

export const handler = define.handlers((ctx) => page(undefined, { status: 404, headers: errorPageHeaders(ctx.state) }));

export default define.page(function NotFound() {
  return (
    <main>
      <h1>Nothing here</h1>
      <p>
        This address leads nowhere. <a href="/">The front page</a> lists every one that does.
      </p>
    </main>
  );
});

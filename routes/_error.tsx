import { page } from "fresh";
import { define } from "@/lib/define.ts";
import { errorPageHeaders } from "@/lib/http/answers.ts";

export const handler = define.handlers((ctx) => page(undefined, { status: 500, headers: errorPageHeaders(ctx.state) }));

export default define.page(function Fault() {
  return (
    <main>
      <h1>Something broke</h1>
      <p>The fault is ours and has been written down. Please try again in a moment.</p>
    </main>
  );
});

import { page } from "fresh";
import { Head } from "fresh/runtime";
import { define } from "@/lib/define.ts";
import { errorPageHeaders } from "@/lib/http/answers.ts";
import { FailurePage } from "@/lib/page/FailurePage.tsx";

export const handler = define.handlers((ctx) => page(undefined, { status: 500, headers: errorPageHeaders(ctx.state) }));

export default define.page(function Fault({ state }) {
  return (
    <>
      <Head>
        <title>Something broke: Pawkit</title>
      </Head>
      <FailurePage status={500} title="Something broke">
        The fault is ours and has been written down. Please try again in a moment, or tell the operator this id:{" "}
        <code>{state.requestId}</code>
      </FailurePage>
    </>
  );
});

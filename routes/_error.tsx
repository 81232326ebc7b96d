import { page } from "fresh";
import { Head } from "fresh/runtime";
import { define } from "@/lib/define.ts";
import { errorPageHeaders } from "@/lib/http/responses.ts";
import { ErrorPage } from "@/lib/page/ErrorPage.tsx";

export const handler = define.handlers((ctx) => page(undefined, { status: 500, headers: errorPageHeaders(ctx.state) }));

export default define.page(function LoggedError({ state }) {
  return (
    <>
      <Head>
        <title>Something broke: Pawkit</title>
      </Head>
      <ErrorPage status={500} title="Something broke">
        The fault is ours and has been written down. Please try again in a moment, or tell the operator this id:{" "}
        <code>{state.requestId}</code>
      </ErrorPage>
    </>
  );
});

import { page } from "fresh";
import { Head } from "fresh/runtime";
import { define } from "@/lib/define.ts";
import { errorPageHeaders } from "@/lib/http/responses.ts";
import { ErrorPage } from "@/lib/page/ErrorPage.tsx";

export const handler = define.handlers((ctx) => page(undefined, { status: 404, headers: errorPageHeaders(ctx.state) }));

export default define.page(function NotFound() {
  return (
    <>
      <Head>
        <title>Nothing here: Pawkit</title>
      </Head>
      <ErrorPage status={404} title="Nothing here">
        This address leads nowhere. <a href="/">The front page</a> lists every one that does, and{" "}
        <a href="/api">/api</a> tells programs.
      </ErrorPage>
    </>
  );
});

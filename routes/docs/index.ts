import { define } from "@/lib/define.ts";
import { respondWithDocument } from "@/lib/page/docs/document_page.tsx";

export const handler = define.handlers({
  GET: (ctx) => respondWithDocument(ctx, ctx.state.services, ""),
});

import { HttpError } from "fresh";
import { define } from "@/lib/define.ts";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { respondWithDocument } from "@/lib/page/docs/document_page.tsx";

export const handler = define.handlers({
  GET(ctx) {
    const { page = "" } = ctx.params;
    if (!Object.hasOwn(DOCUMENTS, page)) throw new HttpError(404);
    return respondWithDocument(ctx, ctx.state.services, page);
  },
});

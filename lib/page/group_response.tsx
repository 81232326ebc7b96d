import type { AnimalKind } from "@pawkit/animals";
import { parseGroup, toGroupPath } from "@/lib/content/group.ts";
import {
  chargeMembers,
  chooseGroupForm,
  parseGroupQuery,
  respondWithGroupForm,
  toGroupCaching,
} from "@/lib/content/group_response.ts";
import type { ContentServices } from "@/lib/content/picture_response.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { respondWithText } from "@/lib/http/reusable_response.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import { PAGE_OPTIONS, type PageContext, renderPage } from "@/lib/page/render_page.ts";
import { toShownAnimal } from "@/lib/page/shown_animals.ts";

/** The path of a group. */
export interface GroupAddress {
  readonly kind: AnimalKind;
  /** The segment after the kind, with its escapes. */
  readonly segment: string;
}

/**
 * Responds to the path of a group, in the form that it or its caller asks for.
 *
 * @throws {ApiError} `invalid_parameter`, `unknown_type`, `not_found`, or an error of a drawing.
 */
export async function respondWithGroup(
  ctx: PageContext,
  services: ContentServices,
  { kind, segment }: GroupAddress,
): Promise<Response> {
  const group = parseGroup(kind, segment);
  const form = chooseGroupForm(ctx.req, group);
  const variant = parseGroupQuery({ ...group, form }, readQuery(ctx.req));
  if (form !== "html") return await respondWithGroupForm(ctx, services, { ...group, form, variant });
  chargeMembers(ctx, group);
  const { GroupPage } = await import("@/lib/page/GroupPage.tsx");
  const members = group.members.map((member) => toShownAnimal(services.content, member, variant));
  const page = { path: toGroupPath(group), members, variant, origin: publicOrigin(ctx, services.config) };
  const html = await renderPage(ctx, <GroupPage {...page} />);
  const { cache, headers } = toGroupCaching(group, services, true);
  const options = { ...PAGE_OPTIONS, cache, headers: { ...PAGE_OPTIONS.headers, ...headers } };
  return await respondWithText(ctx, html, options);
}

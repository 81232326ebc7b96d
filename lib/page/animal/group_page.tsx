import { type AnimalAddress, parseGroupRequest } from "@/lib/content/animal_request.ts";
import { chargeMembers, respondWithGroupForm, toGroupCaching } from "@/lib/content/group_response.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { type PageContext, type PageServices, respondWithPage } from "@/lib/page/layout/render_page.ts";
import { toShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/**
 * Responds to the path of a group, in the form that it or its caller asks for.
 *
 * @throws {ApiError} `invalid_parameter`, `unknown_type`, `not_found`, or an error of a drawing.
 */
export async function respondWithGroup(
  ctx: PageContext,
  services: PageServices,
  address: AnimalAddress,
): Promise<Response> {
  const { variant, form, ...group } = parseGroupRequest(ctx.req, address);
  if (form !== "html") return await respondWithGroupForm(ctx, services, { ...group, form, variant });
  chargeMembers(ctx, group);
  const { GroupPage } = await import("@/lib/page/animal/GroupPage.tsx");
  const members = group.members.map((member) => toShownAnimal(services.content, member, variant));
  const { config } = services;
  const page = { kind: group.kind, members, variant, origin: publicOrigin(ctx, config), links: config };
  return await respondWithPage(ctx, <GroupPage {...page} />, toGroupCaching(group, services, true));
}

import { chargeMembers, type GroupFormRequest, toGroupCaching } from "@/lib/content/named/group_response.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { type PageContext, type PageServices, respondWithPage } from "@/lib/page/layout/render_page.ts";
import { toShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/** Responds with the page of a group. */
export async function respondWithGroupPage(
  ctx: PageContext,
  services: PageServices,
  { variant, ...group }: Omit<GroupFormRequest, "form">,
): Promise<Response> {
  chargeMembers(ctx, group);
  const { GroupPage } = await import("@/lib/page/animal/GroupPage.tsx");
  const members = group.members.map((member) => toShownAnimal(services.content, member, variant));
  const { config } = services;
  const page = { kind: group.kind, members, variant, origin: publicOrigin(ctx, config), links: config };
  return await respondWithPage(ctx, <GroupPage {...page} />, toGroupCaching(group, services, true));
}

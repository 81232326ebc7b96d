import { type Form, toFormAddress } from "@/lib/content/named/form_address.ts";
import { type GroupPath, memberKindsOf, toGroupPath } from "@/lib/content/named/group.ts";
import type { Content } from "@/lib/content/mod.ts";
import { FORMS } from "@/lib/content/named/named_animal.ts";
import {
  assertNamedParameters,
  assertNoTextParameters,
  toMovingAddress,
} from "@/lib/content/named/named_parameters.ts";
import { chooseForm, toCaching, toParentItem } from "@/lib/content/named/named_response.ts";
import { GROUP_PARAMETERS, PICTURE_TYPES, TYPE_PARAMETERS } from "@/lib/content/parameters.ts";
import { toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";
import { type ContentServices, respondWithFound } from "@/lib/content/drawings/picture_response.ts";
import type { FoundPicture } from "@/lib/content/drawings/pictures.ts";
import { assertMovable, parseGroupVariant, type PictureVariant, toSuffix } from "@/lib/content/drawings/variant.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { respond, toSuccessBody } from "@/lib/http/responses.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

/** A form of a group. It has no text: twelve pictures do not fit into a terminal. */
export type GroupForm = Exclude<Form, "txt">;

const GROUP_FORMS = FORMS.filter((form) => form !== "txt");

/** A group in one of its forms. */
export interface GroupRequest extends GroupPath {
  readonly form: GroupForm;
}

/**
 * Returns the form that the path of a group or, without an extension, its caller asks for. Where an animal would be
 * text, a group is JSON.
 *
 * @throws {ApiError} `unknown_type` with the extensions that exist, `invalid_parameter` for a text.
 */
export function chooseGroupForm(req: Request, group: GroupPath): GroupForm {
  const { members, extension } = group;
  if (extension === "txt") {
    const value = `${members.map(({ name }) => name).join(",")}.txt`;
    const suggestion = toFormAddress({ path: toGroupPath(group), form: "png" }, readQuery(req));
    throw invalidParameterError("name", value, 'must not end in ".txt", because a group has no text', { suggestion });
  }
  if (extension !== undefined) return parseSegment(extension, GROUP_FORMS);
  const form = chooseForm(req, undefined);
  return form === "txt" ? "json" : form;
}

/**
 * Reads the query of a group: how each tile is drawn.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values, or with the right address.
 */
export function parseGroupQuery({ form, ...group }: GroupRequest, query: URLSearchParams): PictureVariant {
  assertNamedParameters({ ...group, form, path: toGroupPath(group), forms: GROUP_FORMS }, query);
  assertNoTextParameters(query);
  const chosen = PICTURE_TYPES.find((type) => type === form);
  const type = chosen ?? (form === "json" ? parseValues(query, TYPE_PARAMETERS).type : "png");
  const variant = parseGroupVariant(query, { kinds: memberKindsOf(group), type });
  if (variant.motion) assertMovable(variant, toMovingAddress(toGroupPath(group), form, query));
  return variant;
}

/** Finds the picture of a group; `undefined` if the operator has pictures of one of its kinds. */
export async function findGroupPicture(
  { members }: Pick<GroupPath, "members">,
  variant: PictureVariant,
  content: Content,
): Promise<FoundPicture | undefined> {
  const animals = members.map((member) => content.pickNamed(member));
  const drawn = animals.filter((animal) => "id" in animal);
  return drawn.length < animals.length ? undefined : await content.pictures.findGroup(drawn, variant);
}

/** A group that is sent in a form, and how its tiles are drawn. */
export interface GroupFormRequest extends GroupRequest {
  readonly form: Exclude<GroupForm, "html">;
  readonly variant: PictureVariant;
}

/**
 * Responds with a group in a form that is not its page.
 *
 * @throws {ApiError} `not_found` if the group has no picture; an error of a drawing.
 */
export async function respondWithGroupForm(
  ctx: HttpContext,
  services: ContentServices,
  request: GroupFormRequest,
): Promise<Response> {
  const { form, variant } = request;
  if (form === "json") return respondWithGroupJson(ctx, services, request);
  if (form === "svg") chargeMembers(ctx, request);
  const picture = await findGroupPicture(request, variant, services.content);
  if (picture === undefined) throw noGroupPictureError();
  return await respondWithFound(ctx, services, picture, toGroupCaching(request, services, false));
}

/** Charges a point for each animal, because the main thread draws or describes each. The first one is paid. */
export function chargeMembers({ state }: HttpContext, { members }: Pick<GroupPath, "members">): void {
  state.extraPoints += members.length - 1;
}

/** Returns how a form of a group may be cached, like that of a named animal. */
export function toGroupCaching(
  group: GroupPath,
  services: ContentServices,
  hasOrigin: boolean,
): ReturnType<typeof toCaching> {
  return toCaching({ ...group, kinds: memberKindsOf(group) }, services, hasOrigin);
}

function respondWithGroupJson(ctx: HttpContext, services: ContentServices, group: GroupFormRequest): Response {
  chargeMembers(ctx, group);
  const { config, content } = services;
  const { kind, members, variant } = group;
  const origin = publicOrigin(ctx, config);
  const animals = members.map((member) => content.pickNamed(member));
  const isDrawn = animals.every((animal) => "id" in animal);
  const items = members.map(({ kind, name, parents }, index) => {
    const item = toAnimalItem(animals[index]!, { origin, variant });
    const family = parents?.map((parent) => toParentItem(services, { kind, name: parent }, { origin, variant }));
    return { kind, name, ...item, parents: family };
  });
  // Without a picture, it is the URL of the page.
  const suffix = isDrawn ? toSuffix(variant, GROUP_PARAMETERS.size.fallback) : "";
  const message = origin + toGroupPath(group) + suffix;
  const fields = { info: { category: "animals", endpoint: kind }, message, items };
  // Programs show it in terminals, which obey some characters of names. To a program the text is the same.
  const body = escapeUnsafe(toSuccessBody(fields));
  return respond(ctx, body, { type: "application/json", ...toGroupCaching(group, services, true) });
}

function noGroupPictureError(): ApiError {
  const reason = "the operator has own pictures of its animals, which are not drawn side by side";
  return new ApiError("not_found", `Cannot draw the group: ${reason}; ".json" lists the picture of each`);
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import {
  answerPartnerForm,
  partnerPage,
  requirePartners,
} from "#app/domains/edi/partner/partners/partners.server.ts";
import { PartnerScreen } from "#app/domains/edi/partner/views/PartnerScreen.tsx";
import { marketplaceChoices } from "#app/stores/api.server.ts";

export const meta: MetaFunction = () => [{ title: "EDI partner" }];

async function partnerOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const user = await requireMay(request, "edi");
  await requirePartners(user);
  return { user, id: params.partnerId, stores: () => marketplaceChoices(user) };
}

export async function loader(args: LoaderFunctionArgs) {
  return partnerPage(await partnerOf(args));
}

export async function action(args: ActionFunctionArgs) {
  return answerPartnerForm(await partnerOf(args));
}

export default function Partner() {
  const opened = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>() ?? opened;
  return <PartnerScreen page={page} saving={useNavigation().state !== "idle"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

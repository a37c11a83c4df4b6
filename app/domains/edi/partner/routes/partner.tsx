import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireUser } from "#app/auth/guard.server.ts";
import { answerPartnerForm, partnerPage, requirePartners } from "#app/domains/edi/partner/partners.server.ts";
import { PartnerScreen } from "#app/domains/edi/partner/views/PartnerScreen.tsx";

export const meta: MetaFunction = () => [{ title: "EDI partner" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  await requirePartners(user);
  return partnerPage(user, params.partnerId ?? "");
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request);
  await requirePartners(user);
  return answerPartnerForm(user, params.partnerId ?? "");
}

export default function Partner() {
  const opened = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>() ?? opened;
  return <PartnerScreen page={page} saving={useNavigation().state !== "idle"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

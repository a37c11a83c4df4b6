import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireUser } from "#app/auth/guard.server.ts";
import { answerDeed, openDeed } from "#app/domains/actions/confirm.server.ts";
import { gapPage, requireGaps } from "#app/domains/edi/partner/gap.server.ts";
import { EdiDeedDialog } from "#app/domains/edi/partner/views/EdiDeedDialog.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  await requireGaps(user);
  return openDeed(gapPage(user), request);
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request);
  await requireGaps(user);
  return answerDeed(gapPage(user), request);
}

export default function Gap() {
  const opened = useLoaderData<typeof loader>();
  const { dialog } = useActionData<typeof action>() ?? opened;
  return <EdiDeedDialog deed={dialog} submitting={useNavigation().state !== "idle"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answerCheckedFile, checkedFile, requireCheck } from "#app/domains/edi/partner/check/check.server.ts";
import { CheckedFileScreen } from "#app/domains/edi/partner/views/CheckedFileScreen.tsx";

export const meta: MetaFunction = () => [{ title: "Check of a file · EDI (Myer)" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return checkedFile(await requireCheck(request), params.fileId ?? "");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerCheckedFile(await requireCheck(request), params.fileId ?? "");
}

export default function CheckedFile() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? opened;
  return <CheckedFileScreen shown={answer} submitting={useNavigation().state !== "idle"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

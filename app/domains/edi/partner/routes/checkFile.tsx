import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { answerCheckForm, checkForm, requireCheck } from "#app/domains/edi/partner/check/checkForm.server.ts";
import { CheckFormScreen } from "#app/domains/edi/partner/views/CheckFormScreen.tsx";

export const meta: MetaFunction = () => [{ title: "Check a file · EDI (Myer)" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "edi.takeIn");
  await requireCheck(user);
  return checkForm(user);
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireMay(request, "edi.takeIn");
  await requireCheck(user);
  return answerCheckForm(user);
}

export default function CheckFile() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? opened;
  return <CheckFormScreen form={answer} reading={useNavigation().state !== "idle"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

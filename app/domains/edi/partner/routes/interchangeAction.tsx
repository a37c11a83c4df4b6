import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireUser } from "#app/auth/guard.server.ts";
import { answerEdiConfirm, openEdiConfirm, requireEdiAction } from "#app/domains/edi/confirm.server.ts";
import { interchangeActionPage } from "#app/domains/edi/partner/pages.server.ts";
import { ConfirmEdiAction } from "#app/domains/edi/views/ConfirmEdiAction.tsx";

async function open({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const user = await requireUser(request);
  requireEdiAction(request, params.action);
  return interchangeActionPage(user, request, params.interchangeId ?? "");
}

export async function loader(args: LoaderFunctionArgs) {
  const page = await open(args);
  return { dialog: await openEdiConfirm(page, args.request), closeTo: page.closeTo };
}

export async function action(args: ActionFunctionArgs) {
  return answerEdiConfirm(await open(args), args.request);
}

export default function InterchangeAction() {
  const { dialog, closeTo } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const submitting = useNavigation().state !== "idle";
  return <ConfirmEdiAction dialog={answered ?? dialog} closeTo={closeTo} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answerExoConfirm, openExoConfirm } from "#app/domains/exos/confirm.server.ts";
import { exoActionPage } from "#app/domains/exos/pages.server.ts";
import { exosOf } from "#app/domains/exos/scope.server.ts";
import { ConfirmExoAction } from "#app/domains/exos/views/ConfirmExoAction.tsx";

async function open(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { exoId = "", action = "" } = args.params;
  return exoActionPage(await exosOf(args), args.request, exoId, action);
}

export async function loader(args: LoaderFunctionArgs) {
  const page = await open(args);
  return { dialog: await openExoConfirm(page, args.request), closeTo: page.closeTo };
}

export async function action(args: ActionFunctionArgs) {
  return answerExoConfirm(await open(args), args.request);
}

export default function ExoAction() {
  const { dialog, closeTo } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const submitting = useNavigation().state !== "idle";
  return <ConfirmExoAction dialog={answered ?? dialog} closeTo={closeTo} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

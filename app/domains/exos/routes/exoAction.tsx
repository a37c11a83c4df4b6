import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answerDeed, openDeed } from "#app/domains/actions/confirm.server.ts";
import { DeedDialog } from "#app/domains/actions/views/DeedDialog.tsx";
import { exoActionPage } from "#app/domains/exos/pages.server.ts";
import { exosOf } from "#app/domains/exos/scope.server.ts";

async function pageOf(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { exoId = "", action = "" } = args.params;
  return exoActionPage(await exosOf(args), args.request, exoId, action);
}

export async function loader(args: LoaderFunctionArgs) {
  return openDeed(await pageOf(args), args.request);
}

export async function action(args: ActionFunctionArgs) {
  return answerDeed(await pageOf(args), args.request);
}

export default function ExoAction() {
  const opened = useLoaderData<typeof loader>();
  const { dialog } = useActionData<typeof action>() ?? opened;
  return <DeedDialog deed={dialog} submitting={useNavigation().state !== "idle"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

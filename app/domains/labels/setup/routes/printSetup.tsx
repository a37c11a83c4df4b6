import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { signingPair } from "#app/domains/labels/bridge/certificate.server.ts";
import { printSetupPath } from "#app/domains/labels/bridge/paths.ts";
import { readLabelSettings } from "#app/domains/labels/settings.server.ts";
import { readProofs, saveProof } from "#app/domains/labels/setup/proofs.server.ts";
import { SetupScreen } from "#app/domains/labels/setup/views/SetupScreen.tsx";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Set up printing · ${data.storeName}` : "Set up printing" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { store } = await requireStorePage(request, params.alias, "printlabel");
  return {
    alias: store.storeAlias,
    storeName: store.storeName,
    hasCertificate: !("why" in (await signingPair())),
    settings: await readLabelSettings(request),
    proofs: await readProofs(request),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { store } = await requireStorePage(request, params.alias, "printlabel");
  return saveProof(request, printSetupPath(store.storeAlias));
}

export default function PrintSetup() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return <SetupScreen {...screen} answer={useActionData<typeof action>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { readForm } from "#app/core/http/forms/read.ts";
import { once, tokens } from "#app/core/http/once.server.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { TextField } from "#app/core/ui/fields/fields.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { Table } from "#app/core/ui/lists/Table.tsx";
import { Page, storeTitle } from "#app/core/ui/shell/Page.tsx";
import { labelsPath, stationPath, stationsPath, stationWorkPath } from "../../paths.ts";
import { requireOwnForm } from "../guard.server.ts";
import { maxStations } from "../queue.ts";
import { maxStationNameLength, openStationForm } from "../station.ts";
import { stations } from "../stations.server.ts";
import { toStationView } from "../stationView.ts";
import { PresenceBadge } from "../views/PresenceBadge.tsx";

export const meta = storeTitle("Print stations");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "printlabel");
  const now = Date.now();
  const found = await stations.list(store.storeAlias);
  return {
    alias: store.storeAlias,
    storeName: store.storeName,
    stations: found.map((one) => toStationView(one, now)),
    token: tokens.make(user),
    // The module of the form that checks it is larger than this page.
    maxNameLength: maxStationNameLength,
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "printlabel");
  const { form, token } = await requireOwnForm(request, user);
  const submission = readForm(form, openStationForm);
  const typed = String(form.get("name") ?? "");
  const refuse = (errors: string[]) => data({ typed, errors }, { status: 400 });
  if (submission.status !== "success") return refuse(submission.error?.name ?? ["Enter a name."]);
  const alias = store.storeAlias;
  const { name } = submission.value;
  const { outcome } = await once(user, token, async () => {
    const opened = await stations.open(alias, name);
    return { id: opened?.id ?? "" };
  });
  const whyNot = `There is a station of that name already, or ${maxStations} stations, which is the most.`;
  if (outcome.id === "") return refuse([whyNot]);
  return redirectWithFlash(request, stationWorkPath(alias, outcome.id), `${name} is a print station now.`);
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

/** The print stations of a store, and the form that opens another (labels#stations). */
export default function PrintStations() {
  const { alias, stations, token, maxNameLength } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page
      title="Print stations"
      subtitle="A workstation with a label printer prints for every other device."
      actions={<LinkButton href={labelsPath(alias)}>Back to Print Label</LinkButton>}
    >
      <Table
        caption="Print stations"
        rows={stations}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "name",
            header: "Station",
            narrow: "title",
            cell: ({ id, name }) => <a href={stationPath(alias, id)}>{name}</a>,
          },
          { key: "state", header: "State", cell: (station) => <PresenceBadge station={station} /> },
          { key: "printer", header: "Printer", cell: ({ printer }) => printer || "–" },
          { key: "waiting", header: "Waiting", align: "end", cell: ({ waiting }) => waiting },
          {
            key: "scan",
            header: "Scan",
            headerHidden: true,
            cell: ({ id, name }) => (
              <LinkButton href={labelsPath(alias, { station: id })} aria-label={`Scan for ${name}`}>
                Scan here
              </LinkButton>
            ),
          },
        ]}
        empty={<EmptyState title="No print station yet: open one on the workstation that has the printer." />}
      />
      <Card title="Make this workstation a station">
        <Form method="post" action={stationsPath(alias)} className="space-y-3" autoComplete="off">
          <input type="hidden" name="token" value={token} />
          <TextField
            label="Name"
            name="name"
            defaultValue={answer?.typed ?? ""}
            maxLength={maxNameLength}
            required
            help="What people call the place, for example Dock Zebra."
            errors={answer?.errors}
          />
          <Button type="submit" variant="primary">
            Open the station
          </Button>
          <p className="text-xs text-ink-soft">
            The page that opens then works for as long as it stays open. It needs scripting and the print
            service; those who print there need neither.
          </p>
        </Form>
      </Card>
    </Page>
  );
}

import { Form } from "@remix-run/react";
import { labelsPath } from "#app/domains/labels/paths.ts";
import { Button, LinkButton } from "#app/ui/elements.tsx";
import { TextField } from "#app/ui/fields/fields.tsx";
import { EmptyState } from "#app/ui/lists/EmptyList.tsx";
import { Table } from "#app/ui/lists/Table.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { stationPath, stationScanPath, stationsPath } from "../paths.ts";
import type { ShownStation } from "../shown.ts";
import { maxStationNameLength } from "../station.ts";
import { PresenceBadge } from "./PresenceBadge.tsx";

type Props = {
  alias: string;
  stations: ShownStation[];
  token: string;
  answer: { typed: string; errors: string[] } | undefined;
};

/** The print stations of a store, and the form that opens another (labels#stations). */
export function StationsScreen({ alias, stations, token, answer }: Props) {
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
              <LinkButton href={stationScanPath(alias, id)} aria-label={`Scan for ${name}`}>
                Scan here
              </LinkButton>
            ),
          },
        ]}
        empty={<EmptyState title="No print station yet: open one on the workstation that has the printer." />}
      />
      <section className="card" aria-labelledby="open-station">
        <header className="card-head">
          <h2 id="open-station">Make this workstation a station</h2>
        </header>
        <Form method="post" action={stationsPath(alias)} className="space-y-3" autoComplete="off">
          <input type="hidden" name="token" value={token} />
          <TextField
            label="Name"
            name="name"
            defaultValue={answer?.typed ?? ""}
            maxLength={maxStationNameLength}
            required
            help="What people call the place, for example Dock Zebra."
            {...(answer ? { errors: answer.errors } : {})}
          />
          <Button type="submit" variant="primary">
            Open the station
          </Button>
          <p className="text-sm text-ink-soft">
            The page that opens then works for as long as it stays open. It needs scripting and the print
            service; those who print there need neither.
          </p>
        </Form>
      </section>
    </Page>
  );
}

import { Form } from "@remix-run/react";
import { Button } from "#app/ui/Button.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { EmptyState } from "#app/ui/lists/EmptyList.tsx";
import { Table } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { plural } from "#app/values/values.ts";
import { stationPath } from "../paths.ts";
import { commandWords, type JobView, jobWords, type StationView } from "../shown.ts";

type Props = { alias: string; station: StationView; jobs: JobView[]; token: string };

/** The labels of a station with the commands for each. */
export function StationQueue({ alias, station, jobs, token }: Props) {
  const action = stationPath(alias, station.id);
  return (
    <>
      {station.doubtful > 0 && (
        <p className="text-attention">
          {plural(station.doubtful, "label", "labels")} may have been printed. Look at the printer: nothing is
          printed twice by itself.
        </p>
      )}
      <Table
        caption={`Labels of ${station.name}`}
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "label",
            header: "Label",
            narrow: "title",
            cell: ({ title, copies, barcode, price }) => (
              <>
                {title}
                {copies > 1 && ` × ${copies}`}
                <span className="block text-sm text-ink-soft">
                  {[barcode, price && `$${price}`].filter(Boolean).join(" · ")}
                </span>
              </>
            ),
          },
          {
            key: "state",
            header: "State",
            cell: ({ state, reason }) => (
              <>
                <StatusBadge tone={jobWords[state].tone}>{jobWords[state].label}</StatusBadge>
                {reason && <span className="block break-words text-sm text-ink-soft">{reason}</span>}
              </>
            ),
          },
          {
            key: "by",
            header: "Asked for",
            cell: ({ by, askedAt }) => (
              <>
                {by} <DateTime at={new Date(askedAt).toISOString()} />
              </>
            ),
          },
          {
            key: "actions",
            header: "What to do",
            headerHidden: true,
            cell: ({ id, title, commands }) =>
              commands.length > 0 && (
                <Form method="post" action={action} preventScrollReset className="flex flex-wrap gap-2">
                  <input type="hidden" name="token" value={token} />
                  <input type="hidden" name="job" value={id} />
                  {commands.map((command) => (
                    <Button
                      key={command}
                      type="submit"
                      name="intent"
                      value={command}
                      aria-label={`${commandWords[command]}: ${title}`}
                    >
                      {commandWords[command]}
                    </Button>
                  ))}
                </Form>
              ),
          },
        ]}
        empty={<EmptyState title="No labels yet." />}
      />
    </>
  );
}

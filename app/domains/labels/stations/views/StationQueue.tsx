import { Form } from "@remix-run/react";
import { Button } from "#app/ui/Button.tsx";
import { StatusBadge } from "#app/ui/feedback/StatusBadge.tsx";
import { EmptyState } from "#app/ui/lists/EmptyState.tsx";
import { Table } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { plural } from "#app/values/show.ts";
import { stationPath } from "../paths.ts";
import { deedWords, jobWords, type ShownJob, type ShownStation } from "../shown.ts";

type Props = { alias: string; station: ShownStation; jobs: ShownJob[]; token: string };

/** The labels of a station, and what a person can do with each. */
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
                <StatusBadge tone={jobWords[state].tone}>{jobWords[state].words}</StatusBadge>
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
            key: "deeds",
            header: "What to do",
            headerHidden: true,
            cell: ({ id, title, deeds }) =>
              deeds.length > 0 && (
                <Form method="post" action={action} preventScrollReset className="flex flex-wrap gap-2">
                  <input type="hidden" name="token" value={token} />
                  <input type="hidden" name="job" value={id} />
                  {deeds.map((deed) => (
                    <Button
                      key={deed}
                      type="submit"
                      name="intent"
                      value={deed}
                      aria-label={`${deedWords[deed]}: ${title}`}
                    >
                      {deedWords[deed]}
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

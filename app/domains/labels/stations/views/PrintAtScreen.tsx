import { Form } from "@remix-run/react";
import { Button, LinkButton } from "#app/ui/elements.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { stationsPath } from "../paths.ts";
import type { ShownStation } from "../shown.ts";
import { PresenceBadge } from "./PresenceBadge.tsx";

type Props = {
  alias: string;
  /** The URL of this page, with everything to print. */
  here: string;
  backHref: string;
  labels: { title: string; copies: number; price: string }[];
  /** The number of labels in words. */
  count: string;
  missing: string[];
  stations: ShownStation[];
  token: string;
  problem: string | undefined;
};

/** The requested labels, and the stations that can print them. */
export function PrintAtScreen(props: Props) {
  const { alias, here, backHref, labels, count, missing, stations, token, problem } = props;
  return (
    <Page
      title="Print at a station"
      subtitle={labels.length > 0 ? count : undefined}
      actions={<LinkButton href={backHref}>Back to Print Label</LinkButton>}
    >
      {problem && <Notice tone="attention">{problem}</Notice>}
      {labels.length === 0 ? (
        <p>{missing.join(" ")}</p>
      ) : (
        <>
          <section className="card" aria-label="Stations">
            {stations.length === 0 && (
              <p>
                This store has no print station. <a href={stationsPath(alias)}>Open one</a> on a workstation
                with a label printer.
              </p>
            )}
            <Form method="post" action={here}>
              <input type="hidden" name="token" value={token} />
              <ul className="space-y-3">
                {stations.map((station) => (
                  <li key={station.id} className="flex flex-wrap items-center gap-3">
                    <Button type="submit" name="station" value={station.id} variant="primary">
                      {`Print at ${station.name}`}
                    </Button>
                    <PresenceBadge station={station} />
                  </li>
                ))}
              </ul>
            </Form>
          </section>
          <section className="card" aria-labelledby="asked-labels">
            <header className="card-head">
              <h2 id="asked-labels">What is printed</h2>
            </header>
            <ul>
              {labels.map(({ title, copies, price }) => (
                <li key={`${title} ${price}`}>
                  {title} × {copies}
                  {price && `, $${price}`}
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </Page>
  );
}

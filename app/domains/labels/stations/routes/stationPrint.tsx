import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { requireForm } from "#app/core/http/forms/read.ts";
import { once, tokens } from "#app/core/http/once.server.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { Page, storeTitle } from "#app/core/ui/shell/Page.tsx";
import { handOver, requireSet } from "../../batches.server.ts";
import { pricesOf } from "../../jobs.ts";
import { labelsPath, outputHref, stationPath, stationPrintPath, stationsPath } from "../../paths.ts";
import { printFactsOf } from "../../picture.server.ts";
import { Notices } from "../../views/Notices.tsx";
import { requireOwnForm } from "../guard.server.ts";
import { fullText } from "../queue.ts";
import { chooseStationForm } from "../station.ts";
import { stations } from "../stations.server.ts";
import { fateAt, labelsOf, paperOf, toStationView } from "../stationView.ts";
import { PresenceBadge } from "../views/PresenceBadge.tsx";

export const meta = storeTitle("Print at a station");

export async function loader(args: LoaderFunctionArgs) {
  const { workstation, alias, state, set, jobs, missing, station } = await requireSet(args);
  const { user, store } = workstation;
  const found = (await stations.list(alias)).filter(({ id }) => id !== station.id);
  const now = Date.now();
  return {
    alias,
    storeName: store.storeName,
    here: outputHref(stationPrintPath(alias), state, set),
    backHref: labelsPath(alias, state),
    labels: jobs.map(({ label, title }) => ({
      ...{ title, copies: label.copies, price: label.price },
      notices: [...new Set(found.flatMap((one) => printFactsOf(label, paperOf(one)).notices))],
    })),
    prices: pricesOf(jobs),
    count: labelsOf(jobs),
    missing,
    stations: found.map((one) => toStationView(one, now)),
    token: tokens.make(user),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const at = await requireSet(args);
  const { alias, state, jobs, missing, batch, by } = at;
  const { user } = at.workstation;
  const { form, token } = await requireOwnForm(request, user);
  const station = await stations.read(alias, requireForm(form, chooseStationForm).station);
  const refuse = (problem: string, status: number) => data({ problem, token: tokens.make(user) }, { status });
  if (!station) return refuse("That station has ended. Choose another one.", 404);
  if (jobs.length === 0) return refuse(missing.join(" "), 400);
  const since = "since this page was opened";
  if (form.get("prices") !== pricesOf(jobs))
    return refuse(`Nothing was sent: prices have changed ${since}. Press again to print the new ones.`, 200);
  const { outcome } = await once(user, token, async () => {
    if (!batch) return { isTaken: (await stations.print(alias, station.id, jobs, { by })) !== undefined };
    const { isTaken } = await handOver(at, state, batch, { name: token, to: station.id });
    return isTaken === undefined ? { isTaken: false, isChanged: true } : { isTaken };
  });
  if (outcome.isChanged)
    return refuse(`Nothing was sent: the batch has changed ${since}. Look, and press again.`, 409);
  if (!outcome.isTaken) return refuse(fullText, 409);
  const view = toStationView(station, Date.now());
  return redirectWithFlash(request, labelsPath(alias, state), [
    `${labelsOf(jobs)} handed to ${station.name}. ${fateAt(view)} `,
    { text: "See its queue", href: stationPath(alias, station.id) },
  ]);
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

export default function PrintAtStation() {
  const { alias, here, backHref, labels, prices, count, missing, stations, ...screen } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page
      title="Print at a station"
      subtitle={labels.length > 0 ? count : undefined}
      actions={<LinkButton href={backHref}>Back to Print Label</LinkButton>}
    >
      {answer && <Notice tone="attention">{answer.problem}</Notice>}
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
              <input type="hidden" name="token" value={answer?.token ?? screen.token} />
              <input type="hidden" name="prices" value={prices} />
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
          <Card title="What is printed">
            <ul>
              {labels.map(({ title, copies, price, notices }) => (
                <li key={`${title} ${price}`}>
                  {title} × {copies}
                  {price && `, $${price}`}
                  <Notices of={notices} />
                </li>
              ))}
            </ul>
            {missing.map((why) => (
              <p key={why} className="text-attention">
                Not printed: {why}
              </p>
            ))}
          </Card>
        </>
      )}
    </Page>
  );
}

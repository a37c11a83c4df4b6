import "../../views/labels.css";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigate, useSubmit } from "@remix-run/react";
import { useEffect } from "react";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { once, tokens } from "#app/http/once.server.ts";
import { entriesOf, type SearchSource } from "#app/search/search.ts";
import { Button } from "#app/ui/Button.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { plural } from "#app/values/values.ts";
import { isNothing, noRecordOf, readPrice } from "../../entry.ts";
import { previewLabels, priceText, quantityText, typedOver, wasBooks, wasNote } from "../../jobs.ts";
import { entryText } from "../../labelStates.ts";
import { sizeOfBarcode } from "../../model.ts";
import { stationPath, stationScanPath, stationScanSearch } from "../../paths.ts";
import { saidOf } from "../../picture.server.ts";
import {
  labelFilterSearch,
  labelProductSearch,
  quantityField,
  readLabelSearch,
  refusedBarcode,
  startingState,
} from "../../search.ts";
import { EntryField } from "../../views/EntryField.tsx";
import { Hidden } from "../../views/forms.tsx";
import { Notices } from "../../views/Notices.tsx";
import { MissedScans, ScanField, SoundSwitch, WasPicker } from "../../views/ScanField.tsx";
import { useScanner } from "../../views/useScanner.ts";
import { labelsAt, type Workstation } from "../../workstation.server.ts";
import { requireOwnForm, requireStation } from "../guard.server.ts";
import { fullText } from "../queue.ts";
import { fateAt, labelsOf, paperOf, presenceWords, toStationLines, toStationView } from "../shown.ts";
import type { Station } from "../station.ts";
import { stations } from "../stations.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Scan for ${data.station.name}` : "Scan for a station" },
];

/** The result of a scan: its product, the requested labels, or why there are none. */
async function scanned(workstation: Workstation, station: Station, from: SearchSource) {
  const { filter, quantities, price, free, was } = readLabelSearch(from);
  const { barcode } = filter;
  const nothing = (problem?: string) => ({ barcode, product: undefined, problem, jobs: [] });
  const refused = refusedBarcode(from);
  if (refused !== undefined || barcode === "") return nothing(refused);
  const state = {
    ...startingState,
    filter: { ...labelFilterSearch.every, barcode },
    ...{ quantities, price, free, was },
  };
  const { product, choice, sets, error } = await labelsAt(workstation, state);
  if (error) return nothing(`Not read: ${error.message}`);
  if (!product) return nothing(noRecordOf(barcode));
  const { jobs, missing } = sets.barcode;
  const size = sizeOfBarcode(product, barcode);
  const query = priceText(state, product);
  const over = typedOver(state, product);
  const shown = {
    name: product.name,
    detail: [product.colour, size?.size].filter(Boolean).join(", "),
    price: query,
    /** It prints once that is confirmed. */
    isNothing: isNothing(readPrice(query)),
    priceFrom: over === undefined ? (product.price.mark ?? product.price.from) : `was $${over}`,
    former: wasNote(product, was, query),
    books: wasBooks([product], was),
    /** Empty if the product has no such size. */
    sizeKey: size?.key ?? "",
    quantity: size ? quantityText(product, size, state, choice) : "",
    notices: previewLabels(product, state, choice).flatMap(
      ({ label }) => saidOf(label, paperOf(station)).notices,
    ),
  };
  return { barcode, product: shown, problem: jobs.length === 0 ? missing.join(" ") : undefined, jobs };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workstation, alias, station } = await requireStation({ request, params });
  const { each, was } = stationScanSearch.read(request.url);
  const { jobs: _, ...found } = await scanned(workstation, station, request.url);
  const [last] = toStationLines({ ...station, jobs: station.jobs.slice(-1) });
  const token = tokens.make(workstation.user);
  return { alias, station: toStationView(station, Date.now()), last, each, was, ...found, token };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { workstation, alias, station, by } = await requireStation({ request, params });
  const { user } = workstation;
  const { form, token } = await requireOwnForm(request, user);
  const query = [...entriesOf(form), ...entriesOf(request.url)];
  const { each, was } = stationScanSearch.read(query);
  const { jobs, problem, ...found } = await scanned(workstation, station, query);
  const refuse = (why: string, status: 400 | 409) =>
    data({ ...found, each, was, problem: why, token: tokens.make(user) }, { status });
  if (jobs.length === 0) return refuse(problem ?? "Scan a barcode.", 400);
  const { outcome } = await once(user, token, async () => ({
    isTaken: await stations.print(alias, station.id, jobs, { by }),
  }));
  if (!outcome.isTaken) return refuse(fullText, 409);
  const [first] = jobs;
  const handed = `${labelsOf(jobs)} of ${first?.title}, $${first?.label.price} handed to ${station.name}.`;
  const said = [handed, fateAt(toStationView(station, Date.now())), ...(found.product?.notices ?? [])];
  return redirectWithFlash(request, stationScanPath(alias, station.id, { each, was }), said.join(" "));
}

export default function ScanForStation() {
  return <ScanScreen {...useLoaderData<typeof loader>()} {...useActionData<typeof action>()} />;
}

type Props = ReturnType<typeof useLoaderData<typeof loader>>;

/** Scanning for a station on any device: field, last scan and button on one small screen. */
function ScanScreen({ alias, station, last, each, was, barcode, product, problem, token }: Props) {
  const { id, name } = station;
  const action = stationScanPath(alias, id, { each, was });
  const submit = useSubmit();
  const navigate = useNavigate();
  const scanner = useScanner({
    inTurn: each,
    page: token,
    onScan({ code }) {
      const query = { [labelFilterSearch.names.barcode]: code, token };
      if (each) submit(query, { method: "post", action });
      else navigate(stationScanPath(alias, id, { barcode: code, was }));
    },
    onLanded: () => problem,
  });
  const { waiting, missed, sounds, focusBarcode } = scanner;
  // After a press of the product's own button the next scan comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is another one after every answer.
  useEffect(focusBarcode, [token]);
  const former = was === "" ? [] : [[stationScanSearch.names.was, was] as const];
  const { words, tone } = presenceWords[station.presence];
  return (
    <div className="labels station-scan mx-auto max-w-xl p-2">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-lg font-semibold">Scan for {name}</h1>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </header>
      <ScanField
        scanner={scanner}
        form={
          each
            ? { method: "post", action, fields: [["token", token]] }
            : { method: "get", action, fields: former }
        }
        name={labelFilterSearch.names.barcode}
        lastCode={barcode}
        problem={scanner.problem ?? problem}
        button={each ? { label: "Print", variant: "primary" } : { label: "Scan", variant: "secondary" }}
      >
        {() => (
          <p className="text-ink-soft" role="status">
            {waiting > 0 && plural(waiting, "scan is waiting", "scans are waiting")}
          </p>
        )}
      </ScanField>
      <MissedScans title="Not printed" missed={missed} />
      {product && (
        <Form method="post" action={action} autoComplete="off" className="flex flex-col gap-2">
          <Hidden fields={Object.entries({ token, [labelFilterSearch.names.barcode]: barcode })} />
          <p>
            <strong>{product.name}</strong> {product.detail}
          </p>
          {product.sizeKey !== "" && (
            <div className="grid grid-cols-2 gap-2">
              <EntryField
                key={`${token} quantity`}
                kind="quantity"
                id="station-quantity"
                name={quantityField(product.sizeKey)}
                label="Quantity"
                value={product.quantity}
              />
              <EntryField
                key={`${token} price`}
                kind="price"
                id="station-price"
                name={labelProductSearch.names.price}
                label="Price ($)"
                value={product.price}
                helpId="station-price-from"
              />
            </div>
          )}
          <p id="station-price-from" className="text-sm text-ink-soft">
            {[product.priceFrom, product.former].filter(Boolean).join(" · ")}
          </p>
          <Notices of={product.notices} />
          {product.books.length > 0 && (
            <WasPicker key={`${token} was`} books={product.books} defaultValue={was} />
          )}
          <Button type="submit" variant="primary" className="w-full">
            {`Print at ${name}`}
          </Button>
          {product.isNothing && (
            <Button type="submit" name={labelProductSearch.names.free} value="1" className="w-full">
              Print $0.00
            </Button>
          )}
        </Form>
      )}
      <p className="station-last">
        {last ? (
          <>
            Last: {last.title} × {last.copies}, {entryText(last).label.toLowerCase()}.{" "}
          </>
        ) : (
          "Nothing was handed over yet. "
        )}
        <a href={stationPath(alias, id)}>{plural(station.waiting, "label waits", "labels wait")}</a>
      </p>
      {was !== "" && (
        <p>
          Labels show a former price from {was}.{" "}
          <a href={stationScanPath(alias, id, { each })}>Print without it</a>
        </p>
      )}
      <SoundSwitch {...sounds} />
      <p>
        <a href={stationScanPath(alias, id, { each: !each, was })}>
          {each ? "Look at each before it prints" : "Print with every scan"}
        </a>
      </p>
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

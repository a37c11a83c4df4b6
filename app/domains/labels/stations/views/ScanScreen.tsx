import "#app/domains/labels/views/labels.css";
import { Form, useNavigate, useSubmit } from "@remix-run/react";
import { useEffect } from "react";
import {
  labelFilterSearch,
  labelProductSearch,
  labelSetSearch,
  quantityField,
} from "#app/domains/labels/search.ts";
import { Hidden } from "#app/domains/labels/views/forms.tsx";
import { MissedScans, ScanField, SoundSwitch, WasPicker } from "#app/domains/labels/views/ScanField.tsx";
import { useScanner } from "#app/domains/labels/views/useScanner.ts";
import { Button } from "#app/ui/Button.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { plural } from "#app/values/values.ts";
import { entryText } from "../../labelStates.ts";
import { stationPath, stationScanPath, stationScanSearch } from "../paths.ts";
import { type LabelLine, presenceWords, type StationView } from "../shown.ts";

/** The scanned product with the content of its label; `sizeKey` is empty if the product has no such size. */
export type ScannedProduct = {
  name: string;
  detail: string;
  price: string;
  /** Its price is $0.00: it prints once that is confirmed. */
  isNothing: boolean;
  priceFrom: string;
  /** Note on the former price; empty if none is requested. */
  former: string;
  /** Price books to choose the former price from. */
  books: readonly string[];
  sizeKey: string;
  quantity: string;
  /** What can't be printed as it is. */
  notices: readonly string[];
};

type Props = {
  alias: string;
  station: StationView;
  /** The label last handed over. */
  last: LabelLine | undefined;
  each: boolean;
  /** The price book of former prices; empty for none. */
  was: string;
  barcode: string;
  product?: ScannedProduct;
  problem?: string | undefined;
  token: string;
};

/** Scanning for a station on any device: field, last scan and button on one small screen. */
export function ScanScreen(props: Props) {
  const { alias, station, last, each, was, barcode, product, problem, token } = props;
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
      <MissedScans title="Not printed" scans={missed.scans} dismiss={missed.dismiss} />
      {product && (
        <Form method="post" action={action} autoComplete="off" className="flex flex-col gap-2">
          <Hidden
            fields={Object.entries({
              token,
              [labelFilterSearch.names.barcode]: barcode,
              [labelSetSearch.names.labels]: "barcode",
            })}
          />
          <p>
            <strong>{product.name}</strong> {product.detail}
          </p>
          {product.sizeKey !== "" && (
            <div className="grid grid-cols-2 gap-2">
              <label className="field">
                Quantity
                <input
                  key={`${token} quantity`}
                  name={quantityField(product.sizeKey)}
                  defaultValue={product.quantity}
                  inputMode="numeric"
                  maxLength={3}
                />
              </label>
              <label className="field">
                Price ($)
                <input
                  key={`${token} price`}
                  name={labelProductSearch.names.price}
                  defaultValue={product.price}
                  inputMode="decimal"
                  maxLength={10}
                  aria-describedby="station-price"
                />
              </label>
            </div>
          )}
          <p id="station-price" className="text-sm text-ink-soft">
            {[product.priceFrom, product.former].filter(Boolean).join(" · ")}
          </p>
          {product.notices.map((notice) => (
            <p key={notice} className="text-attention">
              {notice}
            </p>
          ))}
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

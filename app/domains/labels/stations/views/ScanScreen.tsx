import "./stations.css";
import { Form } from "@remix-run/react";
import {
  labelFilterSearch,
  labelProductSearch,
  labelSetSearch,
  quantityField,
} from "#app/domains/labels/search.ts";
import { MissedScans, SoundSwitch, WasPicker } from "#app/domains/labels/views/ScanFeedback.tsx";
import { Button } from "#app/ui/Button.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { plural } from "#app/values/values.ts";
import { entryText } from "../../labelStates.ts";
import { stationPath, stationScanPath, stationScanSearch } from "../paths.ts";
import { type JobView, presenceWords, type StationView } from "../shown.ts";
import { useStationScans } from "./useStationScans.ts";

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
  last: JobView | undefined;
  each: boolean;
  /** The price book of former prices; empty for none. */
  was: string;
  barcode: string;
  product?: ScannedProduct;
  problem?: string | undefined;
  token: string;
};

// People arrive here with a scanner in hand.
const arrival = { autoFocus: true };

/** Scanning for a station on any device: field, last scan and button on one small screen. */
export function ScanScreen(props: Props) {
  const { alias, station, last, each, was, barcode, product, problem, token } = props;
  const { id, name } = station;
  const action = stationScanPath(alias, id, { each, was });
  const { field, waiting, onSubmit, sounds, missed } = useStationScans({
    ...{ action, each, token, problem },
  });
  const { words, tone } = presenceWords[station.presence];
  return (
    <div className="station-scan mx-auto flex max-w-xl flex-col gap-2 p-2">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-lg font-semibold">Scan for {name}</h1>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </header>
      <Form
        method={each ? "post" : "get"}
        action={action}
        autoComplete="off"
        className="field grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-1 [&>label]:col-span-full"
        onSubmit={onSubmit}
      >
        {each ? (
          <input type="hidden" name="token" value={token} />
        ) : (
          was !== "" && <input type="hidden" name={stationScanSearch.names.was} value={was} />
        )}
        <label htmlFor="station-barcode">Barcode</label>
        <input
          {...arrival}
          ref={field}
          id="station-barcode"
          name={labelFilterSearch.names.barcode}
          inputMode="numeric"
          placeholder={barcode}
          aria-describedby="station-said"
          required
        />
        <Button type="submit" variant={each ? "primary" : "secondary"}>
          {each ? "Print" : "Scan"}
        </Button>
      </Form>
      <p className="text-ink-soft" role="status">
        {waiting > 0 && plural(waiting, "scan is waiting", "scans are waiting")}
      </p>
      <p id="station-said" className="text-danger" role={problem ? "alert" : undefined}>
        {problem && (
          <>
            <Icon name="attention" /> {problem}
          </>
        )}
      </p>
      <MissedScans title="Not printed" scans={missed.scans} dismiss={missed.dismiss} />
      {product && (
        <Form method="post" action={action} autoComplete="off" className="flex flex-col gap-2">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name={labelFilterSearch.names.barcode} value={barcode} />
          <input type="hidden" name={labelSetSearch.names.labels} value="barcode" />
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

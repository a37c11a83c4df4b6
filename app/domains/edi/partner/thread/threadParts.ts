import type { ErrorView } from "#app/http/errorView.ts";
import type { Tone } from "#app/ui/feedback/Status.tsx";
import type { Moment } from "#app/values/values.ts";
import type { EdiInterchangeDetail, EdiOrderDetail, EdiReference } from "#contract/edi.ts";
import type { ArticleUnits, Ledger } from "./ledger.ts";

/** The Utopia order, from the orders domain. */
export type UtopiaOrder = {
  number: string;
  href: string;
  status: { label: string; tone: Tone };
  createdAt?: Moment;
  units: number;
  shipped: number;
  /** Shipped units by article code; undefined if a shipment's contents are unknown. */
  articles: ArticleUnits[] | undefined;
  shipments: { carrier: string; conNote: string; trackHref?: string; despatched?: Moment; units: number }[];
};

/** An EXO of the order, from the exchanges domain. */
export type ThreadExo = {
  name: string;
  href: string;
  displayState: { label: string; tone: Tone };
  createdAt?: Moment;
};

/** An interchange of the order: its reference and, if it could be read, the interchange itself. */
export type Related = {
  id: string;
  reference: EdiReference | undefined;
  interchange: EdiInterchangeDetail | undefined;
};

export type ThreadParts = {
  item: EdiOrderDetail;
  related: Related[];
  moreRelated: number;
  utopiaOrder: UtopiaOrder | undefined;
  exos: ThreadExo[];
  ledger: Ledger | undefined;
  /** The current time, in epoch milliseconds. */
  now: number;
  failures: { what: string; error: ErrorView }[];
};

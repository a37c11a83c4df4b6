import type { ErrorView } from "#app/http/errorView.ts";
import type { Tone } from "#app/ui/feedback/Status.tsx";
import type { Moment } from "#app/values/moment.ts";
import type { EdiInterchangeDetail, EdiOrderDetail, EdiReference } from "#contract/edi.ts";
import type { ArticleUnits, Ledger } from "./ledger.ts";

/** What the domain of the orders tells of the Utopia order. */
export type UtopiaOrder = {
  number: string;
  href: string;
  status: { label: string; tone: Tone };
  createdAt?: Moment;
  units: number;
  shipped: number;
  /** Shipped units by the article's code; undefined where a shipment's contents are not told. */
  articles: ArticleUnits[] | undefined;
  shipments: { carrier: string; conNote: string; trackHref?: string; despatched?: Moment; units: number }[];
};

/** What the domain of the exchanges tells of an EXO of the order. */
export type ThreadExo = {
  name: string;
  href: string;
  standing: { label: string; tone: Tone };
  createdAt?: Moment;
};

/** An interchange of the order: what the order says of it, and, where it could be read, the interchange itself. */
export type Related = {
  id: string;
  reference: EdiReference | undefined;
  interchange: EdiInterchangeDetail | undefined;
};

/** What a thread is made of. */
export type ThreadParts = {
  item: EdiOrderDetail;
  related: Related[];
  moreRelated: number;
  utopiaOrder: UtopiaOrder | undefined;
  exos: ThreadExo[];
  ledger: Ledger | undefined;
  /** The moment it is looked at, in epoch milliseconds. */
  now: number;
  failures: { what: string; error: ErrorView }[];
};

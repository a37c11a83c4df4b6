import { data, redirect } from "@remix-run/node";
import { attempt } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { orderHref } from "#app/core/stores/paths.ts";
import {
  formatUnits,
  type Moment,
  momentOf,
  plural,
  shorten,
  timeOf,
  toText,
} from "#app/core/values/values.ts";
import { acknowledgementOf, isOutstanding } from "#app/domains/edi/acknowledgement.ts";
import { toReasons, toUnavailable } from "#app/domains/edi/partner/detail/detail.ts";
import { ediOrderKind, interchangeKind } from "#app/domains/edi/partner/documents.server.ts";
import { type Due, dueOf } from "#app/domains/edi/partner/due.ts";
import { orderPartnerOf } from "#app/domains/edi/partner/offers.ts";
import {
  ediOrderPath,
  ediOrderSearch,
  ediOrdersPath,
  interchangePath,
  threadPath,
} from "#app/domains/edi/partner/paths.ts";
import { referenceLabel, targetOf } from "#app/domains/edi/partner/references.ts";
import { displayStateOf, streamStatesOf } from "#app/domains/edi/states.ts";
import type { EdiInterchangeDetail, EdiOrderDetail, EdiReference } from "#contract/edi.ts";
import { type Ledger, ledgerMessages, toLedger } from "./ledger.ts";
import {
  documentEvent,
  exoEvents,
  inOrder,
  interchangeEvents,
  type Related,
  type ThreadExo,
  type UtopiaOrder,
  updateEvents,
  utopiaEvents,
} from "./threadEvents.ts";

export type Neighbours = {
  utopiaOrder: (number: string) => Promise<UtopiaOrder | undefined>;
  exos: (number: string) => Promise<ThreadExo[]>;
};

const maxRelated = 24;

async function lookUp(user: User, id: string): Promise<EdiInterchangeDetail | undefined> {
  try {
    return (await interchangeKind.read(user, id)).item;
  } catch (problem) {
    if (problem instanceof ApiError && problem.view.code === 404) return undefined;
    throw problem;
  }
}

const inTurn = (related: readonly Related[]): EdiInterchangeDetail[] =>
  related
    .flatMap(({ interchange }) => (interchange ? [interchange] : []))
    .sort((a, b) => timeOf(momentOf(a.created_at)) - timeOf(momentOf(b.created_at)));

/** The thread of an EDI order; unreadable parts are named, and the rest is shown. */
export async function threadScreen(user: User, id: string, neighbours: Neighbours) {
  const read = await attempt(ediOrderKind.read(user, id));
  if (!read.ok) {
    const ways = { closeTo: ediOrdersPath(), here: threadPath(id) };
    const missing = { thread: undefined, missing: toUnavailable("order", id, read.error, ways) };
    return data(missing, { status: read.error.code === 404 ? 404 : 502 });
  }
  const { item } = read.value;
  const failures: { what: string; error: ErrorView }[] = [];
  const orElse = async <Part>(what: string, work: Promise<Part>, otherwise: Part): Promise<Part> => {
    const done = await attempt(work);
    if (done.ok) return done.value;
    if (!failures.some((failure) => failure.what === what)) failures.push({ what, error: done.error });
    return otherwise;
  };
  const named = relatedIn(item);
  const number = toText(item.utopia_order_number);
  const [related, utopiaOrder, exos] = await Promise.all([
    Promise.all(
      named.slice(0, maxRelated).map(
        async (one): Promise<Related> => ({
          ...one,
          interchange: await orElse("its interchanges", lookUp(user, one.id), undefined),
        }),
      ),
    ),
    number === "" ? undefined : orElse("the Utopia order", neighbours.utopiaOrder(number), undefined),
    number === "" ? [] : orElse("its exchange orders", neighbours.exos(number), []),
  ]);
  const moreRelated = Math.max(0, named.length - maxRelated);
  const messages = await ledgerMessages(inTurn(related), toText(item.document_identifier));
  const ledger = toLedger(messages, utopiaOrder?.articles, utopiaOrder?.href);
  const now = Date.now();
  const parts = { item, related, moreRelated, utopiaOrder, exos, ledger, now, failures };
  return { thread: toThread(parts), missing: undefined };
}

/** Redirects to the thread of a Utopia order's EDI order; if that is ambiguous or fails, to the list with its number. */
export async function threadOfOrder(user: User, orderNumber: string): Promise<Response> {
  const looked = await attempt(ediOrderKind.list(user, { ...ediOrderSearch.every, orderNumber }));
  const rows = looked.ok ? looked.value.rows : [];
  const own = rows.flatMap((row) =>
    row.readable && toText(row.row.utopia_order_number) === orderNumber ? [row.row.id] : [],
  );
  const [only, ...others] = own;
  return redirect(
    only === undefined || others.length > 0 ? ediOrdersPath({ orderNumber }) : threadPath(only),
  );
}

/** The distinct interchanges of an order document: its source, then its references'. */
export function relatedIn(item: EdiOrderDetail): { id: string; reference: EdiReference | undefined }[] {
  const related = new Map<string, EdiReference | undefined>();
  const source = toText(item.myer_edifact_interchange_document_id);
  if (source !== "") related.set(source, undefined);
  for (const reference of item.references ?? []) {
    const target = targetOf(reference);
    if (target?.kind === "interchange" && !related.get(target.id)) related.set(target.id, reference);
  }
  return [...related].map(([id, reference]) => ({ id, reference }));
}

/** Another order document with the same number, and what was done with it. */
function duplicateOf({ duplicate }: EdiOrderDetail) {
  const document = toText(duplicate?.order_document_id);
  const order = toText(duplicate?.utopia_order_number);
  if (document === "" && order === "") return undefined;
  return {
    words: `There is another order document under this number${order === "" ? "" : `; Utopia order ${shorten(order, 80)} was made of it`}.`,
    links: [
      ...(document === ""
        ? []
        : [
            { label: "Its thread", href: threadPath(document) },
            { label: "Its EDI order", href: ediOrderPath({ id: document }) },
          ]),
      ...(order === "" ? [] : [{ label: "Its Utopia order", href: orderHref(order) }]),
    ],
  };
}

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

/** Everything related to an EDI order on one time line, oldest first, and what is expected next. */
export function toThread(parts: ThreadParts) {
  const { item, related, moreRelated, utopiaOrder, exos, ledger, failures } = parts;
  const { id } = item;
  const orderNumber = toText(item.utopia_order_number);
  const displayState = displayStateOf(item);
  const events = [
    ...related.flatMap(interchangeEvents),
    documentEvent(item, displayState),
    ...utopiaEvents(utopiaOrder),
    ...updateEvents(item),
    ...exoEvents(exos),
  ];
  return {
    id,
    title: toText(item.document_identifier) || orderNumber || id,
    /** Received in a test interchange: no Utopia order is created from it. */
    isTest: item.test === true,
    displayState,
    orderHref: ediOrderPath({ id }),
    referencesHref: ediOrderPath({ id, tab: "references" }),
    here: threadPath(id),
    utopiaHref: orderNumber === "" ? undefined : (utopiaOrder?.href ?? orderHref(orderNumber)),
    attention: toReasons(item.attention),
    duplicate: duplicateOf(item),
    expected: expectationsOf(parts),
    ledger,
    events: inOrder(events),
    failures,
    left:
      moreRelated === 0
        ? ""
        : `${plural(moreRelated, "more interchange is", "more interchanges are")} in the order's references.`,
  };
}
export type Thread = ReturnType<typeof toThread>;

/** The next expected step, and since when; needs attention if no job will do it. */
type Expectation = {
  key: string;
  words: string;
  tone: "ok" | "attention" | "background";
  since?: Moment;
  due?: Due;
  href?: string;
};

type DueName = "response_due_at" | "despatch_due_at";

/** The expected outcome of each step while its stream is running (edi#streams), and what says when it is due. */
const outcomes = new Map<string, { due?: DueName; words: (partner: string) => string }>([
  ["create-utopia-order", { due: "response_due_at", words: () => "The Utopia order is created." }],
  [
    "send-order-accepted-notification",
    {
      due: "response_due_at",
      words: (partner) => `The initial order response (ORDRSP) goes to ${partner}.`,
    },
  ],
  [
    "wait-for-final-order-change-message",
    { words: () => "A COMPLETE or CANCELLED message of the order system comes in." },
  ],
  [
    "send-order-shipments-notification",
    {
      due: "despatch_due_at",
      words: (partner) =>
        `A despatch advice (DESADV) goes to ${partner} for each new shipment, until all items are shipped or cancelled.`,
    },
  ],
  [
    "send-order-changed-notification",
    { words: (partner) => `An order response (ORDRSP) tells ${partner} what is changed or cancelled.` },
  ],
]);

/** A step that may wait for ever: nothing is owed while it waits. */
const waitsForNothing = (step: string, code: string): boolean =>
  step === "send-order-changed-notification" && (code === "passive" || code === "new");

const withDue = (item: EdiOrderDetail, name: DueName, now: number): Partial<Expectation> => {
  const due = dueOf(item[name], now);
  return due ? { due, ...(due.isLate ? { tone: "attention" as const } : {}) } : {};
};

function ofStreams({ item, utopiaOrder: order, now }: ThreadParts): Expectation[] {
  return streamStatesOf(item).flatMap(({ stream, step, state }): Expectation[] => {
    const key = `stream ${stream}`;
    if (state.code === "completed") return [];
    const where = step === "" ? stream : `${stream} / ${step}`;
    if (!state.moves) {
      const words = `${where} stands at '${state.label}': nothing continues there by itself.`;
      return [{ key, words, tone: "attention" }];
    }
    if (waitsForNothing(step, state.code)) return [];
    const outcome = outcomes.get(step);
    const words = outcome?.words(orderPartnerOf(item)) ?? `${where} goes on.`;
    const shipped =
      step === "send-order-shipments-notification" && order
        ? ` ${formatUnits(order.shipped)} of ${formatUnits(order.units)} units are shipped.`
        : "";
    const due = outcome?.due && withDue(item, outcome.due, now);
    return [{ key, words: `${words}${shipped}`, tone: "background", ...due }];
  });
}

const owed = {
  response_due_at: "The order response (ORDRSP) is owed to",
  despatch_due_at: "A despatch advice (DESADV) is owed to",
} as const;

/** What is owed although no running stream works towards it. */
function ofDues({ item, now }: ThreadParts): Expectation[] {
  const worked = new Set(
    streamStatesOf(item).flatMap(({ step, state }) =>
      state.code !== "completed" && state.moves ? [outcomes.get(step)?.due] : [],
    ),
  );
  return (["response_due_at", "despatch_due_at"] as const).flatMap((name): Expectation[] =>
    worked.has(name) || momentOf(item[name]) === undefined
      ? []
      : [
          {
            key: name,
            words: `${owed[name]} ${orderPartnerOf(item)}.`,
            tone: "background",
            ...withDue(item, name, now),
          },
        ],
  );
}

function ofInterchanges({ item, related }: ThreadParts): Expectation[] {
  return related.flatMap(({ id, reference, interchange }): Expectation[] => {
    if (!interchange) return [];
    const acknowledgement = acknowledgementOf(interchange);
    const name = `${reference ? referenceLabel(reference) : "Order"}, interchange ${shorten(toText(interchange.control_reference), 40)}`;
    const common = { key: `interchange ${id}`, href: interchangePath({ id }) };
    if (acknowledgement.kind === "rejected") {
      const words = `${name} was rejected: it has to be corrected and sent again.`;
      return [{ ...common, words, tone: "attention" }];
    }
    if (acknowledgement.kind === "partly-refused") {
      const words = `${name}: ${acknowledgement.label}; what was refused has to be corrected and sent again.`;
      return [{ ...common, words, tone: "attention" }];
    }
    if (!isOutstanding(acknowledgement.kind)) return [];
    const sender = acknowledgement.kind === "owed" ? "Our" : `${orderPartnerOf(item)}'s`;
    return [
      {
        ...common,
        words: `${sender} acknowledgement (CONTRL) of ${name}.`,
        tone: "background",
        ...(acknowledgement.at === undefined || acknowledgement.kind === "owed"
          ? {}
          : { since: acknowledgement.at }),
      },
    ];
  });
}

const nothingMore = (item: EdiOrderDetail): string =>
  streamStatesOf(item).every(({ state }) => state.code === "completed")
    ? "Nothing more: every stream that has begun is completed."
    : `Nothing is owed now: what is changed or cancelled from here on will be told to ${orderPartnerOf(item)}.`;

/** What is expected next of an order: the work of its streams, what is owed, and missing acknowledgements. */
function expectationsOf(parts: ThreadParts): Expectation[] {
  const found = [...ofStreams(parts), ...ofDues(parts), ...ofInterchanges(parts)];
  if (found.length > 0) return found;
  return streamStatesOf(parts.item).length === 0
    ? [{ key: "none", words: "No status information is available for this order.", tone: "background" }]
    : [{ key: "none", words: nothingMore(parts.item), tone: "ok" }];
}

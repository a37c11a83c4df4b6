import { toReasons } from "#app/domains/edi/partner/detail/detail.ts";
import { ediOrderPath, threadPath } from "#app/domains/edi/partner/paths.ts";
import { type OrderHref, targetOf } from "#app/domains/edi/partner/references.ts";
import { sharedDisplayState, waitingState } from "#app/domains/edi/states.ts";
import { plural, shorten, toText } from "#app/values/values.ts";
import type { EdiOrderDetail, EdiReference } from "#contract/edi.ts";
import { expectationsOf } from "./expected.ts";
import {
  documentEvent,
  exoEvents,
  inOrder,
  interchangeEvents,
  type ThreadParts,
  updateEvents,
  utopiaEvents,
} from "./threadEvents.ts";

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
function duplicateOf({ duplicate }: EdiOrderDetail, orderHref: OrderHref) {
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

/** Everything related to an EDI order on one time line, oldest first, and what is expected next. */
export function toThread(parts: ThreadParts, orderHref: OrderHref) {
  const { item, related, moreRelated, utopiaOrder, exos, ledger, now, failures } = parts;
  const { id } = item;
  const orderNumber = toText(item.utopia_order_number);
  const found = sharedDisplayState()(item.stream_statuses);
  const displayState = { ...found, summary: waitingState(found.summary, item.held_for) };
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
    duplicate: duplicateOf(item, orderHref),
    expected: expectationsOf({ item, related, order: utopiaOrder, now }),
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

import { documentReference } from "#platform/domains/edi/documents/references.ts";
import { atState, ediNote } from "#platform/domains/edi/documents/streams.ts";
import type { EdiOrderChange, StoredEdiOrder } from "#platform/domains/edi/orders/repository.ts";
import { createStream } from "#platform/domains/edi/orders/streams.ts";
import { standingBefore, type Twin } from "#platform/domains/edi/orders/twins.ts";
import { type Deed, ended, going, isStopped, type Offer, processWords } from "./deed.ts";

/** The other documents under the same number. */
type Twins = readonly Twin[];
type OrderDeed = Deed<StoredEdiOrder, Twins, EdiOrderChange>;

/** Says in the history that a person wants a second order. */
const secondAction = "order:second-wanted";

/** The document beside which processing this one would make a second order that nobody has asked for yet. */
export const unwantedBeside = (found: StoredEdiOrder, twins: Twins): Twin | undefined =>
  found.histories.some(({ action }) => action === secondAction) ? undefined : standingBefore(found, twins);

/** What a twin is called: by its Utopia order, where it has one. */
export const orderOf = ({ utopiaOrderNumber, state }: Twin): string =>
  utopiaOrderNumber ?? `an earlier document (${state})`;

const relatedTo = ({ id, documentIdentifier, utopiaOrderNumber }: Twin): Pick<Offer, "related"> => ({
  related: [
    { kind: "order", id, name: `EDI order ${documentIdentifier}` },
    ...(utopiaOrderNumber
      ? [{ kind: "utopia-order" as const, id: utopiaOrderNumber, name: `Utopia order ${utopiaOrderNumber}` }]
      : []),
  ],
});

const isHeld = ({ streams }: StoredEdiOrder) => streams[createStream]?.state === "hold";

const isToBeMade = ({ streams, orderId }: StoredEdiOrder) =>
  orderId === null && isStopped(streams[createStream]?.state ?? "");

const over = (at: Date): EdiOrderChange => ({
  stepAt: null,
  handledAt: at,
  responseOwedSince: null,
  despatchOwedSince: null,
});

/** Everything that may be done to an order document, in the order in which it is offered. */
export const orderDeeds: readonly OrderDeed[] = [
  {
    action: "process",
    offer: (found, twins) =>
      isHeld(found) || (isToBeMade(found) && unwantedBeside(found, twins))
        ? undefined
        : { title: "Process", description: processWords(found.streams) },
    change: ({ found, at }) => going(found.streams, at),
  },
  {
    action: "release",
    offer: (found, twins) =>
      isHeld(found) && !unwantedBeside(found, twins)
        ? {
            title: "Release",
            description: `It is on hold. A Utopia order is made of ${found.documentIdentifier}, and the partner gets an order response.`,
          }
        : undefined,
    change: ({ found, at }) => going(found.streams, at),
  },
  {
    action: "process-second-order",
    offer: (found, twins) => {
      const twin = isToBeMade(found) ? unwantedBeside(found, twins) : undefined;
      if (!twin) return undefined;
      return {
        title: "Make a second order",
        description:
          "A Utopia order is made of this document too, and the partner gets another order response.",
        warning: `Makes a second Utopia order for ${found.documentIdentifier}, for which ${orderOf(twin)} exists.`,
        ...relatedTo(twin),
      };
    },
    change: ({ found, around, at }) => {
      const twin = unwantedBeside(found, around);
      return {
        ...going(found.streams, at),
        notes: [ediNote(secondAction, `A person wants a second order beside ${twin ? orderOf(twin) : "it"}`)],
      };
    },
  },
  {
    action: "reprocess",
    offer: (found) =>
      found.orderId !== null && found.state === "completed"
        ? {
            title: "Process again",
            description: `The Utopia order ${found.utopiaOrderNumber ?? ""} is compared once more with what the partner was told. What is missing is sent: a despatch advice or an order response. Nothing is sent twice.`,
          }
        : undefined,
    change: ({ at }) => ({ stepAt: at }),
  },
  {
    action: "discard",
    offer: (found, twins) => {
      const twin = isToBeMade(found) ? unwantedBeside(found, twins) : undefined;
      if (!twin) return undefined;
      return {
        title: "Discard as a duplicate",
        description: `It ends here without an order. ${found.documentIdentifier} stays with ${orderOf(twin)}, and nothing is sent to the partner.`,
        ...relatedTo(twin),
      };
    },
    change: ({ found, around, at }) => {
      const twin = unwantedBeside(found, around);
      return {
        ...over(at),
        streams: atState(found.streams, createStream, "rejected", found.streams[createStream]?.step ?? ""),
        references: twin
          ? [documentReference("duplicate-of-order-document", `Duplicate of ${orderOf(twin)}`, twin.id, at)]
          : [],
      };
    },
  },
  {
    action: "close",
    offer: (found) =>
      isStopped(found.state)
        ? {
            title: "Close",
            description: `It ends here with your reason, which the history keeps. Nothing more of ${found.documentIdentifier} is processed, and the partner is told nothing more of it.`,
            ...(found.utopiaOrderNumber && {
              warning: `The Utopia order ${found.utopiaOrderNumber} goes on: its shipments are no longer advised to the partner.`,
            }),
            needs_reason: true,
          }
        : undefined,
    change: ({ found, at }) => ({ ...over(at), streams: ended(found.streams) }),
  },
];

/** `process`, the documented action, releases what is held and no duplicate. */
export const isReleasedByProcess = (found: StoredEdiOrder, twins: Twins): boolean =>
  isHeld(found) && !unwantedBeside(found, twins);

import type { EdiLineAnswer, EdiOrderAnswer } from "#contract/ediReview.ts";
import {
  type Decision,
  decisionsIn,
  flat,
  isAcceptable,
  isOpen,
  isSettled,
  isUnanswered,
  lineName,
  type OrderLine,
  possibleAnswers,
  refusedKind,
  seenOf,
} from "#edi-orders/index.ts";
import { atState, documentReference, ediNote } from "#platform/domains/edi/documents/streams.ts";
import { lineOf } from "#platform/domains/edi/orders/facts.ts";
import { isLiving, olderKind, standingBefore } from "#platform/domains/edi/orders/numbered.ts";
import {
  createStep,
  createStream,
  type EdiOrderChange,
  lockWithLines,
  type StoredEdiOrder,
} from "#platform/domains/edi/orders/repository.ts";
import { takeSecondAsChange } from "#platform/domains/edi/orders/takeChange.ts";
import { Problem } from "#platform/http/requests.ts";
import { ended, going, isStopped, type Offer, type Operation, processWords } from "./operation.ts";

type Duplicates = readonly StoredEdiOrder[];
type OrderOperation = Operation<StoredEdiOrder, Duplicates, EdiOrderChange>;

type Said = EdiOrderAnswer["lines"][number];
type Saying = { user: string; at: Date };

const possible: Record<EdiLineAnswer, string> = {
  accept: "cannot be accepted as it was ordered",
  amend: "cannot be amended",
  refuse: "cannot be refused",
};

/** A person's decision on a line. Throws a Problem (400) if that leaves quantity, price or article open. */
function decisionOf(
  line: OrderLine,
  place: number,
  given: Omit<Said, "place">,
  { user, at }: Saying,
): Decision {
  const { answer, quantity, unit_price: unitPrice, reason = "" } = given;
  const { asked } = line;
  if (!possibleAnswers(line).includes(answer))
    throw new Problem(400, `lines: ${lineName(asked)} ${possible[answer]}`);
  if (answer === "amend") {
    const price = unitPrice ?? asked.price;
    const isPriced = price > 0 || unitPrice === 0;
    if (quantity === undefined && unitPrice === undefined)
      throw new Problem(400, `lines: say another quantity or price of ${lineName(asked)}`);
    if (!isPriced || !isSettled(line, quantity ?? asked.quantity, price))
      throw new Problem(400, `lines: say a whole quantity and a price of whole cents of ${lineName(asked)}`);
  }
  const amended = answer === "amend" ? { quantity, unit_price: unitPrice } : {};
  const decided = { answer, ...amended, reason, by: user, at: at.toISOString(), seen: seenOf(flat(line)) };
  return { about: "line", place, ...decided };
}

/** The decisions on a waiting order with the person's, and its lines that nobody has decided about. */
async function decidedBy({
  transaction,
  found,
  answer: { lines: answered, others } = { lines: [] },
  ...saying
}: Parameters<OrderOperation["change"]>[0]): Promise<{ decisions: Decision[]; open: OrderLine[] }> {
  const document = await lockWithLines(transaction, found.id);
  const lines = (document?.lines ?? []).map(lineOf);
  const decisions = [...(document?.decisions ?? [])];
  for (const { place, ...one } of answered) {
    const line = lines[place - 1];
    if (!line) throw new Problem(400, `lines: there is no line at place ${place}`);
    decisions.push(decisionOf(line, place - 1, one, saying));
  }
  const decisionOn = decisionsIn(decisions);
  const open = lines.filter((line, place) => isOpen({ ...line, decided: decisionOn(place, flat(line)) }));
  if (!others) return { decisions, open };
  const rest = open.map((line) => decisionOf(line, lines.indexOf(line), { answer: others }, saying));
  return { decisions: [...decisions, ...rest], open: [] };
}

const secondAction = "order:second-wanted";

/** The document next to which processing this one would create a second order that nobody has confirmed. */
export const unwantedDuplicate = (found: StoredEdiOrder, duplicates: Duplicates) =>
  found.histories.some(({ action }) => action === secondAction)
    ? undefined
    : standingBefore(found, duplicates);

export const orderOf = ({ utopiaOrderNumber, heldFor, state }: StoredEdiOrder): string =>
  utopiaOrderNumber ??
  (heldFor === "confirmation" ? "an order to be confirmed" : `an earlier document (${state})`);

const relatedTo = ({ id, documentIdentifier, utopiaOrderNumber }: StoredEdiOrder): Partial<Offer> => ({
  related: [
    { kind: "order", id, name: `EDI order ${documentIdentifier}` },
    ...(utopiaOrderNumber
      ? [{ kind: "utopia-order" as const, id: utopiaOrderNumber, name: `Utopia order ${utopiaOrderNumber}` }]
      : []),
  ],
});

const isHeld = ({ streams }: StoredEdiOrder) => streams[createStream]?.state === "hold";

const isToConfirm = ({ heldFor }: StoredEdiOrder) => heldFor === "confirmation";

/** Whether it waits for something that no answer can settle, such as the address of a location. */
const isToCorrect = (found: StoredEdiOrder): boolean =>
  isToConfirm(found) && found.differences.some((one) => isUnanswered(one) && !isAcceptable(one));

/** Whether a held order can change another one: never one that follows something sent later. */
export const canBeChange = ({
  heldFor,
  differences,
}: Pick<StoredEdiOrder, "heldFor" | "differences">): boolean =>
  heldFor === "duplicate" && !differences.some(({ kind }) => kind === olderKind);

const changeableBy = (found: StoredEdiOrder, duplicates: Duplicates) =>
  canBeChange(found) ? duplicates.find(isLiving) : undefined;

const differingLines = ({ differences }: StoredEdiOrder): number =>
  differences.filter(({ kind }) => kind === "line").length;

/** A waiting order resumes at its first step, which compares it with the terms again. */
const confirmed = (found: StoredEdiOrder, at: Date) => ({
  streams: atState(found.streams, createStream, "active", createStep),
  stepAt: at,
});

/** `process`, the documented action, releases documents on hold that are no duplicates and need no confirmation. */
export const isReleasedByProcess = (found: StoredEdiOrder, duplicates: Duplicates): boolean =>
  isHeld(found) && !isToConfirm(found) && !unwantedDuplicate(found, duplicates);

const isToBeMade = ({ streams, orderId }: StoredEdiOrder) =>
  orderId === null && isStopped(streams[createStream]?.state ?? "");

const over = (at: Date): EdiOrderChange => ({
  stepAt: null,
  handledAt: at,
  responseOwedSince: null,
  despatchOwedSince: null,
});

const discard: OrderOperation = {
  action: "discard",
  offer: (found, duplicates) => {
    const duplicate = isToBeMade(found) ? unwantedDuplicate(found, duplicates) : undefined;
    if (!duplicate) return undefined;
    return {
      title: "Discard as a duplicate",
      description: `It ends here without an order. ${found.documentIdentifier} stays with ${orderOf(duplicate)}, and nothing is sent to the partner.`,
      ...relatedTo(duplicate),
    };
  },
  change: ({ found, around, at }) => {
    const duplicate = unwantedDuplicate(found, around);
    return {
      ...over(at),
      streams: atState(found.streams, createStream, "rejected", found.streams[createStream]?.step ?? ""),
      references: duplicate
        ? [
            documentReference(
              "duplicate-of-order-document",
              `Duplicate of ${orderOf(duplicate)}`,
              duplicate.id,
              at,
            ),
          ]
        : [],
    };
  },
};

/** All operations on an order document, in the order of the menu: safest first. */
export const orderOperations: readonly OrderOperation[] = [
  {
    action: "process",
    offer: (found, duplicates) => {
      if (isToCorrect(found))
        return {
          title: "Process",
          description: "It is compared once more with what is agreed with the partner.",
        };
      if (isHeld(found) || (isToBeMade(found) && unwantedDuplicate(found, duplicates))) return undefined;
      return { title: "Process", description: processWords(found.streams) };
    },
    change: ({ found, at }) => (isToCorrect(found) ? confirmed(found, at) : going(found.streams, at)),
  },
  {
    action: "confirm",
    offer: (found) => {
      const open = found.differences.filter(isUnanswered);
      if (!isToConfirm(found) || !open.every(isAcceptable)) return undefined;
      const made = found.isTest ? "Nothing is made of it, since it is a test" : "A Utopia order is made";
      return {
        title: "Confirm the order",
        description: `Each line that differs is accepted as it was ordered, amended or refused. ${made}, and the partner gets an order response that says so line by line.`,
        ...(open.length > 0 && { warning: `${open.map(({ words }) => words).join(". ")}.` }),
        takes_lines: true,
      };
    },
    change: async (requested) => {
      const { found, at } = requested;
      const { decisions, open } = await decidedBy(requested);
      const [undecided] = open;
      if (undecided) throw new Problem(400, `lines: say what is accepted of ${lineName(undecided.asked)}`);
      const accepted = found.differences
        .filter(isUnanswered)
        .map(({ kind, words }) => ({ about: "order", kind, words, answer: "accepted" }) as const);
      return { ...confirmed(found, at), decisions: [...decisions, ...accepted] };
    },
  },
  {
    action: "answer-lines",
    offer: (found) =>
      isToConfirm(found) && {
        title: "Answer lines",
        description:
          "What is accepted of these lines is kept. Nothing is sent before the order is confirmed.",
        takes_lines: true,
      },
    change: async (requested) => ({ decisions: (await decidedBy(requested)).decisions }),
  },
  {
    action: "release",
    offer: (found, duplicates) =>
      isReleasedByProcess(found, duplicates) && {
        title: "Release",
        description: `It is on hold. A Utopia order is made of ${found.documentIdentifier}, and the partner gets an order response.`,
      },
    change: ({ found, at }) => going(found.streams, at),
  },
  {
    action: "apply-as-change",
    offer: (found, duplicates) => {
      const living = changeableBy(found, duplicates);
      const count = differingLines(found);
      if (!living || count === 0) return undefined;
      return {
        title: "Apply as a change",
        description: `It changes ${orderOf(living)} into what it asks for, in ${count === 1 ? "1 line" : `${count} lines`}. No second order is made, and the partner gets an order response. A line that differs from what is agreed is refused with its reason.`,
        ...relatedTo(living),
      };
    },
    change: async ({ transaction, found, around, at }) => {
      const living = changeableBy(found, around);
      if (!living) throw new Problem(409, "There is no living order that could be changed");
      const changed = await takeSecondAsChange(transaction, living, found, at);
      if (changed.kind === "uncertain") throw new Problem(409, changed.words);
      const title = `Applied to ${orderOf(living)}`;
      return {
        ...over(at),
        streams: atState(found.streams, createStream, "rejected", createStep),
        references: [documentReference("duplicate-of-order-document", title, living.id, at)],
        notes: [ediNote("order:applied", `${title} as a change`)],
      };
    },
  },
  discard,
  {
    action: "refuse",
    offer: (found) =>
      isToConfirm(found) &&
      found.documentIdentifier !== "" && {
        title: "Refuse the order",
        description:
          "No order is made. The partner gets an order response that accepts nothing, with your reason.",
        needs_reason: true,
        danger: true,
      },
    change: async ({ transaction, found, reason, at }) => {
      const decisions = (await lockWithLines(transaction, found.id))?.decisions ?? [];
      const refused = { about: "order", kind: refusedKind, words: reason.trim(), answer: "refused" } as const;
      return { ...confirmed(found, at), decisions: [...decisions, refused] };
    },
  },
  {
    action: "process-second-order",
    offer: (found, duplicates) => {
      const duplicate = isToBeMade(found) ? unwantedDuplicate(found, duplicates) : undefined;
      if (!duplicate) return undefined;
      return {
        danger: true,
        title: "Make a second order",
        description:
          "A Utopia order is made of this document too, and the partner gets another order response.",
        warning: `Makes a second Utopia order for ${found.documentIdentifier}, for which ${orderOf(duplicate)} exists.`,
        ...relatedTo(duplicate),
      };
    },
    change: ({ found, around, at }) => {
      const duplicate = unwantedDuplicate(found, around);
      return {
        ...going(found.streams, at),
        notes: [
          ediNote(
            secondAction,
            `A person wants a second order beside ${duplicate ? orderOf(duplicate) : "it"}`,
          ),
        ],
      };
    },
  },
  {
    action: "reprocess",
    offer: (found) =>
      found.orderId !== null &&
      found.state === "completed" && {
        title: "Process again",
        description: `The Utopia order ${found.utopiaOrderNumber ?? ""} is compared once more with what the partner was told. What is missing is sent: a despatch advice or an order response. Nothing is sent twice.`,
      },
    change: ({ at }) => ({ stepAt: at }),
  },
  {
    action: "close",
    offer: (found) =>
      isStopped(found.state) && {
        title: "Close",
        description: `It ends here with your reason, which the history keeps. Nothing more of ${found.documentIdentifier} is processed, and the partner is told nothing more of it.`,
        ...(found.utopiaOrderNumber && {
          warning: `The Utopia order ${found.utopiaOrderNumber} goes on: its shipments are no longer advised to the partner.`,
        }),
        needs_reason: true,
      },
    change: ({ found, at }) => ({ ...over(at), streams: ended(found.streams) }),
  },
];

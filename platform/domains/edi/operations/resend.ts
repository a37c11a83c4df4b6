import {
  type Interchange,
  type Message,
  type OutgoingInterchange,
  type OutgoingMessage,
  runSync,
} from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import { atState, ediNote, interchangeReference, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { makeOutbound, sendStream, transmitStep } from "#platform/domains/edi/interchanges/outbound.ts";
import { readAll } from "#platform/domains/edi/interchanges/reading.ts";
import {
  type InterchangeChange,
  keepFile,
  readFile,
  readText,
  type StoredInterchange,
} from "#platform/domains/edi/interchanges/repository.ts";
import { findEdiOrder, type StoredEdiOrder, saveEdiOrder } from "#platform/domains/edi/orders/repository.ts";
import type { Asked } from "./operation.ts";

type AskedInterchange = Asked<StoredInterchange, undefined>;

const countOf = ({ histories }: StoredInterchange, wanted: string): number =>
  histories.filter(({ action }) => action === wanted).length;

/** The partner's earlier answer, which no longer counts. */
const unanswered = {
  acknowledged: false,
  acknowledgedAt: null,
  acknowledgementId: null,
  acknowledgementAction: null,
  refusedMessages: [],
  handledAt: null,
} satisfies InterchangeChange;

/** Transmits the same bytes once more, in a file of a new name, and expects a new answer. */
export async function sendAgain({ transaction, found, at }: AskedInterchange): Promise<InterchangeChange> {
  const { name, sha256, content } = await readFile(transaction, found.fileId);
  const number = countOf(found, "action:resend") + 2;
  const fileId = await keepFile(transaction, {
    dropKey: `again/${found.id}/${number}`,
    name: name.replace(/(-again-\d+)?(\.\w+)?$/, `-again-${number}$2`),
    origin: "outbound",
    sha256,
    content,
    createdAt: at,
  });
  if (!fileId) throw new Error(`The file of the interchange ${found.id} was kept for this before`);
  return {
    ...unanswered,
    fileId,
    streams: atState(found.streams, sendStream, "active", transmitStep),
    stepAt: at,
    notes: [
      stepNote("start", sendStream, transmitStep, `Ready to be sent again as ${found.controlReference}`),
    ],
  };
}

const withoutService = ({ header, trailer, segments, ...message }: Message): OutgoingMessage => ({
  ...message,
  segments: segments.filter((segment) => segment !== header && segment !== trailer),
});

/** An interchange with the same messages under another control reference and time. */
const readdressed = (
  { header: _header, trailer: _trailer, groups: _groups, messages, ...interchange }: Interchange,
  controlReference: string,
  preparedAt: string,
): OutgoingInterchange => ({
  ...interchange,
  controlReference,
  preparedAt,
  messages: messages.map(withoutService),
});

/** The order documents of an interchange, locked, each with its own link to the interchange. */
async function lockedOrders(transaction: Database, found: StoredInterchange) {
  const ids = found.referenceList
    .filter(({ type }) => type === "source-myer-edi-order-document")
    .map(({ meta }) => String(meta["order-document-id"]));
  const locked: { order: StoredEdiOrder; earlier: StoredEdiReference }[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const order = await findEdiOrder(transaction, id, true);
    const earlier = order?.referenceList.find((one) => one.meta["interchange-document-id"] === found.id);
    if (order && earlier) locked.push({ order, earlier });
  }
  return locked;
}

/** Sends its messages in a new interchange, under the next control reference; the two are linked with each other. */
export async function sendUnderNewReference({
  transaction,
  found,
  at,
}: AskedInterchange): Promise<InterchangeChange> {
  const text = fromBytes(await readText(transaction, found.id));
  const [read] = runSync(readAll(text));
  const interchange = read?.interchange;
  if (!interchange) throw new Error(`The interchange ${found.id} cannot be read again`);
  const number = countOf(found, "action:resend-new-reference") + 1;
  // A transaction that holds an order may lock the control reference next: here too the order is locked first.
  const locked = await lockedOrders(transaction, found);
  const made = await makeOutbound(
    transaction,
    {
      cause: `${found.id}/again/${number}`,
      storeId: found.storeId,
      sender: { identification: found.sender, qualifier: found.senderQualifier },
      recipient: { identification: found.recipient, qualifier: found.recipientQualifier },
      write: (controlReference, preparedAt) => readdressed(interchange, controlReference, preparedAt),
      options: {
        separators: interchange.separators,
        keepEmpty: true,
        withoutAdvice: !text.startsWith("UNA"),
      },
      orderNumbers: found.orderNumbers,
      references: [
        interchangeReference("sends-again", `Sends again ${found.controlReference}`, found.id, at),
        ...found.referenceList.filter(({ type }) =>
          ["source-myer-edi-order-document", "acknowledged-interchange"].includes(type),
        ),
      ],
    },
    at,
  );
  for (const { order, earlier } of locked) {
    const title = `${earlier.title.replace(found.controlReference ?? "", made.controlReference)} (sent again)`;
    const words = `${found.controlReference} was sent again as ${made.controlReference}`;
    const references = [interchangeReference(earlier.type, title, made.id, at)];
    await saveEdiOrder(transaction, order, { references, notes: [ediNote("order:sent-again", words)] }, at);
  }
  return {
    acknowledgementExpected: false,
    handledAt: at,
    references: [
      interchangeReference("sent-again-as", `Sent again as ${made.controlReference}`, made.id, at),
    ],
    notes: [ediNote("interchange:sent-again", `Its messages go out again as ${made.controlReference}`)],
  };
}

import type { Database } from "#database/connect.ts";
import { type OutgoingInterchange, runCooperatively, type WriteOptions, writeAll } from "#edifact/index.ts";
import type { StoredEdiReference, StoredPartner } from "#platform/database/schema/ediStored.ts";
import { type EdiTerms, ediTerms } from "#platform/database/schema/ediTerms.ts";
import { nextControlReference } from "#platform/domains/edi/documents/counters.ts";
import { atState, fileReference, isRunning, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { localTime } from "#platform/domains/edi/partners/localTime.ts";
import { type EdiPartner, findEdiPartner } from "#platform/domains/edi/partners/repository.ts";
import type { EdiFolder } from "#platform/outside/ediFolder.ts";
import { factsOf } from "./facts.ts";
import { readAll } from "./reading.ts";
import {
  addInterchanges,
  type InterchangeChange,
  ifUntouched,
  keepFile,
  readFile,
  type StoredInterchange,
  saveInterchange,
} from "./repository.ts";

export const isToTransmit = ({ streams }: StoredInterchange): boolean =>
  isRunning(streams[sendStream]?.state ?? "");

const saveIfUntouched = (
  database: Database,
  before: StoredInterchange,
  change: InterchangeChange,
  at: Date,
): Promise<StoredInterchange | undefined> =>
  ifUntouched(database, before, (transaction, found) => saveInterchange(transaction, found, change, at));

/**
 * Transmits an outbound interchange exactly once, even if the process crashes: its file is staged, the staged name is
 * recorded, the file is moved to the partner, and that is recorded. A recorded file that is no longer staged was moved.
 */
export async function transmit(database: Database, folder: EdiFolder, before: StoredInterchange, at: Date) {
  const { name, content } = await readFile(database, before.fileId);
  const stagedAs = before.stagedAs ?? (await folder.stage(name, content));
  const staged = before.stagedAs ? before : await saveIfUntouched(database, before, { stagedAs }, at);
  if (!staged) return;
  const place = await folder.transmit(stagedAs, name);
  await saveIfUntouched(
    database,
    staged,
    {
      streams: atState(staged.streams, sendStream, "completed", transmitStep),
      stepAt: null,
      attempts: 0,
      stagedAs: null,
      acknowledgementExpected: staged.acknowledgementRequested && staged.acknowledgementId === null,
      references: [fileReference(place, at)],
      notes: [stepNote("finish", sendStream, transmitStep, `Written to ${place}`)],
    },
    at,
  );
}

/** For mainframes: broken after every `width` bytes, and at its end (edi#wrapped); a width of 0 changes nothing. */
function wrapped(content: Uint8Array, width: number): Uint8Array {
  if (width === 0) return content;
  const text = Buffer.from(content).toString("latin1");
  return Buffer.from(text.replace(new RegExp(`.{1,${width}}`, "gs"), "$&\r\n"), "latin1");
}

export const sendStream = "interchange/send";
export const transmitStep = "transmit-outbound-interchange";

/** Preparation time on a partner's clock, to the minute: 2026-11-20T10:42. */
export const preparedAt = (at: Date, terms: Pick<EdiTerms, "time_zone">): string =>
  localTime(at, terms.time_zone).slice(0, 16);

/** File name in the partner's folder: one name per interchange. */
export const outboundName = (recipient: string, controlReference: string, type: string): string =>
  `${[recipient, controlReference, type].map((part) => part.replace(/[^\w-]/g, "_")).join("-")}.edi`;

export type Outbound = {
  cause: string;
  storeId: number;
  sender: StoredPartner;
  recipient: StoredPartner;
  /** The text, given its control reference and local time; `partner` is undefined when unknown. */
  write(controlReference: string, preparedAt: string, partner: EdiPartner | undefined): OutgoingInterchange;
  options?: WriteOptions;
  orderNumbers: string;
  references: StoredEdiReference[];
};

/**
 * Creates an outbound interchange, under the next control reference and due for transmission; the database has one for
 * each cause. A long one is written and parsed in chunks: on PostgreSQL other work continues in between.
 */
export async function makeOutbound(
  transaction: Database,
  { cause, storeId, sender, recipient, write, options, orderNumbers, references }: Outbound,
  at: Date,
) {
  const controlReference = await nextControlReference(transaction, sender, recipient);
  const partner = await findEdiPartner(transaction, recipient, sender);
  const outgoing = write(controlReference, preparedAt(at, ediTerms.parse(partner?.terms ?? {})), partner);
  const written = await runCooperatively(
    writeAll(outgoing, { withoutAdvice: partner?.writes_una === false, ...options }),
  );
  const { findings } = written;
  const bytes = wrapped(written.bytes, partner?.wrap_width ?? 0);
  const [read] = await runCooperatively(readAll(bytes));
  if (!read) throw new Error(`The interchange for ${cause} cannot be read again`);
  const facts = await runCooperatively(factsOf({ ...read, findings: [...findings, ...read.findings] }));
  const [type = "EDI"] = facts.row.messageTypes;
  const fileId = await keepFile(transaction, {
    dropKey: `outbound/${cause}`,
    name: outboundName(recipient.identification, controlReference, type),
    origin: "outbound",
    sha256: facts.row.digest,
    content: bytes,
    createdAt: at,
  });
  if (!fileId) throw new Error(`The file for ${cause} exists without its interchange`);
  const arrival = {
    storeId,
    fileId,
    cause,
    direction: "outbound",
    streams: { [sendStream]: { state: "active", step: transmitStep } },
    stepAt: at,
    // Nothing is awaited before it is sent.
    acknowledgementExpected: false,
    orderNumbers,
    references,
    notes: [stepNote("start", sendStream, transmitStep, `Ready to be sent as ${controlReference}`)],
  };
  const [id = ""] = await addInterchanges(transaction, [{ facts, arrival }], at);
  return { id, controlReference, messages: read.messages.map(({ document }) => document) };
}

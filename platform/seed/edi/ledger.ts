import { createHash } from "node:crypto";
import { runSync, summarise } from "#edifact/index.ts";
import type { ediContents, ediFiles, ediInterchanges } from "#platform/database/schema/edi.ts";
import type { StoredEdiReference, StoredRefusedMessage } from "#platform/database/schema/ediStored.ts";
import { refusedIn } from "#platform/domains/edi/acknowledging.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { isRunning, receiveStream, summaryState, written } from "#platform/domains/edi/documents/streams.ts";
import { factsOf } from "#platform/domains/edi/interchanges/facts.ts";
import { headsOf } from "#platform/domains/edi/interchanges/inbound.ts";
import { outboundName, sendStream } from "#platform/domains/edi/interchanges/outbound.ts";
import { type ReadInterchange, readAll } from "#platform/domains/edi/interchanges/reading.ts";
import { platformName } from "#platform/domains/history.ts";
import { type SeedInterchange, seedIdOf } from "./events.ts";
import { seedPartner } from "./texts.ts";

type Rows = {
  files: (typeof ediFiles.$inferInsert)[];
  interchanges: (typeof ediInterchanges.$inferInsert)[];
  contents: (typeof ediContents.$inferInsert)[];
};

/** Whether an answer is still possible: it was sent, or has just come in. */
const isUnderWay = ({ direction, streams }: SeedInterchange): boolean =>
  direction === "outbound"
    ? streams[sendStream]?.state === "completed"
    : isRunning(streams[receiveStream]?.state ?? "");

/** All messages of an outbound interchange that the partner's answer refused. */
const refusedBy = (
  refusal: SeedInterchange["answer"],
  { messages }: ReadInterchange,
): StoredRefusedMessage[] =>
  refusal
    ? messages.map(({ message, document }) => ({
        reference: message.reference,
        message_type: message.type,
        number: summarise(document).documentIdentifier,
        words: `The partner refused the interchange${refusal.error ? ` with error ${refusal.error}` : ""}`,
      }))
    : [];

function referencesOf(event: SeedInterchange, name: string, fileId: string): StoredEdiReference[] {
  const createdAt = event.at.toISOString();
  // A file without an interchange is identified by its name.
  const inboundFile: StoredEdiReference = {
    id: fileId,
    type: "inbound-interchange-file",
    title: name,
    source: "Inbound folder",
    uri: null,
    created_at: createdAt,
    meta: { "file-name": name, "interchanges-in-file": 1 },
  };
  const outboundFile: StoredEdiReference = {
    id: seedIdOf(`${event.key} file`),
    type: "outbound-interchange-blob-store-file",
    title: "Transmitted file",
    source: platformName,
    uri: `edi/out/${name}`,
    created_at: createdAt,
    meta: { location: `edi/out/${name}` },
  };
  const wasSent = event.direction === "outbound" && event.streams[sendStream]?.state !== "failed";
  return [
    ...event.references,
    ...(event.direction === "unspecified" ? [inboundFile] : []),
    ...(wasSent ? [outboundFile] : []),
  ];
}

/** Writes the interchanges of the seed in the order of their times. */
export class Ledger {
  readonly rows: Rows = { files: [], interchanges: [], contents: [] };
  private readonly known = new Map<string, unknown>();
  private readonly parts = new Map<string, number>();
  private position = 0;
  private outbound = 0;
  private inbound = 48_000;

  constructor(private readonly storeId: number) {}

  get lastOutbound(): number {
    return this.outbound;
  }

  add(event: SeedInterchange, answers: ReadonlySet<string>): void {
    const isOutbound = event.direction === "outbound";
    if (isOutbound && event.controlReference === undefined) this.outbound += 1;
    // The partner's numbers have occasional gaps.
    else if (event.controlReference === undefined) this.inbound += this.inbound % 37 === 0 ? 3 : 1;
    const next = String(isOutbound ? this.outbound : this.inbound).padStart(isOutbound ? 9 : 1, "0");
    const own = event.controlReference ?? next;
    const bytes = event.write(own, (key) => this.known.get(key));
    const [read] = runSync(readAll(bytes));
    if (!read) throw new Error(`The seed's interchange '${event.key}' cannot be read`);
    const { row, content } = factsOf(read);
    const id = seedIdOf(event.key);
    this.known.set(event.key, read.messages[0]?.document);
    this.known.set(`reference of ${event.key}`, row.controlReference ?? own);
    this.position += 1;
    const name =
      event.fileName ??
      (isOutbound
        ? outboundName(seedPartner.identification, row.controlReference ?? own, row.messageTypes[0] ?? "EDI")
        : `${seedPartner.identification}-${own}.edi`);
    const answer = event.answer && answers.has(event.answer.key) ? event.answer : undefined;
    const isAccepted = answer !== undefined && answer.action !== "4";
    const fileId = this.fileOf(name, id, bytes, event.at);
    const updatedAt = answer?.at ?? event.at;
    this.rows.interchanges.push({
      ...row,
      id,
      storeId: event.storeId ?? this.storeId,
      position: this.position,
      fileId,
      cause: isOutbound ? `seed/${event.key}` : null,
      direction: event.direction,
      streams: event.streams,
      state: summaryState(event.streams),
      acknowledged: isAccepted,
      acknowledgedAt: answer && isAccepted ? answer.at : null,
      acknowledgementId: answer ? seedIdOf(answer.key) : null,
      acknowledgementAction: answer?.action ?? null,
      refusedMessages: isOutbound
        ? refusedBy(isAccepted ? undefined : answer, read)
        : refusedIn({ isRefused: read.isRefused, messages: headsOf(read) }),
      acknowledgementExpected: row.acknowledgementRequested && !answer && isUnderWay(event),
      orderNumbers: event.orderNumbers ?? "",
      createdAt: event.at,
      updatedAt,
      referenceList: storableJson(referencesOf(event, name, fileId)),
      histories: storableJson(written(event.notes, event.at)),
    });
    this.rows.contents.push({ interchangeId: id, ...content });
  }

  messageOf(key: string): unknown {
    return this.known.get(key);
  }

  /** A file of its own, or the next part of a shared one. */
  private fileOf(name: string, interchangeId: string, content: Uint8Array, createdAt: Date): string {
    const part = this.parts.get(name);
    const id = seedIdOf(`file ${name} ${part === undefined ? "" : interchangeId}`);
    this.parts.set(name, (part ?? 0) + 1);
    this.rows.files.push({
      id,
      dropKey: `seed/${id}`,
      name,
      origin: "seed",
      sha256: createHash("sha256").update(content).digest("hex"),
      content,
      createdAt,
    });
    return id;
  }
}

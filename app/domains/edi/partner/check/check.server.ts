import { createHash, randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { askPortalApi, writePortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import { isMarkup, kindByBytes } from "#app/core/api/fileKind.ts";
import { requireMay, type User } from "#app/core/auth/guard.server.ts";
import { type Command, withoutUsername } from "#app/core/commands/command.server.ts";
import { noQuestion } from "#app/core/commands/command.ts";
import { answerCommand, type CommandPage, openCommand } from "#app/core/commands/confirm.server.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database, seal } from "#app/core/database/database.server.ts";
import { closeJson, openJson } from "#app/core/database/seal.server.ts";
import { env } from "#app/core/env.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { takeDraft } from "#app/core/http/drafts.server.ts";
import { takePanelFlash } from "#app/core/http/flash.server.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { tokens } from "#app/core/http/once.server.ts";
import { trimToQuota } from "#app/core/http/quota.server.ts";
import { formatUnits, plural, shorten, toText } from "#app/core/values/values.ts";
import { visible } from "#app/domains/edi/codes.ts";
import { bySeverity, toFinding } from "#app/domains/edi/partner/findings.ts";
import { checkedFilePath, checkFilePath } from "#app/domains/edi/partner/paths.ts";
import { stateOf } from "#app/domains/edi/states.ts";
import {
  type CheckedInterchange,
  checkInterchanges,
  enterInterchanges,
  fileLimitWords,
} from "#contract/ediCheck.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readNumber } from "#contract/numbers.ts";
import {
  type AnnotatedValue,
  annotate,
  type Chunked,
  Findings,
  type Reading,
  readEdifact,
  runCooperatively,
  type Segment,
  tokenise,
} from "#edifact/index.ts";
import { ediUploads } from "./tables.ts";

const tooLarge = `The file is larger than ${fileLimitWords(env.EDI_FILE_LIMIT_KB)}, which is the most that is taken in. Nothing was read.`;

/** Whoever may take files in; throws the 404 page if the service can't check them (edi#check-page). */
export async function requireCheck(request: Request): Promise<User> {
  const user = await requireMay(request, "edi.takeIn");
  if (!(await hasExtension(user, "edi-desk"))) throw notFound(request);
  return user;
}

/** The upload form: the largest file in KB of 1,024 bytes, the pasted text, and why it was rejected. */
export type CheckForm = { token: string; limit: number; text: string; problem?: string };

/** The form for a file or a pasted text, with the text restored after a sign-in. */
export async function checkForm(user: User): Promise<CheckForm> {
  const draft = await takeDraft(user, checkFilePath);
  const text = draft?.get("text");
  return {
    token: tokens.make(user),
    limit: env.EDI_FILE_LIMIT_KB,
    text: typeof text === "string" ? text : "",
  };
}

const beginnings = "An EDIFACT file is a text that begins with UNA or UNB.";

/** Why these bytes are rejected outright; undefined if they may be EDIFACT. */
export function refusalOf(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return "Choose a file, or paste its text.";
  if (bytes.length > env.EDI_FILE_LIMIT_KB * 1024) return tooLarge;
  const kind = kindByBytes(bytes)?.ending ?? (isMarkup(bytes) ? "xml or html" : undefined);
  const archive = Buffer.from(bytes.subarray(0, 2)).toString("latin1") === "PK" ? "zip or xlsx" : undefined;
  const other = kind ?? archive;
  if (other !== undefined) return `This is a file of another kind (${other}), not EDIFACT. ${beginnings}`;
  const beginning = Buffer.from(bytes.subarray(0, 64)).toString("latin1");
  return /^(\u00ef\u00bb\u00bf)?\s*UN[AB]/.test(beginning) ? undefined : `This is not EDIFACT. ${beginnings}`;
}

/** The file, or else the pasted text; a file without a name gets a generic one. */
async function chosenIn(form: FormData): Promise<{ name: string; text: string; bytes: Uint8Array }> {
  const file = form.get("file");
  const typed = form.get("text");
  const text = typeof typed === "string" ? typed : "";
  if (file instanceof File && file.size > 0) {
    const name = file.name.trim().slice(0, 200) || "file.edi";
    return { name, text, bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  return { name: "pasted.edi", text, bytes: new TextEncoder().encode(text.trim() === "" ? "" : text) };
}

/** Stores the chosen file and redirects to its dry run; or returns the form with the reason for the rejection. */
export async function answerCheckForm(user: User) {
  const { request } = user;
  const again = (problem: string, text: string, status: number) =>
    data({ token: tokens.make(user), limit: env.EDI_FILE_LIMIT_KB, text, problem } satisfies CheckForm, {
      status,
    });
  const { name, text, bytes } = await chosenIn(await formOf(request));
  const refusal = refusalOf(bytes);
  if (refusal !== undefined) return again(refusal, text, refusal === tooLarge ? 413 : 422);
  return redirect(checkedFilePath(await keepUpload(user, name, bytes)));
}

/** Only the beginning of a longer file is annotated: reading all of it would delay other users. */
const annotatedBytes = 128 * 1024;

/** A chosen file; undefined once it is gone. */
async function findUpload(user: User, id: string) {
  const [row] = await database
    .select({ sealed: ediUploads.sealed })
    .from(ediUploads)
    .where(ownUpload(user, id));
  const stored = row && openJson(seal, `edi-file:${id}`, row.sealed, upload);
  return stored && { id, stored, bytes: Buffer.from(stored.base64, "base64") };
}
type Held = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

const sizeWords = (size: number): string =>
  size < 10_000 ? `${formatUnits(size)} bytes` : `${formatUnits(Math.round(size / 1000))} kB`;

/** Sends the file; its bytes, which nothing needs any more, then leave the database. */
async function takeIn(user: User, { id, stored, bytes }: Held, token: string): Promise<object> {
  const rows = await writePortalApi(user, enterInterchanges, {
    query: { name: stored.name },
    file: bytes,
    idempotencyKey: token,
  });
  const interchanges = (rows ?? []).flatMap((read) =>
    read.readable
      ? [{ id: read.row.id, name: shorten(toText(read.row.control_reference) || read.row.id, 80) }]
      : [],
  );
  const receipt = { at: new Date().toISOString(), interchanges };
  const without: Upload = { ...stored, base64: "", taken: receipt };
  await database.update(ediUploads).set(sealedUpload(id, without)).where(ownUpload(user, id));
  return {};
}

/** 'Take it in': the file is checked again before the same bytes are sent, once (edi#take-in). */
const takeInCommand = (user: User, upload: Held): Command<ChecksView> => ({
  user,
  key: JSON.stringify(["edi-file", upload.stored.digest]),
  href: checkedFilePath(upload.id),
  async read() {
    const { stored, bytes } = upload;
    const { rows, total } = await askPortalApi(user, checkInterchanges, {
      query: { name: stored.name },
      file: bytes,
    });
    const beginning = bytes.subarray(0, annotatedBytes);
    const reading = await runCooperatively(readEdifact(beginning));
    const slot = await runCooperatively(toChecks({ rows, total }, reading, beginning.length < bytes.length));
    return {
      raw: stored.digest,
      payload: "",
      receipt: { verb: "Taken in", object: "file", name: shorten(stored.name, 80) },
      question: {
        ...noQuestion,
        title: `Check of ${shorten(stored.name, 80)}`,
        yes: "Take it in",
        no: "Choose another file",
      },
      slot,
      availability:
        user.username === ""
          ? withoutUsername
          : { is: "offered", send: (token: string) => takeIn(user, upload, token) },
    };
  },
});

const nothingRead: ChecksView = { interchanges: [], more: 0 };

function pageOf(user: User, upload: Held): CommandPage<ChecksView> {
  const here = checkedFilePath(upload.id);
  return {
    user,
    commandWith: () => takeInCommand(user, upload),
    unread: () => nothingRead,
    here,
    closeTo: here,
    panel: panelOf(upload.id),
  };
}

const panelOf = (id: string): string => `edi file:${id}`;

const shownFile = ({ stored: { name, size } }: Held) => ({ name, size: sizeWords(size) });

const gone = () => data({ is: "gone" as const }, { status: 404 });

/** A chosen file: the result of its dry run or, once taken in, its actual result. */
export async function checkedFile(user: User, id: string) {
  const chosenFile = await findUpload(user, id);
  if (!chosenFile) return gone();
  const file = shownFile(chosenFile);
  const { taken } = chosenFile.stored;
  if (taken) {
    const flash = await takePanelFlash(user.sessionId, panelOf(id));
    return { is: "taken" as const, file, taken, flash };
  }
  const { data: opened, init } = await openCommand(pageOf(user, chosenFile), user.request);
  return data({ is: "checked" as const, file, ...opened }, init ?? {});
}

export async function answerCheckedFile(user: User, id: string) {
  const upload = await findUpload(user, id);
  if (!upload) return gone();
  if (upload.stored.taken) return redirect(checkedFilePath(id));
  const answer = await answerCommand(pageOf(user, upload), user.request);
  if (answer instanceof Response) return answer;
  return data({ is: "checked" as const, file: shownFile(upload), ...answer.data }, answer.init ?? {});
}

const ttlSeconds = 60 * 60;

/**
 * A person compares a file with the previous one, both as stored, in base64; the files of all users together must leave
 * room in the database.
 */
const ownQuota = { maxEntries: 2, maxBytes: 34_000_000 };
const sharedQuota = { maxEntries: 100, maxBytes: 150_000_000 };

const upload = z.object({
  name: z.string(),
  /** Of its bytes, and these until it is taken in. */
  size: z.number(),
  base64: z.string(),
  /** SHA-256 of its bytes, which identifies duplicates. */
  digest: z.string(),
  taken: z
    .object({ at: z.string(), interchanges: z.array(z.object({ id: z.string(), name: z.string() })) })
    .optional(),
});
type Upload = z.output<typeof upload>;

/** A file as it is stored. */
function sealedUpload(id: string, file: Upload) {
  const sealed = closeJson(seal, `edi-file:${id}`, file);
  return { sealed, bytes: sealed.length, expiresAt: inSeconds(ttlSeconds) };
}

const ownUpload = ({ subject }: User, id: string) =>
  and(eq(ediUploads.id, id), eq(ediUploads.subject, subject), gt(ediUploads.expiresAt, sql`now()`));

/**
 * Stores a person's file for an hour, across failed writes and sign-ins: it belongs to the person, not to the
 * session. Each person's two latest are stored, and of all users' as many as there is room for. Resolves to its ID.
 */
async function keepUpload({ subject }: User, name: string, bytes: Uint8Array): Promise<string> {
  const id = randomUUID();
  const digest = createHash("sha256").update(bytes).digest("base64url");
  const base64 = Buffer.from(bytes).toString("base64");
  const row = { id, subject, ...sealedUpload(id, { name, size: bytes.length, digest, base64 }) };
  await database.transaction(async (transaction) => {
    await transaction.insert(ediUploads).values(row);
    await trimToQuota(transaction, ediUploads, { subject }, ownQuota);
    await trimToQuota(transaction, ediUploads, "everybody", sharedQuota);
  });
  return id;
}

const maxLines = 300;
const maxFindings = 50;
const maxInterchanges = 50;
const maxRawLength = 2000;

const valueWords = ({ name, value, meaning }: AnnotatedValue): string =>
  `${name ? `${name}: ` : ""}${shorten(value, 200)}${meaning ? ` (${meaning})` : ""}`;

/** A segment as written, with the meanings of its values. */
function toLine(text: string, segment: Segment, number: number, anchor: string) {
  // Each value takes at least three characters of what is shown.
  const { raw, name, values } = annotate(text, segment, maxRawLength / 3);
  const { tag } = segment;
  return {
    number,
    anchor,
    raw: visible(shorten(raw, maxRawLength)).trim(),
    tag: visible(shorten(tag, 20)),
    name: name ?? (tag === "" ? "Text that is not a segment" : ""),
    values: visible(shorten(values.map(valueWords).join("; "), maxRawLength)),
  };
}

/** `isCut`: the text continues. */
const annotated = (text: string, segments: readonly Segment[], prefix: string, isCut = false) => ({
  lines: segments
    .slice(0, maxLines)
    .map((segment, index) => toLine(text, segment, index + 1, `${prefix}-${index + 1}`)),
  isCut: isCut || segments.length > maxLines,
});
export type AnnotatedText = ReturnType<typeof annotated>;

/** The segments of each interchange of a file: text before the first one is its own, a UNA belongs to what follows. */
export function partsOf({ segments, interchanges }: Reading): Segment[][] {
  const starts = interchanges.map(({ first }, index) => (index === 0 ? 0 : first - 1));
  if (starts.length === 0) return [segments];
  return starts.map((start, index) => segments.slice(start, starts[index + 1]));
}

const ordersOf = ({ orders }: CheckedInterchange) =>
  (orders ?? []).map((order, index) => ({
    key: String(index),
    number: shorten(toText(order.document_identifier), 80) || "without a number",
    outcome: shorten(toText(order.outcome), 400),
    lines: (order.lines ?? []).slice(0, maxLines).map((line, place) => {
      const [ordered, accepted] = [readNumber(line.ordered), readNumber(line.accepted)];
      return {
        key: String(place),
        number: shorten(toText(line.number), 20),
        item: shorten([toText(line.item), toText(line.description)].filter(Boolean).join(" "), 160),
        ordered: ordered === undefined ? "–" : formatUnits(ordered),
        accepted: accepted === undefined ? "–" : formatUnits(accepted),
        problem: shorten(toText(line.problem), 300),
        isLess: (accepted ?? 0) < (ordered ?? 0),
      };
    }),
  }));
export type CheckedOrder = ReturnType<typeof ordersOf>[number];

const partyOf = (party: CheckedInterchange["sender"]): string =>
  shorten(toText(party?.identification) || "?", 60);

type Reply = { key: string; title: string; text: AnnotatedText };

function* repliesOf({ replies }: CheckedInterchange, prefix: string): Chunked<Reply[]> {
  const views: Reply[] = [];
  for (const [index, { message_type, interchange_text }] of (replies ?? []).slice(0, 20).entries()) {
    const text = toText(interchange_text);
    const segments = yield* tokenise(text, new Findings());
    views.push({
      key: String(index),
      title: shorten(toText(message_type), 20) || "Answer",
      text: annotated(text, segments, `${prefix}-reply-${index}`),
    });
  }
  return views;
}

type Part = { index: number; prefix: string; text: AnnotatedText };

function* toCheck(row: WireRow<CheckedInterchange>, { index, prefix, text }: Part) {
  const checked: CheckedInterchange = row.readable ? row.row : {};
  const hrefOf = (segment: number) => (segment <= text.lines.length ? `#${prefix}-${segment}` : undefined);
  const findings = (checked.findings ?? [])
    .map((one, place) => toFinding(one, place, hrefOf))
    .sort(bySeverity);
  const counts = Object.entries(checked.message_counts ?? {}).map(
    ([type, count]) => `${formatUnits(count)} ${type}`,
  );
  const segmentCount = readNumber(checked.segment_count);
  return {
    key: String(index),
    title: `Interchange ${shorten(toText(checked.control_reference), 40) || index + 1}`,
    about: [
      `From ${partyOf(checked.sender)} to ${partyOf(checked.recipient)}`,
      ...counts,
      segmentCount === undefined ? "" : plural(segmentCount, "segment", "segments"),
    ]
      .filter(Boolean)
      .join(", "),
    state: stateOf(checked.state),
    outcome: shorten(toText(checked.outcome), 600),
    findings: findings.slice(0, maxFindings),
    moreFindings: Math.max(0, findings.length - maxFindings),
    orders: ordersOf(checked),
    replies: yield* repliesOf(checked, prefix),
    text,
    problem: row.readable ? "" : `What would become of it could not be read: ${shorten(row.problem, 300)}`,
  };
}
export type CheckView = ReturnType<typeof toCheck> extends Chunked<infer View> ? View : never;

export type ChecksView = { interchanges: CheckView[]; more: number };

/**
 * The dry run of a file of `total` interchanges next to its text: `reading` is the parsed part,
 * `isCut` says that the file continues. Run it with `runCooperatively`.
 */
export function* toChecks(
  { rows, total }: { rows: readonly WireRow<CheckedInterchange>[]; total: number },
  reading: Reading,
  isCut: boolean,
): Chunked<ChecksView> {
  const parts = partsOf(reading);
  const interchanges: CheckView[] = [];
  for (const [index, row] of rows.slice(0, maxInterchanges).entries()) {
    const prefix = `interchange-${index + 1}-segment`;
    const own = parts[index] ?? [];
    const text = annotated(reading.decoded.text, own, prefix, isCut && index >= parts.length - 1);
    interchanges.push(yield* toCheck(row, { index, prefix, text }));
    yield;
  }
  return { interchanges, more: total - interchanges.length };
}

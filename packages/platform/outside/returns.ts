import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ExoJobCode, exoJobs } from "#contract/exoJobs.ts";
import type { Database } from "#database/connect.ts";
import { outsideEffects } from "#platform/database/schema/exos.ts";
import type { LabelFacts } from "./label.ts";

export type ReturnCompany = "carrier" | "ap21" | "helpdesk" | "mail";

/** A job's request to a company. A repeated `key` is the same request. */
export type ReturnRequest = {
  key: string;
  company: ReturnCompany;
  job: ExoJobCode;
  exoId: string;
  exoName: string;
  orderId: string | null;
  raNumber: string | null;
  consignmentId: string | null;
  email: string | null;
  /** How often the job was refused before, and how often in a row the company was busy. */
  refusals: number;
  retries: number;
  /** Since when the return has been at this job; simulated waits count from here. */
  since: Date;
  at: Date;
  /** Instructions for a simulated company; a real one ignores them. */
  script: string | undefined;
};

/**
 * The company's reply. `done` has facts for the return's references. `busy`: retry later. `pending`: an awaited event
 * has not come yet. `refused`: a person has to help; a bounced email has facts all the same. `charged`: only at a cost.
 * `unknown`: the company does not know the request's subject. `message` is for the history.
 */
export type ReturnReply =
  | { kind: "done"; facts: Record<string, string>; message: string }
  | { kind: "refused"; facts?: Record<string, string>; message: string }
  | { kind: "busy" | "pending" | "charged" | "unknown"; message: string };

export type ReturnsOutside = {
  ask(request: ReturnRequest): Promise<ReturnReply>;
  /** The label of an article that the carrier has accepted, as a PDF; always the same one. */
  label(facts: LabelFacts, script: string | undefined): Promise<Uint8Array>;
};

const doneReply = z.object({
  kind: z.literal("done"),
  facts: z.record(z.string(), z.string()),
  message: z.string(),
});

/**
 * The simulated companies, with a stored ledger: work under a key is recorded before the reply, and a repeated key gets
 * the first reply. `pace` is in milliseconds.
 */
export function simulatedReturns(database: Database, pace: number): ReturnsOutside {
  return {
    async ask(request): Promise<ReturnReply> {
      const reply = simulatedReply(request, pace);
      if (reply.kind !== "done") return reply;
      const { key, company, exoId, job, at } = request;
      const [entry] = await database
        .insert(outsideEffects)
        .values({ key, company, exoId, job, reply, asked: 1, createdAt: at })
        .onConflictDoUpdate({
          target: outsideEffects.key,
          set: { asked: sql`${outsideEffects.asked} + 1` },
        })
        .returning({ reply: outsideEffects.reply });
      return doneReply.parse(entry?.reply);
    },
    async label(facts, script) {
      // A carrier that replies with something other than a document.
      if (script === "unstorable") return new TextEncoder().encode("<html>Service unavailable</html>");
      const { drawLabel } = await import("./label.ts");
      return drawLabel(facts);
    },
  };
}

type Done = { facts: Record<string, string>; message: string };
type Draw = (digits: number, from?: number) => string;

const drawFor = (key: string): Draw => {
  const digest = createHash("sha256").update(key).digest();
  return (digits, from = 0) => String(digest.readUIntBE(from, 6) % 10 ** digits).padStart(digits, "0");
};

const orderOf = ({ orderId, exoName }: ReturnRequest) => (orderId ? `order ${orderId}` : exoName);

function sentMail({ email }: ReturnRequest, draw: Draw, what: string): Done {
  const facts = {
    transmission_id: `TX-${draw(10)}`,
    transmission_status: "delivered",
    transmission_status_message: "Handed to the simulated mail provider",
  };
  return { facts, message: `${what} to ${email} (simulated)` };
}

/** A company's reply where it is more than that a job is done; the same for the same key. */
const replies: Partial<Record<ExoJobCode, (request: ReturnRequest, draw: Draw) => Done | string>> = {
  "create-return-shipment": (request, draw) => {
    const consignment = `SIM${draw(9)}`;
    return {
      facts: { consignment_id: consignment, uri: `https://carrier.example/track/${consignment}` },
      message: `The carrier made consignment ${consignment} for ${orderOf(request)} (simulated)`,
    };
  },
  "create-ap21-return-order": (request, draw) => ({
    facts: { return_order_idx: draw(7) },
    message: `AP21 made return order ${draw(7)} for ${orderOf(request)} (simulated)`,
  }),
  "retrieve-ap21-ra-number": (_request, draw) => ({
    facts: { ra_number: `RA${draw(7)}` },
    message: `AP21 gave RA${draw(7)} (simulated)`,
  }),
  "update-return-shipment": ({ raNumber, consignmentId }) =>
    `The carrier put ${raNumber} on consignment ${consignmentId} (simulated)`,
  "acquire-shipment-labels": ({ consignmentId }, draw) => ({
    facts: { consignment_id: consignmentId ?? "", article_id: `${consignmentId ?? "SIM"}${draw(3)}` },
    message: `The carrier made the label of consignment ${consignmentId} (simulated)`,
  }),
  "finalise-shipment-order": ({ consignmentId }) =>
    `The carrier will collect consignment ${consignmentId} (simulated)`,
  "update-ap21-ecomm-note": (request) => `AP21 noted ${request.raNumber} on ${orderOf(request)} (simulated)`,
  "send-shipment-email": (request, draw) => sentMail(request, draw, "Label and slip sent"),
  "await-ap21-return-received": ({ raNumber }) => `AP21 received the items of ${raNumber} (simulated)`,
  "await-ap21-return-finalised": ({ raNumber }) => `AP21 finalised ${raNumber} (simulated)`,
  "send-return-complete-email": (request, draw) => sentMail(request, draw, "Return complete email sent"),
  "create-helpdesk-return-ticket": (request, draw) => ({
    facts: { ticket_id: draw(6), uri: `https://helpdesk.example/tickets/${draw(6)}` },
    message: `The helpdesk opened ticket ${draw(6)} for ${orderOf(request)} (simulated)`,
  }),
};

const companies: Record<ReturnCompany, string> = {
  carrier: "The carrier",
  ap21: "AP21",
  helpdesk: "The helpdesk",
  mail: "The mail provider",
};

const plainly = (request: ReturnRequest): string =>
  `${companies[request.company]} has done '${exoJobs[request.job].name}' for ${orderOf(request)} (simulated)`;

/** How many paces an awaited event takes, without trouble. */
const eventPaces: Partial<Record<ExoJobCode, number>> = {
  "await-ap21-return-received": 4,
  "await-ap21-return-finalised": 3,
};

const nothingYet: ReturnReply = { kind: "pending", message: "Nothing has arrived yet (simulated)" };

const bounced = (draw: Draw) => ({
  transmission_id: `TX-${draw(10)}`,
  transmission_status: "bounced",
  transmission_status_message: "550 No such mailbox (simulated)",
});

/** The trouble of a script word; a word such as `refuse:1` causes it that many times, `refuse` always. */
function troubleOf(request: ReturnRequest, draw: Draw): ReturnReply | undefined {
  const { company, refusals, retries } = request;
  const [word, limit] = (request.script ?? "").split(":");
  const upTo = (times: number, reply: ReturnReply) =>
    limit !== undefined && times >= Number(limit) ? undefined : reply;
  switch (word) {
    case "busy":
      return upTo(retries, { kind: "busy", message: `${company} did not answer in time (simulated)` });
    case "refuse": {
      const bounce = { facts: bounced(draw), message: `The mail to ${request.email} bounced (simulated)` };
      const refusal = { message: `${company} refused ${orderOf(request)} (simulated)` };
      return upTo(refusals, { kind: "refused", ...(company === "mail" ? bounce : refusal) });
    }
    case "charge":
      return { kind: "charged", message: "The carrier asks AUD 38.50 for this return (simulated)" };
    case "unknown": {
      const message = `The carrier knows no consignment ${request.consignmentId} (simulated)`;
      return upTo(refusals, { kind: "unknown", message });
    }
    case "never":
      return nothingYet;
    case "break":
      throw new Error(`The simulated ${company} broke off in the middle of a sentence`);
    default:
      return undefined;
  }
}

/**
 * The simulated companies' replies, which depend on the request alone. Every message says that it is simulated. `pace`
 * is in milliseconds. Throws where the script says that the company breaks.
 */
export function simulatedReply(request: ReturnRequest, pace: number): ReturnReply {
  const draw = drawFor(request.key);
  const trouble = troubleOf(request, draw);
  if (trouble) return trouble;
  const comesAt = request.since.getTime() + (eventPaces[request.job] ?? 0) * pace;
  if (request.at.getTime() < comesAt) return nothingYet;
  const done = (replies[request.job] ?? plainly)(request, draw);
  return { kind: "done", ...(typeof done === "string" ? { facts: {}, message: done } : done) };
}

import type { ExoJobCode } from "#contract/exoJobs.ts";

/** The outside companies that a return needs. */
export type ReturnCompany = "carrier" | "ap21" | "helpdesk" | "mail";

/** What a job asks of a company. The same `key` twice means the same request again. */
export type ReturnRequest = {
  key: string;
  company: ReturnCompany;
  job: ExoJobCode;
  exoId: string;
  /** What people call the return, and the order that it comes from. */
  exoName: string;
  orderId: string | null;
  raNumber: string | null;
  consignmentId: string | null;
  email: string | null;
  /** How often the job was turned down before, and how often in a row the company was busy. */
  refusals: number;
  retries: number;
  /** Since when the return is at this job; a company that is waited for counts from here. */
  since: Date;
  at: Date;
  /** What a simulated company is told to do with it; a real one knows nothing of the kind. */
  script: string | undefined;
};

/**
 * What the company answered. `done` comes with facts for the return's references. `busy`: ask again later. `pending`:
 * an awaited event has not come yet. `refused`: not without a person's help; an email that bounced has facts all the
 * same. `charged`: only at a cost. `unknown`: the company knows nothing of what the request is about. `message` is for
 * the history.
 */
export type ReturnReply =
  | { kind: "done"; facts: Record<string, string>; message: string }
  | { kind: "refused"; facts?: Record<string, string>; message: string }
  | { kind: "busy" | "pending" | "charged" | "unknown"; message: string };

/** What stands on a carrier's label. */
export type LabelFacts = {
  articleId: string;
  consignmentId: string;
  raNumber: string | null;
  exoName: string;
  orderId: string | null;
  sender: string;
  storeName: string;
};

export type ReturnsOutside = {
  ask(request: ReturnRequest): Promise<ReturnReply>;
  /** The label of an article that the carrier has taken on, as a PDF; the same one every time. */
  label(facts: LabelFacts, script: string | undefined): Promise<Uint8Array>;
};

import type { ExoJobCode } from "#contract/exoJobs.ts";

/** The outside companies for returns. */
export type ReturnCompany = "carrier" | "ap21" | "helpdesk" | "mail";

/** A job's request to a company. A repeated `key` is the same request. */
export type ReturnRequest = {
  key: string;
  company: ReturnCompany;
  job: ExoJobCode;
  exoId: string;
  /** The return's name, and its order. */
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

/** The content of a carrier's label. */
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
  /** The label of an article that the carrier has accepted, as a PDF; always the same one. */
  label(facts: LabelFacts, script: string | undefined): Promise<Uint8Array>;
};

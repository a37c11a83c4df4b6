import type { StoredReference } from "#platform/database/schema/exos.ts";
import type { ReturnJob } from "./jobs.ts";
import type { MovingExo } from "./rules.ts";

/** What a person reads where the platform names the company behind a reference. */
const sources = {
  carrier: "Simulated carrier",
  ap21: "AP21 (simulated)",
  helpdesk: "Helpdesk (simulated)",
  mail: "Mail (simulated)",
} as const;

export const labelBlobId = (exoId: string) => `exos/${exoId}/return-label.pdf`;
export const slipBlobId = (exoId: string) => `exos/${exoId}/return-slip.pdf`;

/** A value that an earlier reference of some type carries in its meta. */
export function referenceFact(
  references: readonly StoredReference[],
  type: string,
  name: string,
): string | null {
  const value = references.findLast((reference) => reference.type === type)?.meta[name];
  return typeof value === "string" ? value : null;
}

type Draft = Pick<StoredReference, "type" | "source" | "title" | "meta"> & { uri?: string | undefined };

function mailDraft(exo: MovingExo, title: string, facts: Record<string, string>): Draft {
  const meta = { recipient_email: exo.emailAddress, ...facts };
  return { type: "email-transmission", source: sources.mail, title, meta };
}

function draftFor(exo: MovingExo, job: ReturnJob, facts: Record<string, string>): Draft | undefined {
  const { uri, ...meta } = facts;
  switch (job.code) {
    case "create-return-shipment": {
      const title = `Consignment ${meta.consignment_id}`;
      return { type: "return-consignment", source: sources.carrier, title, uri, meta };
    }
    case "retrieve-ap21-ra-number": {
      const title = `Return order ${meta.ra_number}`;
      return { type: "ap21-return-order", source: sources.ap21, title, meta };
    }
    case "acquire-shipment-labels": {
      const label = { ...meta, blob_id: labelBlobId(exo.id), content_type: "application/pdf" };
      return { type: "return-label", source: sources.carrier, title: "Return label", meta: label };
    }
    case "create-shipment-slip": {
      const slip = { ra_number: exo.raNumber, blob_id: slipBlobId(exo.id), content_type: "application/pdf" };
      return { type: "return-slip", source: "Utopia Platform", title: "Return slip", meta: slip };
    }
    case "create-helpdesk-return-ticket": {
      const title = `Ticket ${meta.ticket_id}`;
      return { type: "helpdesk-ticket", source: sources.helpdesk, title, uri, meta };
    }
    case "send-shipment-email":
      return mailDraft(exo, "Shipment email", meta);
    case "send-return-complete-email":
      return "transmission_id" in meta ? mailDraft(exo, "Return complete email", meta) : undefined;
    default:
      return undefined;
  }
}

/** What a finished job leaves among the references; undefined for a job that leaves nothing. */
export function referenceFor(
  exo: MovingExo,
  job: ReturnJob,
  facts: Record<string, string>,
  at: Date,
): StoredReference | undefined {
  const draft = draftFor(exo, job, facts);
  if (!draft) return undefined;
  const id = `${job.code}-${exo.referenceList.length + 1}`;
  return { id, ...draft, uri: draft.uri ?? null, created_at: at.toISOString() };
}

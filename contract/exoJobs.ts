/** The streams of a return (returns#streams): not triaged yet, automatic, manual. */
export const exoStreamCodes = ["return", "return/automatic", "return/manual"] as const;
export type ExoStreamCode = (typeof exoStreamCodes)[number];

type ExoJobFacts = {
  name: string;
  description: string;
  streams: readonly ExoStreamCode[];
};

/**
 * Every job (returns#automatic-jobs); a stream runs its own in this order. An EXO's `step` is the code of its current
 * job.
 */
export const exoJobs = {
  triage: {
    name: "Triage",
    description: "Checks the exchange and decides whether it can be processed automatically.",
    streams: ["return", "return/automatic", "return/manual"],
  },
  "create-return-shipment": {
    name: "Create return shipment",
    description: "Books the customer's parcel back to the warehouse with the carrier.",
    streams: ["return/automatic"],
  },
  "create-ap21-return-order": {
    name: "Create AP21 return order",
    description: "Enters the return order in AP21.",
    streams: ["return/automatic"],
  },
  "retrieve-ap21-ra-number": {
    name: "Retrieve AP21 RA#",
    description: "Reads the RA# that AP21 gave the return order.",
    streams: ["return/automatic"],
  },
  "update-return-shipment": {
    name: "Update return shipment",
    description: "Writes the RA# on the carrier's shipment.",
    streams: ["return/automatic"],
  },
  "acquire-shipment-labels": {
    name: "Acquire shipment labels",
    description: "Fetches the carrier's label and keeps it with the EXO.",
    streams: ["return/automatic"],
  },
  "finalise-shipment-order": {
    name: "Finalise shipment order",
    description: "Closes the carrier's order, so that the parcel may be sent.",
    streams: ["return/automatic"],
  },
  "update-ap21-ecomm-note": {
    name: "Update AP21 order ECOMM NOTE field",
    description: "Writes the consignment into the ECOMM NOTE field of the AP21 order.",
    streams: ["return/automatic"],
  },
  "create-shipment-slip": {
    name: "Create shipment slip",
    description: "Makes the slip that the customer puts into the parcel.",
    streams: ["return/automatic"],
  },
  "send-shipment-email": {
    name: "Send shipment email",
    description: "Sends the label and the slip to the customer.",
    streams: ["return/automatic"],
  },
  "flag-return-items-waiting": {
    name: "Flag return items as waiting",
    description: "Marks the return items as on their way.",
    streams: ["return/automatic"],
  },
  "await-ap21-return-received": {
    name: "Await AP21 return order received",
    description: "Waits until AP21 says that the parcel has arrived.",
    streams: ["return/automatic"],
  },
  "await-ap21-return-finalised": {
    name: "Await AP21 return order finalised",
    description: "Waits until AP21 says that the return is finalised.",
    streams: ["return/automatic"],
  },
  "apply-return-credit": {
    name: "Apply return credit",
    description: "A placeholder: it applies no credit. Credit is given by hand.",
    streams: ["return/automatic"],
  },
  "send-return-complete-email": {
    name: "Send return complete email",
    description: "Tells the customer that the return is complete, only where this email is enabled.",
    streams: ["return/automatic"],
  },
  "complete-return": {
    name: "Complete return",
    description: "Marks the return as complete.",
    streams: ["return/automatic"],
  },
  finish: {
    name: "Finish",
    description: "Closes the EXO: nothing more is done with it.",
    streams: ["return/automatic"],
  },
  "create-helpdesk-return-ticket": {
    name: "Create helpdesk return ticket",
    description: "Opens a ticket, so that a person takes over the return.",
    streams: ["return/manual"],
  },
} as const satisfies Record<string, ExoJobFacts>;

export type ExoJobCode = keyof typeof exoJobs;

const isJob = (code: string): code is ExoJobCode => Object.hasOwn(exoJobs, code);

const jobsOf = (stream: ExoStreamCode): readonly ExoJobCode[] =>
  Object.keys(exoJobs)
    .filter(isJob)
    .filter((code) => exoJobs[code].streams.some((one) => one === stream));

/** The codes of each stream's jobs, in their order. */
export const exoStreams: Readonly<Record<ExoStreamCode, readonly ExoJobCode[]>> = {
  return: jobsOf("return"),
  "return/automatic": jobsOf("return/automatic"),
  "return/manual": jobsOf("return/manual"),
};

/** The step of a return in `return/manual` that waits for people; it is no job. */
export const manualDetailsStep = {
  code: "await-return-details",
  name: "Await return details",
  description: "Waits until a person has entered the details of the return by hand.",
} as const;

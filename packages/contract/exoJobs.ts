/** The streams of a return (returns#streams): not triaged yet, automatic, manual. */
export const exoStreamCodes = ["return", "return/automatic", "return/manual"] as const;
export type ExoStreamCode = (typeof exoStreamCodes)[number];

/** Every job (returns#automatic-jobs), in the order of running. An EXO's `step` is the code of its current job. */
export const exoJobs = {
  triage: {
    name: "Triage",
    description: "Checks the exchange and decides whether it can be processed automatically.",
  },
  "create-return-shipment": {
    name: "Create return shipment",
    description: "Books the customer's parcel back to the warehouse with the carrier.",
  },
  "create-ap21-return-order": {
    name: "Create AP21 return order",
    description: "Enters the return order in AP21.",
  },
  "retrieve-ap21-ra-number": {
    name: "Retrieve AP21 RA#",
    description: "Reads the RA# that AP21 gave the return order.",
  },
  "update-return-shipment": {
    name: "Update return shipment",
    description: "Writes the RA# on the carrier's shipment.",
  },
  "acquire-shipment-labels": {
    name: "Acquire shipment labels",
    description: "Fetches the carrier's label and keeps it with the EXO.",
  },
  "finalise-shipment-order": {
    name: "Finalise shipment order",
    description: "Closes the carrier's order, so that the parcel may be sent.",
  },
  "update-ap21-ecomm-note": {
    name: "Update AP21 order ECOMM NOTE field",
    description: "Writes the consignment into the ECOMM NOTE field of the AP21 order.",
  },
  "create-shipment-slip": {
    name: "Create shipment slip",
    description: "Makes the slip that the customer puts into the parcel.",
  },
  "send-shipment-email": {
    name: "Send shipment email",
    description: "Sends the label and the slip to the customer.",
  },
  "flag-return-items-waiting": {
    name: "Flag return items as waiting",
    description: "Marks the return items as on their way.",
  },
  "await-ap21-return-received": {
    name: "Await AP21 return order received",
    description: "Waits until AP21 says that the parcel has arrived.",
  },
  "await-ap21-return-finalised": {
    name: "Await AP21 return order finalised",
    description: "Waits until AP21 says that the return is finalised.",
  },
  "apply-return-credit": {
    name: "Apply return credit",
    description: "A placeholder: it applies no credit. Credit is given by hand.",
  },
  "send-return-complete-email": {
    name: "Send return complete email",
    description: "Tells the customer that the return is complete, only where this email is enabled.",
  },
  "complete-return": {
    name: "Complete return",
    description: "Marks the return as complete.",
  },
  finish: {
    name: "Finish",
    description: "Closes the EXO: nothing more is done with it.",
  },
  "create-helpdesk-return-ticket": {
    name: "Create helpdesk return ticket",
    description: "Opens a ticket, so that a person takes over the return.",
  },
} as const satisfies Record<string, { name: string; description: string }>;

export type ExoJobCode = keyof typeof exoJobs;

const isJob = (code: string): code is ExoJobCode => Object.hasOwn(exoJobs, code);

const manualJob = "create-helpdesk-return-ticket";

/** The codes of each stream's jobs, in their order. */
export const exoStreams: Readonly<Record<ExoStreamCode, readonly ExoJobCode[]>> = {
  return: ["triage"],
  "return/automatic": Object.keys(exoJobs)
    .filter(isJob)
    .filter((code) => code !== manualJob),
  "return/manual": ["triage", manualJob],
};

/** The step of a return in `return/manual` that waits for people; it is no job. */
export const manualDetailsStep = {
  code: "await-return-details",
  name: "Await return details",
  description: "Waits until a person has entered the details of the return by hand.",
} as const;

import type { ExoJobCode } from "#contract/exoJobs.ts";
import type { ExoErrorCode } from "#contract/exos.ts";

/** The colour of a history record: red, amber, green, or none (returns#history-colours). */
export type HistoryColour = "danger" | "attention" | "ok";

/** One action code of the history: what happened, what to do about it, and the jobs that can fail with it. */
export type HistoryCode = {
  colour?: HistoryColour;
  words: string;
  advice?: string;
  jobs?: readonly ExoJobCode[];
  mundane?: true;
};

const red = (words: string, advice: string, ...jobs: ExoJobCode[]): HistoryCode => ({
  colour: "danger",
  words,
  advice,
  ...(jobs.length === 0 ? {} : { jobs }),
});
const amber = (words: string, advice: string): HistoryCode => ({ colour: "attention", words, advice });
const green = (words: string): HistoryCode => ({ colour: "ok", words });
const mundane = (words: string): HistoryCode => ({ words, mundane: true });

/** The catalogue of processing errors (returns#error-codes). */
const errors: Record<ExoErrorCode, HistoryCode> = {
  "process:failure:unprocessable": red(
    "This EXO cannot be processed as it is.",
    "Look in the Document for what is missing, correct it at its source, then retry. If it cannot be corrected, reject the EXO.",
  ),
  "process:skip:code-unprocessable": red(
    "Processing was skipped: nothing is done in this status.",
    "If something still has to happen, use an action that changes the status first, such as Retry or Resume.",
  ),
  "process:failure:code-not-recognised": red(
    "The EXO has a status that processing does not know.",
    "Give support the EXO's id: the status has to be set right.",
  ),
  "process:failure:action-not-recognised": red(
    "An action was requested that processing does not know.",
    "Reload the EXO and choose one of the actions that it offers now.",
  ),
  "process:failure:no-matching-actions": red(
    "No action is defined for an EXO in this status, stream and step.",
    "Move the EXO to manual processing where that is offered, or give support its id.",
  ),
  "process:failure:no-matching-jobs": red(
    "No job is defined for this step.",
    "Move the EXO to manual processing where that is offered, or give support its id.",
  ),
  "process:failure:unhandled": red(
    "Processing failed unexpectedly.",
    "Retry once. If it fails again, give support the EXO's id and the message beneath.",
  ),
  "triage:failure:exchange-validation": red(
    "The exchange failed its checks.",
    "Compare the return items with the original order, correct the exchange at its source, then retry; or reject the EXO.",
    "triage",
  ),
  "triage:manual-return": amber(
    "This return has to be processed by hand.",
    "Follow the helpdesk ticket among the references, and finish the return there.",
  ),
  "helpdesk:submit:failure": red(
    "The helpdesk ticket could not be opened.",
    "Retry. If the helpdesk stays unreachable, open a ticket by hand and name this EXO in it.",
    "create-helpdesk-return-ticket",
  ),
  "return-shipment:non-free": amber(
    "The carrier charges for this return shipment.",
    "Check whether the business bears the cost before the label goes out; if not, put the EXO on hold.",
  ),
  "return-shipment:submit:failure": red(
    "The carrier did not accept the return shipment.",
    "Check the customer's address, then retry. If the carrier keeps refusing, move the EXO to manual processing.",
    "create-return-shipment",
  ),
  "return-shipment:update:failure": red(
    "The carrier did not accept the change to the return shipment.",
    "Retry. If it fails again, look at the consignment on the carrier's own page.",
    "update-return-shipment",
  ),
  "return-shipment:acquire-labels:failure": red(
    "The carrier's label could not be fetched.",
    "Retry. If it fails again, print the label on the carrier's own page and send it to the customer.",
    "acquire-shipment-labels",
  ),
  "return-shipment:store-labels:failure": red(
    "The label was fetched, but could not be kept.",
    "Retry: the label is fetched again, and the carrier counts it once.",
    "acquire-shipment-labels",
  ),
  "return-shipment:finalise-order:failure": red(
    "The carrier's order could not be closed.",
    "Retry. Until it is closed the carrier may refuse the parcel.",
    "finalise-shipment-order",
  ),
  "return-shipment:update:notfound": red(
    "The carrier does not know this return shipment.",
    "Check the consignment on the carrier's own page. If it is gone, move the EXO to manual processing.",
    "update-return-shipment",
  ),
  "return-shipment-email:send:failure": red(
    "The shipment email could not be sent.",
    "Check the email address, then retry; or download label and slip from the references and send them by hand.",
    "send-shipment-email",
  ),
  "return-order:items-received": green("The return items have arrived."),
  "return-order:completed": green("The return order is complete."),
  "return-credit:manual-action": amber(
    "The credit has to be given by hand: none was applied.",
    "Give the customer the credit in the shop or in AP21.",
  ),
  "return-complete-email:not-implemented": amber(
    "No email about the completed return was sent: this email does not exist yet.",
    "Tell the customer yourself, where that is wanted.",
  ),
  "process:stalled": red(
    "The EXO has stalled: a job was started and did not finish.",
    "Retry. If it stalls again, move it to manual processing or give support its id.",
  ),
  "process:stale": red(
    "The EXO is stale: what it waits for is long overdue.",
    "Ask the customer or the warehouse where the parcel is, then retry, hold, reject or move it to manual processing.",
  ),
};

/** The five actions that are hidden unless 'Show Mundane Jobs' is on (returns#mundane). */
const mundanes: Record<string, HistoryCode> = {
  "process:run": mundane("Processing ran."),
  "process:actions": mundane("Actions were chosen."),
  "process:actions-done": mundane("Actions were done."),
  "process:jobs": mundane("Jobs were started."),
  "process:jobs-done": mundane("Jobs were finished."),
};

const catalogue = new Map([...Object.entries(errors), ...Object.entries(mundanes)]);

/** The message of its meta is shown below the entry (returns#unhandled). */
export const unhandledCode = "process:failure:unhandled";
export const jobsStartedCode = "process:jobs";
export const jobsDoneCode = "process:jobs-done";

/** Words and colour of a history action; an unknown one is shown by its code, and in red if a failure. */
export function historyCodeOf(action: string): HistoryCode {
  const found = catalogue.get(action);
  if (found) return found;
  const isFailure = /(^|:)(failure|notfound|not-found)(:|$)/.test(action);
  return isFailure
    ? {
        colour: "danger",
        words: action,
        advice: "Read the message. If it says nothing to you, give support the EXO's id.",
      }
    : { words: action };
}

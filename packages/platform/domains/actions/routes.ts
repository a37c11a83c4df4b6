import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  type ActionEvent,
  actionEvent,
  addressPayload,
  getDelayedWork,
  postActionEvent,
} from "#contract/actions.ts";
import type { ActionPolicy } from "#contract/capabilities.ts";
import type { Database } from "#database/connect.ts";
import { findProductTarget } from "#platform/domains/metaproducts/routes.ts";
import { findOrderTarget } from "#platform/domains/orders/actions.ts";
import { actorOf, assertMay, callerOf } from "#platform/http/authorisation.ts";
import { idempotencyKeyOf, Problem, readJson, serve, unstorable } from "#platform/http/requests.ts";
import {
  type ActionTarget,
  type FindTarget,
  findByIdempotencyKey,
  listDelayedWork,
  recordEvent,
  type StoredActionEvent,
} from "./repository.ts";

/** Of every kind of action target; an id is looked up in this order. */
export const targetFinders: readonly FindTarget[] = [findProductTarget, findOrderTarget];

/**
 * Why a payload is not valid for its action's input (actions#payload): an address is JSON of seven text fields, any of
 * them empty; a customer is JSON; a note is free text. Undefined when it is valid.
 */
function payloadProblem(inputType: string | null | undefined, payload: string): string | undefined {
  if (inputType !== "address" && inputType !== "customer") return undefined;
  const given = readJson(payload);
  if (inputType === "address" && !addressPayload.safeParse(given).success) {
    return "payload: expected an address as a JSON string";
  }
  if (given === undefined) return "payload: expected the customer as a JSON string";
  return unstorable(given) ? "payload: holds a character that cannot be stored" : undefined;
}

/** Whether a repeated submission is the same: every field equal. */
const isSameEvent = (first: ActionEvent, second: ActionEvent): boolean =>
  actionEvent.keyof().options.every((field) => first[field] === second[field]);

type ActionEventDeps = {
  database: Database;
  globalActions: ActionPolicy;
  wakeActions(): Promise<void>;
};

const answerOf = (event: StoredActionEvent) => ({
  ...actionEvent.parse(event),
  id: event.id,
  submitted: true,
  submittedAt: event.submittedAt.toISOString(),
});

async function findTarget(database: Database, event: ActionEvent): Promise<ActionTarget> {
  for (const find of targetFinders) {
    const target = await find(database, event.target);
    const isInStore = target?.storeName.toLowerCase() === event.storeGroup.toLowerCase();
    if (target && isInStore) return target;
  }
  throw new Problem(404, `There is no '${event.target}' in the store '${event.storeGroup}'`);
}

async function checkEvent(
  { database, globalActions }: ActionEventDeps,
  request: FastifyRequest,
  event: ActionEvent,
): Promise<void> {
  const target = await findTarget(database, event);
  assertMay(request, target.permission, globalActions);
  const offer = target.offered.find(({ value }) => value === event.action);
  if (!offer) throw new Problem(409, `The action '${event.action}' is not available for '${event.target}'`);
  const problem = payloadProblem(offer.config?.inputType, event.payload);
  if (problem) throw new Problem(400, problem);
}

function repeated(first: StoredActionEvent, event: ActionEvent) {
  if (isSameEvent(first, event)) return answerOf(first);
  throw new Problem(422, "This Idempotency-Key was used for another event");
}

/**
 * POST /api/ActionEvent (calls#action-event): records the event as due, in one statement, and returns it as submitted.
 * The sweep of due events performs it even when its wake-up is lost. A repeated `Idempotency-Key` of the same caller
 * gets the first answer again, and no second event.
 */
export function actionEventRoutes(app: FastifyInstance, deps: ActionEventDeps): void {
  const { database, wakeActions } = deps;
  serve(app, {
    call: getDelayedWork,
    beyond: true,
    permission: "today",
    extensions: ["counts"],
    summary: "What was accepted and is not done for five minutes, because another company does not take it",
    answerWith: () => listDelayedWork(database),
  });

  serve(app, {
    call: postActionEvent,
    permission: "record",
    summary: "Submits an action; it is performed in the background",
    answer: actionEvent.extend({
      id: z.string(),
      submitted: z.literal(true),
      submittedAt: z.iso.datetime(),
    }),
    failures: [404, 409, 422],
    idempotent: true,
    answerWith: async ({ body: event, request }) => {
      const { subject } = callerOf(request);
      if (event.submittedBy !== actorOf(request))
        throw new Problem(403, "submittedBy: is not the token's person");
      const idempotencyKey = idempotencyKeyOf(request);
      const earlier = idempotencyKey && (await findByIdempotencyKey(database, subject, idempotencyKey));
      if (earlier) return repeated(earlier, event);
      await checkEvent(deps, request, event);
      const recorded = await recordEvent(database, {
        ...event,
        id: randomUUID(),
        subject,
        idempotencyKey,
        submittedAt: new Date(),
      });
      if (recorded) {
        await wakeActions();
        return answerOf(recorded);
      }
      const meanwhile = idempotencyKey && (await findByIdempotencyKey(database, subject, idempotencyKey));
      if (!meanwhile) throw new Error("An action event was neither recorded nor found under its key");
      return repeated(meanwhile, event);
    },
  });
}

import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { defineCall } from "#contract/calls.ts";
import { getExoCounts } from "#contract/counts.ts";
import { exo, exoFilters, exoSummary, getExo, getExos, postExoAction } from "#contract/exos.ts";
import type { Database } from "#database/connect.ts";
import { type ActionRequest, isRepeated, recordPerformed } from "#platform/domains/actions/repository.ts";
import { findStoreByName } from "#platform/domains/stores/repository.ts";
import { requesterOf } from "#platform/http/authorisation.ts";
import { Problem, serve } from "#platform/http/requests.ts";
import { addExo, countExosByStep, type FoundExo, findExo, readExoPage, saveMovedExo } from "./repository.ts";
import {
  availableExoActions,
  isKnownAction,
  movedByAction,
  offeredExoRule,
  refusedActionNote,
} from "./rules.ts";

/**
 * A return from a store. `exchange` is the document, valid or not: triage checks it (returns#fields). Its `Simulated`
 * may instruct the simulated companies: `busy:2` (twice no answer), `refuse:1` (once), `charge`, `unknown`, `never` (an
 * event that does not come), `break`.
 */
const enteringExo = z.object({
  store: z.string().min(1),
  orderId: z.string().max(200).optional(),
  emailAddress: z.string().max(320).optional(),
  correspondenceEmailAddress: z.string().max(320).optional(),
  exchange: z.unknown().optional(),
});

const anExo = z.object({ item: exo });

/** The platform's own call for new returns. The portal does not use it. */
const enterExo = defineCall({
  name: "enterExo",
  method: "POST",
  path: getExos.path,
  body: enteringExo,
  answer: anExo,
});

type ExoDeps = {
  database: Database;
  wakeReturns(): Promise<void>;
};

type Summarised = Omit<FoundExo, "document" | "histories" | "referenceList" | "searchText">;

/** A list row in its wire form (returns#fields). */
const summaryOf = (exo: Summarised) => ({
  id: exo.id,
  name: exo.name,
  status: { code: exo.status, stream: exo.stream, step: exo.step },
  source_store: exo.storeName,
  source_type: exo.storeType,
  original_order_id: exo.originalOrderId,
  ra_number: exo.raNumber,
  email_address: exo.emailAddress,
  correspondence_email_address: exo.correspondenceEmailAddress,
  created_at: exo.createdAt.toISOString(),
  updated_at: exo.updatedAt.toISOString(),
  actions: availableExoActions(exo),
  ...(exo.creditOwedAt && {
    credit_owed: exo.creditOwed,
    credit_owed_or_more: exo.isCreditPartial,
    credit_owed_at: exo.creditOwedAt.toISOString(),
  }),
});

/** The whole EXO in its wire form; undocumented fields of its document are passed through. */
const detailOf = (exo: FoundExo) => ({
  ...exo.document,
  ...summaryOf(exo),
  references: exo.referenceList,
  histories: exo.histories,
});

async function readExo(database: Database, id: string) {
  const found = await findExo(database, id);
  if (!found) throw new Problem(404, `There is no EXO '${id}'`);
  return { item: detailOf(found) };
}

/** The EXO calls (calls#exos), and the call for a new one. */
export function exoRoutes(app: FastifyInstance, { database, wakeReturns }: ExoDeps): void {
  serve(app, {
    call: getExos,
    filters: exoFilters,
    permission: "returns",
    summary: "One page of the returns and exchanges, the latest first; `filters` is a JSON object",
    answer: z.object({ summaries: z.array(exoSummary), currentPage: z.int(), totalPages: z.int() }),
    extensions: ["search", "credits"],
    answerWith: async ({ query: { page }, filters }) => {
      const { rows, pages } = await readExoPage(database, filters, page);
      return { summaries: rows.map(summaryOf), currentPage: page, totalPages: pages };
    },
  });

  serve(app, {
    call: getExoCounts,
    permission: "returns",
    summary: "How many returns stand in each of these statuses, at each step",
    answerWith: ({ query }) => countExosByStep(database, query.statuses.split(",")),
  });

  serve(app, {
    call: getExo,
    permission: "returns",
    summary: "One return or exchange",
    failures: [404],
    answerWith: ({ id }) => readExo(database, id),
  });

  serve(app, {
    call: postExoAction,
    permission: "returns.act",
    summary: "Performs an action that the return offers",
    answer: anExo,
    failures: [404, 409, 422],
    idempotent: true,
    answerWith: async ({ id, action, request }) => {
      await actOnExo(database, { target: id, action, ...requesterOf(request) }, new Date());
      await wakeReturns();
      return readExo(database, id);
    },
  });

  serve(app, {
    call: enterExo,
    beyond: true,
    permission: "store/returns",
    summary: "Hands in a return; it is processed in the background",
    status: 201,
    answerWith: async ({ body: entering }) => {
      const store = await findStoreByName(database, entering.store);
      if (!store) throw new Problem(400, `store: there is no '${entering.store}'`);
      const id = randomUUID();
      const arriving = {
        id,
        storeId: store.id,
        originalOrderId: entering.orderId ?? null,
        emailAddress: entering.emailAddress ?? null,
        correspondenceEmailAddress: entering.correspondenceEmailAddress ?? null,
        document: entering.exchange === undefined ? {} : { exchange: entering.exchange },
      };
      await addExo(database, arriving, new Date());
      await wakeReturns();
      return readExo(database, id);
    },
  });
}

/**
 * Performs an action on an EXO, once per idempotency key. Throws a Problem: 404 for an unknown EXO or action, 409 for
 * an action that the EXO does not offer. The history records both kinds of refused action.
 */
async function actOnExo(database: Database, request: ActionRequest, at: Date): Promise<void> {
  const { target: exoId, action, user } = request;
  if (!/^[\w:.-]{1,80}$/.test(action)) throw new Problem(404, "There is no such action");
  const refusal = await database.transaction(async (transaction) => {
    const found = await findExo(transaction, exoId, true);
    if (!found) return new Problem(404, `There is no EXO '${exoId}'`);
    if (await isRepeated(transaction, request)) return undefined;
    const rule = offeredExoRule(found, action);
    if (!rule) {
      const notes = [refusedActionNote(action, user)];
      await saveMovedExo(transaction, found, { exo: found, notes }, at);
      return isKnownAction(action)
        ? new Problem(409, `The action '${action}' is not available for '${exoId}'`)
        : new Problem(404, `There is no action '${action}'`);
    }
    await saveMovedExo(transaction, found, movedByAction(rule, found, user, at), at);
    const { storeName: storeGroup, storeType: sourceType } = found;
    const result = { storeGroup, payload: "", sourceType, outcome: `Performed: ${rule.name}` };
    await recordPerformed(transaction, request, result, at);
    return undefined;
  });
  if (refusal) throw refusal;
}
